import CarillonAudio
import CarillonScheduling
import Glibc

/// The tracks in the file system: files of the formats of sounds, and folders of them.
package struct TrackFiles: TrackStore {
    /// The most tracks of a folder.
    private static let mostTracks = 10_000
    private static let extensions: Set = ["wav", "flac", "ogg", "oga", "opus", "mp3", "aif", "aiff", "au", "caf"]

    package init() {}

    package var thread: (any Scheduler)? { nil }

    /// Returns the paths of a folder's tracks, without hidden files and without those in folders of the folder. `track 2`
    /// comes before `track 10`.
    package func tracks(at path: String) -> [String] {
        guard let folder = opendir(path) else { return [path] }
        defer { closedir(folder) }
        var names: [String] = []
        while names.count < Self.mostTracks, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let type = name.split(separator: ".").last?.lowercased() ?? ""
            if !name.hasPrefix("."), Self.extensions.contains(type) { names.append(name) }
        }
        return names.sorted(by: NaturalOrder.isBefore).map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    package func open(_ path: String, in format: AudioFormat, at frame: Int) throws -> any TrackReader {
        let reader = try SoundOrigin.path(path).open(in: format, limit: Sound.defaultLimit)
        if frame > 0 { try reader.skip(to: frame) }
        return reader
    }
}

extension SoundReader: TrackReader {}
