import CarillonAudio
import CarillonDevices
import CarillonScheduling

/// The tracks of a simulated board: silence, in folders that a test makes.
package final class SimulatedTracks: TrackStore {
    /// The duration of a track that no folder has.
    private static let usual = Duration.seconds(180)

    package let thread: (any Scheduler)?
    package let streams = SimulatedStreams()
    private let folders = Locked<[String: [(name: String, duration: Duration?)]]>([:])
    private let tags = Locked<[String: TrackTags]>([:])
    private let absent = Locked<Set<String>>([])

    /// - Parameter thread: The player's thread; nil for one of its own.
    package init(thread: (any Scheduler)? = nil) { self.thread = thread }

    /// Makes or replaces a folder.
    ///
    /// - Parameter tracks: The names and durations of its tracks; a track without a duration cannot be read.
    package func setFolder(_ path: String, to tracks: [(name: String, duration: Duration?)]) {
        folders.withLock { $0[path] = tracks }
    }

    /// Sets the texts in the tags of a track.
    package func setTags(of path: String, to texts: TrackTags) { tags.withLock { $0[path] = texts } }

    /// Pulls out the medium of a folder, or puts it in again.
    package func setPresent(_ folder: String, _ isPresent: Bool) {
        absent.withLock { _ = isPresent ? $0.remove(folder) : $0.insert(folder).memberAfterInsert }
    }

    package func isAbsent(_ path: String) -> Bool {
        absent.withLock { $0.contains { path == $0 || path.hasPrefix($0 + "/") } }
    }

    package func tracks(at path: String) -> [String] {
        folders.withLock { $0[path] }?.map { "\(path)/\($0.name)" } ?? [path]
    }

    package func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        if StreamAddress.isStream(path) { return SilentStream(path, of: streams, channels: format.channels) }
        guard !isAbsent(path) else { throw SoundError.missing(file: path) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let track = folders.withLock { $0[folder] }?.first { $0.name == parts.last ?? "" }
        guard let duration = track == nil ? Self.usual : track?.duration else {
            throw SoundError.notASound(file: path, reason: "the test has made it so")
        }
        return SilentTrack(
            path: path, of: self, tags: tags.withLock { $0[path] } ?? TrackTags(), format: format,
            frames: format.frames(in: duration), from: frame)
    }
}

/// Silence of some duration.
private final class SilentTrack: TrackReader {
    let claimedFrameCount: Int?
    let tags: TrackTags
    private let path: String
    private let store: SimulatedTracks
    private let channels: Int
    private var left: Int

    init(
        path: String, of store: SimulatedTracks, tags: TrackTags, format: AudioFormat, frames: Int, from frame: Int
    ) {
        (self.path, self.store, self.tags) = (path, store, tags)
        (channels, claimedFrameCount, left) = (format.channels, frames, max(frames - frame, 0))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
        guard !store.isAbsent(path) else { throw SoundError.missing(file: path) }
        let count = min(left, buffer.count / channels)
        UnsafeMutableBufferPointer(rebasing: buffer.prefix(count * channels)).update(repeating: 0)
        left -= count
        return count
    }
}
