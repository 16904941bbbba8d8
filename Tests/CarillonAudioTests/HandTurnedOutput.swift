@testable import CarillonAudio

/// An output that takes samples when a test says so, on the test's thread.
///
/// `@unchecked Sendable`: a test has one thread.
final class HandTurnedOutput: AudioOutput, @unchecked Sendable {
    let format: AudioFormat
    let latency: Int
    private(set) var renderer: AudioRenderer?

    init(format: AudioFormat = .standard, latency: Int = 0) {
        self.format = format
        self.latency = latency
    }

    var description: String { "turned by hand" }
    func start(_ renderer: AudioRenderer) { self.renderer = renderer }
    func commandsWait() {}
    func close() {}

    /// Takes the commands and the next frames, as a 16-bit device would get them.
    func turn(frames: Int) -> [Int16] {
        let samples = [Float](unsafeUninitializedCapacity: frames * format.channels) { buffer, count in
            renderer?.takeCommands()
            renderer?.render(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
            count = frames * format.channels
        }
        return samples.withUnsafeBufferPointer { int16s($0) }
    }
}
