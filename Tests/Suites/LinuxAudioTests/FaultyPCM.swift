import Glibc

@testable import CarillonAudio
@testable import LinuxAudio

/// A sound device that plays when it is told to, and fails on command: faults that no real device gives on demand.
final class FaultyPCM: PCM {
    let format = AudioFormat.standard
    let period = 2
    let buffer = 8

    /// All that it took, as a 16-bit device would get it, left channel only.
    private(set) var taken: [Int16] = []
    private(set) var queued = 0
    private(set) var recoveries: [Int] = []
    private(set) var waits = 0
    /// How long it was to be waited for the last time, in milliseconds.
    private(set) var patience: Int32 = 0

    /// The answers to the next calls of `write`, in place of its own.
    var writeErrors: [Int32] = []
    /// The answers to the next calls of `wait`, in place of its own.
    var waitResults: [Int] = []
    /// How many frames it takes at once at most.
    var appetite = Int.max
    /// How often the device says that it is not ready yet to go on after it was suspended.
    var drowsiness = 0
    /// Set for a device that plays at once what it is given.
    var isUnpaced = false
    private var hasRunOut = false

    /// Lets time pass.
    func play(frames: Int) {
        hasRunOut = frames >= queued
        queued = max(queued - frames, 0)
    }

    func availableFrames(isExact: Bool) -> Int { hasRunOut ? -Int(EPIPE) : buffer - queued }

    func wait(milliseconds: Int32) -> Int {
        waits += 1
        patience = milliseconds
        return waitResults.isEmpty ? 1 : waitResults.removeFirst()
    }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        if !writeErrors.isEmpty { return -Int(writeErrors.removeFirst()) }
        if hasRunOut { return -Int(EPIPE) }
        let frames = min(samples.count / 2, buffer - queued, appetite)
        if frames == 0 { return -Int(EAGAIN) }
        taken += stride(from: 0, to: frames * 2, by: 2).map { Int16(samples[$0] * 32_768) }
        if !isUnpaced { queued += frames }
        return frames
    }

    func recover(from error: Int) -> Int {
        if drowsiness > 0 {
            drowsiness -= 1
            return -Int(EAGAIN)
        }
        recoveries.append(error)
        hasRunOut = false
        queued = 0
        return 0
    }
}
