#!/usr/bin/env python3
"""Makes the sounds but alert.wav, bit for bit, and draws the waveforms of all: `./make-sounds.py FOLDER`.

Needs nothing but Python 3. Only additions, multiplications and divisions of IEEE doubles are used, and no function of a
C library, so every machine gets the same bits. FOLDER is this one, or any other that a copy of alert.wav is in.
"""

import os
import struct
import sys
import wave

RATE = 48_000
PEAK = 0.6  # of full scale: -4.4 dBFS
PI = 3.141592653589793
SEMITONE = 1.0594630943592953
LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}

# What sounds: for each partial how many times as high as the note, its amplitude, and how long it takes to die away by
# 60 dB, in seconds; None lasts as long as the note.
BAR = [(1.0, 1.0, 0.5), (2.0, 0.2, 0.3), (2.76, 0.06, 0.15)]
BELL = [(0.5, 0.3, 1.4), (1.0, 1.0, 1.2), (2.0, 0.5, 0.8), (2.4, 0.25, 0.6), (3.0, 0.15, 0.4), (4.5, 0.08, 0.2)]
WOOD = [(1.0, 1.0, 0.03), (2.57, 0.4, 0.015), (4.95, 0.2, 0.008)]
PIPE = [(1.0, 1.0, None), (2.0, 0.15, None), (3.0, 0.1, None)]
BUZZ = [(float(n), 1.0 / n, None) for n in range(1, 16, 2)]

# Each sound: its length in seconds, and its notes: when, which, for how long, how loud, and what sounds.
SOUNDS = {
    "alarm": (1.2, [
        (start, note, 0.14, 1.0, BUZZ)
        for start, note in [(0.0, "A5"), (0.15, "D6"), (0.3, "A5"), (0.45, "D6"), (0.6, "A5"), (0.75, "D6")]]),
    "attention": (1.6, [
        (0.0, "G5", 1.6, 0.8, BELL), (0.25, "E5", 1.35, 0.9, BELL), (0.5, "C5", 1.1, 1.0, BELL)]),
    "cancel": (0.35, [(0.0, "C6", 0.3, 0.9, BAR), (0.1, "G5", 0.25, 1.0, BAR)]),
    "click": (0.04, [(0.0, "C7", 0.04, 1.0, WOOD)]),
    "confirm": (0.35, [(0.0, "G5", 0.3, 0.9, BAR), (0.1, "C6", 0.25, 1.0, BAR)]),
    "countdown": (0.12, [(0.0, "A5", 0.12, 1.0, PIPE)]),
    "doorbell": (1.8, [(0.0, "E5", 1.2, 0.9, BELL), (0.55, "C5", 1.25, 1.0, BELL)]),
    "error": (0.5, [(0.0, "A3", 0.18, 1.0, BUZZ), (0.25, "A3", 0.25, 1.0, BUZZ)]),
    "low-battery": (0.75, [(0.0, "E6", 0.2, 1.0, BAR), (0.2, "C6", 0.2, 1.0, BAR), (0.4, "A5", 0.35, 1.0, BAR)]),
    "message": (0.4, [(0.0, "B5", 0.25, 0.8, BAR), (0.08, "E6", 0.32, 1.0, BAR)]),
    "notify": (0.8, [(0.0, "A5", 0.8, 1.0, BELL)]),
    "start": (0.6, [(0.0, "C5", 0.4, 0.8, BAR), (0.12, "G5", 0.4, 0.9, BAR), (0.24, "C6", 0.36, 1.0, BAR)]),
    "stop": (0.6, [(0.0, "C6", 0.4, 0.8, BAR), (0.12, "G5", 0.4, 0.9, BAR), (0.24, "C5", 0.36, 1.0, BAR)]),
    "success": (0.8, [
        (0.0, "C6", 0.5, 0.8, BAR), (0.1, "E6", 0.5, 0.8, BAR), (0.2, "G6", 0.5, 0.9, BAR), (0.3, "C7", 0.5, 1.0, BAR)]),
    "tick": (0.04, [(0.0, "A6", 0.04, 1.0, WOOD)]),
    "timer": (1.0, [(0.12 * beep, "B6", 0.08, 1.0, PIPE) for beep in range(4)]
              + [(0.52 + 0.12 * beep, "B6", 0.08, 1.0, PIPE) for beep in range(4)]),
    "tock": (0.05, [(0.0, "E6", 0.05, 1.0, WOOD)]),
    "warning": (0.6, [(0.0, "F5", 0.2, 1.0, PIPE), (0.3, "F5", 0.3, 1.0, PIPE)]),
}


