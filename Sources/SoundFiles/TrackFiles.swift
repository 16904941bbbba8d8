import CarillonAudio
import CarillonScheduling
import Glibc

/// The tracks in the file system: files of the formats of sounds, and folders of them.
package final class TrackFiles: TrackStore {
    /// The most tracks of a folder.
    private static let mostTracks = 10_000
    private static let extensions: Set = ["wav", "flac", "ogg", "oga", "opus", "mp3", "aif", "aiff", "au", "caf"]

    /// The number of files whose indices are kept.
    private static let mostIndices = 4
    /// The indices of the MP3 files that were opened last, the last one first.
    private let indices = Locked<[SharedIndex]>([])

    package init() {}

    package var thread: (any Scheduler)? { nil }

    /// Returns the paths of a folder's tracks, without hidden files and without those in folders of the folder. `track 2`
    /// comes before `track 10`.
    package func tracks(at path: String) -> [String] {
        guard let names = names(in: path) else { return [path] }
        return names.sorted(by: NaturalOrder.isBefore).map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    package func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        let file = try SoundFile(path: path)
        let container = try SoundContainer.found(in: file)
        let index = index(of: file, container)
        let passage =
            frame == 0
            ? nil
            : index?.index.withLock { $0.passage(at: frame, rate: format.rate, near: landmark, file.bytes) }
        // A damaged file may not be decodable from there, and is then decoded from its beginning.
        if let passage, let reader = try? SoundReader(file, passage.container, in: format, limit: Sound.defaultLimit),
            (try? reader.drop(passage.dropped, thenEndAfter: passage.length)) != nil
        {
            return FileTrack(reader, of: file, index, from: passage.start)
        }
        let reader = try SoundReader(file, container, in: format, limit: Sound.defaultLimit)
        if frame > 0 { try reader.skip(to: frame) }
        return FileTrack(reader, of: file, index, from: nil)
    }

    package func landmark(in path: String, before frame: Int, of format: AudioFormat) -> Landmark? {
        let index = indices.withLock { $0.first { $0.path == path } }
        return index?.index.withLock { $0.landmark(before: frame, at: format.rate) }
    }

    /// Returns the index of an MP3 file, which is kept while few others are opened; nil for other files.
    private func index(of file: SoundFile, _ container: SoundContainer) -> SharedIndex? {
        indices.withLock { indices in
            let known = indices.first { $0.path == file.name && $0.version == file.version }
            guard let index = known ?? MP3Index(container, file.bytes).map({ SharedIndex($0, of: file) }) else {
                return nil
            }
            indices = Array(([index] + indices.filter { $0.path != file.name }).prefix(Self.mostIndices))
            return index
        }
    }

    /// A medium is absent if a file cannot be read from it any more, or if its folder has gone or is empty, as the one at
    /// which a USB stick was.
    package func isAbsent(_ path: String) -> Bool {
        do throws(SoundError) {
            let file = try SoundFile(path: path)
            file.forget()
            return file.bytes(0..<1).isEmpty
        } catch {
            switch error {
            case .missing:
                return names(in: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))?.isEmpty ?? true
            case .unreadable: return true
            default: return false
            }
        }
    }

    package func cover(of path: String) -> TrackCover? { (try? SoundFile(path: path)).flatMap(SoundTags.cover) }

    /// Returns nil if the path is not that of a folder.
    private func names(in folder: String) -> [String]? {
        guard let folder = opendir(folder.isEmpty ? "." : folder) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while names.count < Self.mostTracks, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let type = name.split(separator: ".").last?.lowercased() ?? ""
            if !name.hasPrefix("."), Self.extensions.contains(type) { names.append(name) }
        }
        return names
    }
}
