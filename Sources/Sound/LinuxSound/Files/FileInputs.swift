import CarillonAudio
import CarillonScheduling

/// Microphones that hear the sound of a file, once, as if a visitor made it.
package final class FileInputs: AudioInputs {
    private static let rate = 48_000

    private let path: String
    private let time: any Scheduler
    private let samples: [Float]

    /// - Parameters:
    ///   - path: The sound file, which is loaded at once.
    ///   - time: The clock in whose time it is heard.
    /// - Throws: `SoundError`, with the file and the remedy.
    package init(_ path: String, time: any Scheduler) throws {
        (self.path, self.time) = (path, time)
        samples = try Self.samples(ofFile: path, rate: Self.rate)
    }

    package func input(_ device: String, gain: Double) -> any AudioInput {
        PacedInput(path, rate: Self.rate, time: time, sound: samples)
    }

    /// Returns the samples of a sound file as one channel.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - rate: The frames per second of the result.
    /// - Throws: `SoundError`, with the file and the remedy.
    package static func samples(ofFile path: String, rate: Int) throws -> [Float] {
        let sound = try Sound(contentsOf: path, for: AudioFormat(rate: rate, channels: 1))
        var samples: [Float] = []
        try sound.forEachPiece { samples += $0 }
        return samples
    }
}
