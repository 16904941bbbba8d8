import CarillonAudio
import CarillonScheduling
import Glibc

/// The tracks in the file system: files of the formats of sounds, and folders of them.
package final class TrackFiles: TrackStore {
    /// The number of files whose places are kept.
    private static let mostFiles = 4
    /// The places of the files that were opened last, the last one first.
    private let files = Locked<[SharedPlaces]>([])

    /// The playlists that were read last, the last one first.
    private let lists = Locked<[PlaylistFile]>([])

    package init() {}

    package var thread: (any Scheduler)? { nil }

    package func tracks(at path: String, includesSubfolders: Bool) -> TrackList {
        if let folder = TrackFolder(path, includesSubfolders: includesSubfolders) {
            return TrackList(folder.paths, notice: folder.notice)
        }
        guard let list = PlaylistFile(path) else { return TrackList([path]) }
        lists.withLock { $0 = Array(([list] + $0.filter { $0.path != path }).prefix(Self.mostFiles)) }
        return list.tracks
    }

    package func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        let file = try SoundFile(path: path)
        let reader = try SoundReader(
            file, in: format, limit: Sound.defaultLimit, places: places(in: file), near: landmark)
        if frame > 0 { try reader.skip(to: frame) }
        return FileTrack(reader, of: file)
    }

    package func landmark(in path: String, before frame: Int, of format: AudioFormat) -> Landmark? {
        let file = files.withLock { $0.first { $0.path == path } }
        return file?.places.withLock { $0.landmark(before: frame, at: format.rate) }
    }

    /// Returns the places in an MP3 or Ogg file, which are kept while few others are opened.
    private func places(in file: SoundFile) -> SharedPlaces {
        files.withLock { files in
            let places = files.first { $0.path == file.name && $0.version == file.version } ?? SharedPlaces(of: file)
            files = Array(([places] + files.filter { $0.path != file.name }).prefix(Self.mostFiles))
            return places
        }
    }

    /// The errors of a medium or a server that does not answer. Others belong to a file, such as a link to itself.
    private static let errorsOfMedia = [
        EIO, ENODEV, ENOMEDIUM, ESTALE, ENOTCONN, ETIMEDOUT, EREMOTEIO, ECONNRESET, EHOSTDOWN, EHOSTUNREACH,
        ENETUNREACH, ESHUTDOWN,
    ]

    /// A medium is absent if a file cannot be read from it any more, or if its folder has gone or is empty, as the one at
    /// which a USB stick was.
    package func isAbsent(_ path: String) -> Bool {
        // An entry whose folder is missing belongs to an old list, and not to a medium that has gone.
        if lists.withLock({ $0 }).contains(where: { $0.isPresent(with: path) }) { return false }
        do throws(SoundError) {
            let file = try SoundFile(path: path)
            file.forget()
            return file.bytes(0..<1).isEmpty
        } catch {
            switch error {
            case .missing:
                let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                return TrackFolder.isEmpty(folder.isEmpty ? "." : folder) ?? true
            case .unreadable(_, let errno): return Self.errorsOfMedia.contains(errno)
            default: return false
            }
        }
    }

    package func cover(of path: String) -> TrackCover? { (try? SoundFile(path: path)).flatMap(SoundTags.cover) }
}
