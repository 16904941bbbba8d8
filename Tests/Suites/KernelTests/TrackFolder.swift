import Foundation

/// A folder of tracks, below the temporary folder.
struct TrackFolder {
    private let name = "tracks-\(UUID())"

    var path: String { FileManager.default.temporaryDirectory.appendingPathComponent(name).path }

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    /// Writes the parts of a sound, one track for each.
    func write(_ sound: NumberedFrames, cutAt frames: [Int]) throws {
        for (number, (start, end)) in zip(frames, frames.dropFirst()).enumerated() {
            try write(Array(sound.samples[(2 * start)..<(2 * end)]), as: number)
        }
    }

    func write(_ samples: [Int16], as number: Int) throws { _ = try Noise(samples).write("\(name)/\(number)") }

    /// Repeats the first track until the folder has `count` tracks.
    func repeatFirst(_ count: Int) throws {
        for number in 1..<count {
            try FileManager.default.linkItem(atPath: "\(path)/0.wav", toPath: "\(path)/\(number).wav")
        }
    }
}
