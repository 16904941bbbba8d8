import CarillonAudio
import Glibc
import LinuxSound

/// The exactness of a place in a file: the frames by which what is read there is off from the same place in the file read
/// from its beginning.
enum PlaceMeter {
    /// The frames that are compared, and the distance up to which they are looked for.
    private static let length = 2_400
    private static let distance = 4_800

    static func run(_ path: String, _ count: Int) throws {
        let frames = (1...count).map { $0 * 3_500 / count * 48_000 + 12_345 }
        let whole = try TrackFiles().open(path, in: .standard, at: 0, near: nil)
        var (position, offsets, worst) = (0, [Int](), Float(0))
        for frame in frames {
            try skip(whole, frame - distance - position)
            let expected = try read(whole, length + 2 * distance)
            position = frame + length + distance
            let found = try read(TrackFiles().open(path, in: .standard, at: frame, near: nil), length)
            let offset = offset(of: found, in: expected)
            offsets.append(abs(offset - distance))
            let differences = found.indices.map { abs(found[$0] - expected[offset * 2 + $0]) }
            worst = max(worst, differences.max() ?? 1)
        }
        print(#"{"offset": \#(offsets.max() ?? -1), "difference": \#(worst)}"#)
    }

    private static func read(_ track: any TrackReader, _ frames: Int) throws -> [Float] {
        var samples = [Float](repeating: 0, count: frames * 2)
        var count = 0
        while count < frames {
            let read = try samples.withUnsafeMutableBufferPointer { buffer in
                try track.read(into: UnsafeMutableBufferPointer(rebasing: buffer[(count * 2)...]))
            }
            guard read > 0 else { break }
            count += read
        }
        return samples
    }

    private static func skip(_ track: any TrackReader, _ frames: Int) throws {
        var left = frames
        while left > 0 {
            _ = try read(track, min(left, 48_000))
            left -= min(left, 48_000)
        }
    }

    /// Returns the frame at which samples differ least.
    private static func offset(of samples: [Float], in all: [Float]) -> Int {
        samples.withUnsafeBufferPointer { samples in
            all.withUnsafeBufferPointer { all in
                var (best, least) = (0, Float.infinity)
                for frame in 0...(all.count - samples.count) / 2 {
                    var sum: Float = 0
                    var index = 0
                    while index < samples.count, sum < least {
                        let difference = samples[index] - all[frame * 2 + index]
                        sum += difference * difference
                        index += 1
                    }
                    if sum < least { (best, least) = (frame, sum) }
                }
                return best
            }
        }
    }
}
