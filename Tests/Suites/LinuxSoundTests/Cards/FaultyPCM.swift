import Glibc

@testable import CarillonAudio
@testable import LinuxSound

/// A sound device that plays when the test calls `play`, and fails on request, with faults that a real device cannot
/// produce on request.
final class FaultyPCM: PCM {
    let format = AudioFormat.standard
    let period: Int
    let buffer: Int

    /// All samples that it accepted, as a 16-bit device receives them, left channel only.
    private(set) var taken: [Int16] = []
    private(set) var queued = 0
    private(set) var recoveries: [Int] = []
    private(set) var waits = 0
    /// The timeout of the last call of `wait`, in milliseconds.
    private(set) var timeout: Int32 = 0

    /// The results of the next calls of `write`, in place of its own.
    var writeErrors: [Int32] = []
    /// The results of the next calls of `wait`, in place of its own.
    var waitResults: [Int] = []
    /// The maximum number of frames that it accepts at once.
    var appetite = Int.max
    /// The number of times that the device reports that it is not ready yet to continue after it was suspended.
    var drowsiness = 0
    /// Whether the device plays its samples at once.
    var isUnpaced = false
    private var hasRunOut = false

    init(period: Int = 2, buffer: Int = 8) { (self.period, self.buffer) = (period, buffer) }

    /// Lets time pass.
    func play(frames: Int) {
        hasRunOut = frames >= queued
        queued = max(queued - frames, 0)
    }

    func availableFrames(isExact: Bool) -> Int { hasRunOut ? -Int(EPIPE) : buffer - queued }

    func wait(milliseconds: Int32) -> Int {
        waits += 1
        timeout = milliseconds
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
