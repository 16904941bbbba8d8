import CarillonAudio

/// An output that takes samples when a test calls `turn`, on the test's thread.
///
/// `@unchecked Sendable`: used on the test's thread only.
package final class HandTurnedOutput: AudioOutput, @unchecked Sendable {
    package let format: AudioFormat
    package let latency: Int
    package private(set) var renderer: AudioRenderer?

    package init(format: AudioFormat = .standard, latency: Int = 0) {
        self.format = format
        self.latency = latency
    }

    package var description: String { "turned by hand" }
    package func start(_ renderer: AudioRenderer) { self.renderer = renderer }
    package func commandsDidArrive() {}
    package func close() {}

    /// Takes the commands and returns the next frames, as a 16-bit device receives them.
    package func turn(frames: Int) -> [Int16] {
        let samples = [Float](unsafeUninitializedCapacity: frames * format.channels) { buffer, count in
            renderer?.takeCommands()
            renderer?.render(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
            count = frames * format.channels
        }
        return samples.withUnsafeBufferPointer { int16s($0) }
    }
}