def sine(x):
    """sin(x) for 0 <= x <= pi, by its series."""
    term, total = x, x
    for n in range(1, 20):
        term = -term * x * x / ((2 * n) * (2 * n + 1))
        total += term
    return total


def exponential(x):
    """exp(x) for -1 < x <= 0, by its series."""
    term, total = 1.0, 1.0
    for n in range(1, 20):
        term = term * x / n
        total += term
    return total


def frequency(note):
    """Of a note such as A4, 440 Hz, in equal temperament."""
    value = 440.0
    steps = LETTERS[note[0]] - 9 + 12 * (int(note[1]) - 4)
    for _ in range(abs(steps)):
        value = value * SEMITONE if steps > 0 else value / SEMITONE
    return value


def partial(hertz, amplitude, seconds, frames):
    """A sine that dies away, by the recurrence s[n + 1] = 2 cos(w) s[n] - s[n - 1]."""
    angle = 2 * PI * hertz / RATE
    half = sine(angle / 2)
    double_cosine = 2 - 4 * half * half
    decay = exponential(-6.907755278982137 / (seconds * RATE)) if seconds else 1.0
    previous, current, level = -sine(angle), 0.0, amplitude
    for _ in range(frames):
        yield current * level
        previous, current = current, double_cosine * current - previous
        level *= decay


def samples_of(length, notes):
    samples = [0.0] * round(length * RATE)
    for start, note, seconds, loudness, partials in notes:
        first = round(start * RATE)
        frames = min(round(seconds * RATE), len(samples) - first)
        # So short that it is heard as a stroke, and so long that it is not heard as a click.
        attack = 24 if partials is WOOD else 144
        release = min(480, frames // 4)
        for factor, amplitude, decay in partials:
            hertz = frequency(note) * factor
            if hertz > 16_000:
                continue
            for frame, value in enumerate(partial(hertz, amplitude, decay, frames)):
                ramp = min(frame / attack, 1.0) * min((frames - 1 - frame) / release, 1.0)
                samples[first + frame] += loudness * value * ramp
    scale = PEAK * 32_767 / max(abs(sample) for sample in samples)
    return [round(sample * scale) for sample in samples]


def write_wave(path, samples):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack("<%dh" % len(samples), *samples))


def read_wave(path):
    with wave.open(path, "rb") as file:
        return list(struct.unpack("<%dh" % file.getnframes(), file.readframes(file.getnframes())))


def drawing(name, samples):
    """The waveform as SVG: for each of 480 columns the lowest and the highest sample."""
    width, height = 480, 64
    upper, lower = [], []
    for column in range(width):
        begin = column * len(samples) // width
        part = samples[begin:max(begin + 1, (column + 1) * len(samples) // width)]
        upper.append((column, height / 2 * (1 - max(part) / 32_768) - 0.5))
        lower.append((column, height / 2 * (1 - min(part) / 32_768) + 0.5))
    points = " ".join("%d,%.1f" % point for point in upper + lower[::-1])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">\n'
        "<title>%s, %.2f s</title>\n"
        '<polygon points="%s" fill="#3b7ea1"/>\n</svg>\n'
    ) % (width, height, width, height, name, len(samples) / RATE, points)


def main():
    if len(sys.argv) != 2 or not os.path.isfile(os.path.join(sys.argv[1], "alert.wav")):
        sys.exit("usage: make-sounds.py FOLDER, one with alert.wav in it")
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "waveforms"), exist_ok=True)
    for name, (length, notes) in SOUNDS.items():
        write_wave(os.path.join(folder, name + ".wav"), samples_of(length, notes))
    for name in sorted([*SOUNDS, "alert"]):
        samples = read_wave(os.path.join(folder, name + ".wav"))
        with open(os.path.join(folder, "waveforms", name + ".svg"), "w", encoding="utf-8") as file:
            file.write(drawing(name, samples))


main()
