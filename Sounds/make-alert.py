#!/usr/bin/env python3
"""Makes alert.wav, bit for bit: `./make-alert.py alert.wav`. Needs nothing but Python 3.

A two-tone chime: E6, then C6, each a struck bar that dies away. Only additions and multiplications of IEEE doubles
are used, and no sine of a C library, so every machine gets the same bits.
"""

import struct
import sys
import wave

RATE = 48_000
LENGTH = int(0.7 * RATE)
ATTACK = 240  # 5 ms, so that a tone does not begin with a click
FADE = 2_400  # 50 ms at the end of the file
PEAK = 0.6  # of full scale: -4.4 dBFS

# Each tone: its first frame, loudness, and for each partial 2 * cos(2 * pi * f / RATE), sin(2 * pi * f / RATE),
# amplitude, and what is left of it after each frame.
TONES = [
    # E6, 1318.51 Hz, with a touch of its octave and of a bar's third partial, 2.76 times as high
    (0, 0.9, [
        (1.970285681125, 0.171736960752, 1.00, 0.99985),
        (1.882025665247, 0.338370874689, 0.20, 0.99970),
        (1.777344008309, 0.458543421097, 0.06, 0.99940),
    ]),
    # C6, 1046.50 Hz
    (9_600, 1.0, [
        (1.981264017077, 0.136558499036, 1.00, 0.99985),
        (1.925407105364, 0.270558440367, 0.20, 0.99970),
        (1.858748098127, 0.369139373309, 0.06, 0.99940),
    ]),
]


def partial(double_cosine, sine, amplitude, decay, frames):
    """A sine that dies away, by the recurrence s[n + 1] = 2 cos(w) s[n] - s[n - 1]."""
    previous, current, level = -sine, 0.0, amplitude
    for _ in range(frames):
        yield current * level
        previous, current = current, double_cosine * current - previous
        level *= decay


def chime():
    samples = [0.0] * LENGTH
    for start, loudness, partials in TONES:
        for double_cosine, sine, amplitude, decay in partials:
            for frame, value in enumerate(partial(double_cosine, sine, amplitude, decay, LENGTH - start)):
                samples[start + frame] += loudness * value * min(frame / ATTACK, 1.0)
    for frame in range(FADE):
        samples[LENGTH - 1 - frame] *= frame / FADE
    return samples


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make-alert.py FILE.wav")
    samples = chime()
    scale = PEAK * 32_767 / max(abs(sample) for sample in samples)
    with wave.open(sys.argv[1], "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", round(sample * scale)) for sample in samples))


main()
