import CarillonAudio
import CarillonDevices
import CarillonScheduling

/// The tracks of a simulated board: silence, in folders that a test makes.
///
/// Each path is a track, until the test has made a folder. Then only its folders exist.
package final class SimulatedTracks: TrackStore {
    /// The duration of a track that no folder has.
    private static let usual = Duration.seconds(180)

    private struct State {
        /// The folders with their tracks. A track without a duration cannot be read.
        var folders: [String: [(name: String, duration: Duration?)]] = [:]
        var tags: [String: TrackTags] = [:]
        /// The folders whose media were pulled out.
        var absent: Set<String> = []
        /// Whether nothing exists but the folders.
        var isComplete = false

        /// Returns the track in a folder; nil if no folder has it.
        func track(_ path: String) -> (name: String, duration: Duration?)? {
            let folder = Self.parent(of: path)
            return folders[folder]?.first { "\(folder)/\($0.name)" == path }
        }

        private static func parent(of path: String) -> String {
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        }

        /// Returns whether a path is of a medium that was pulled out. So is, as on a board, a missing track whose folder is
        /// empty or missing, too.
        func isAbsent(_ path: String) -> Bool {
            if absent.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return true }
            guard isComplete, track(path) == nil else { return false }
            return folders[Self.parent(of: path)]?.isEmpty ?? true
        }
    }

    package let thread: (any Scheduler)?
    package let streams = SimulatedStreams()
    private let state = Locked(State())

    /// - Parameter thread: The player's thread; nil for one of its own.
    package init(thread: (any Scheduler)? = nil) { self.thread = thread }

    /// Makes or replaces a folder.
    ///
    /// - Parameters:
    ///   - tracks: The names and durations of its tracks; a track without a duration cannot be read.
    ///   - isComplete: Whether from now on only the folders that were made exist.
    package func setFolder(_ path: String, to tracks: [(name: String, duration: Duration?)], isComplete: Bool = false) {
        state.withLock { state in
            state.folders[Self.folder(path)] = tracks
            state.isComplete = state.isComplete || isComplete
        }
    }

    /// Sets the texts in the tags of a track.
    package func setTags(of path: String, to texts: TrackTags) { state.withLock { $0.tags[path] = texts } }

    /// Pulls out the medium of a folder, or puts it in again.
    package func setPresent(_ folder: String, _ isPresent: Bool) {
        let folder = Self.folder(folder)
        state.withLock { _ = isPresent ? $0.absent.remove(folder) : $0.absent.insert(folder).memberAfterInsert }
    }

    package func isAbsent(_ path: String) -> Bool { state.withLock { $0.isAbsent(path) } }

    package func tracks(at path: String, includesSubfolders: Bool) -> TrackList {
        let folder = Self.folder(path)
        return state.withLock { state in
            let inner = state.folders.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
            guard state.folders[folder] != nil || !inner.isEmpty else { return TrackList([path]) }
            return TrackList(
                ([folder] + (includesSubfolders ? inner : [])).flatMap { folder in
                    state.folders[folder].map { tracks in tracks.map { "\(folder)/\($0.name)" } } ?? []
                })
        }
    }

    package func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        if StreamAddress.isStream(path) { return SilentStream(path, of: streams, channels: format.channels) }
        let (track, tags, isMissing) = state.withLock { state in
            let track = state.track(path)
            return (track, state.tags[path], state.isAbsent(path) || state.isComplete && track == nil)
        }
        guard !isMissing else { throw SoundError.missing(file: path) }
        guard let duration = track == nil ? Self.usual : track?.duration else {
            throw SoundError.notASound(file: path, reason: "the test has made it so")
        }
        return SilentTrack(
            path: path, of: self, tags: tags ?? TrackTags(), format: format, frames: format.frames(in: duration),
            from: frame)
    }

    /// Returns the path of a folder without a slash at its end.
    private static func folder(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
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
