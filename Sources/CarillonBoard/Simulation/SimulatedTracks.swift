import CarillonAudio
import CarillonDevices
import CarillonScheduling

/// The tracks of a simulated board: silence, in folders that a test makes.
package final class SimulatedTracks: TrackStore {
    /// The duration of a track that no folder has.
    private static let usual = Duration.seconds(180)

    package let thread: (any Scheduler)?
    private let folders = Locked<[String: [(name: String, duration: Duration?)]]>([:])

    /// - Parameter thread: The player's thread; nil for one of its own.
    package init(thread: (any Scheduler)? = nil) { self.thread = thread }

    /// Makes or replaces a folder.
    ///
    /// - Parameter tracks: The names and durations of its tracks; a track without a duration cannot be read.
    package func setFolder(_ path: String, to tracks: [(name: String, duration: Duration?)]) {
        folders.withLock { $0[path] = tracks }
    }

    package func tracks(at path: String) -> [String] {
        folders.withLock { $0[path] }?.map { "\(path)/\($0.name)" } ?? [path]
    }

    package func open(_ path: String, in format: AudioFormat, at frame: Int) throws -> any TrackReader {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let track = folders.withLock { $0[folder] }?.first { $0.name == parts.last ?? "" }
        guard let duration = track == nil ? Self.usual : track?.duration else {
            throw SoundError.notASound(file: path, reason: "the test has made it so")
        }
        return SilentTrack(format: format, frames: format.frames(in: duration), from: frame)
    }
}

/// Silence of some duration.
private final class SilentTrack: TrackReader {
    let claimedFrameCount: Int?
    private let channels: Int
    private var left: Int

    init(format: AudioFormat, frames: Int, from frame: Int) {
        (channels, claimedFrameCount, left) = (format.channels, frames, max(frames - frame, 0))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = min(left, buffer.count / channels)
        UnsafeMutableBufferPointer(rebasing: buffer.prefix(count * channels)).update(repeating: 0)
        left -= count
        return count
    }
}
