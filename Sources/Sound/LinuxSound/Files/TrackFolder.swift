import CarillonAudio
import Glibc

/// The tracks in a folder, and in the folders in it.
///
/// The folder's own tracks come first, then those of each folder in it; all in their natural order. Hidden files and folders
/// are left out.
struct TrackFolder {
    /// The most tracks of a folder, the most folders that are read, and the most folders in each other.
    private static let (mostTracks, mostFolders, mostDepth) = (10_000, 10_000, 16)
    /// The formats of tracks: the ends of their names, in small letters.
    private static let extensions = Set(
        [
            "wav", "flac", "ogg", "oga", "opus", "mp3", "mp2", "aif", "aiff", "au", "caf", "m4a", "m4b", "aac", "wma",
        ].map { Array($0.utf8) })

    private(set) var paths: [String] = []
    private let includesSubfolders: Bool
    private var isLonger = false
    /// The number of folders that have been opened, and whether others are left out because of a limit.
    private var (folderCount, hasMoreFolders) = (0, false)
    /// The folders that have been read, by their medium and number, because a link may lead back to one of them.
    private var known: Set<[UInt64]> = []
    /// A folder in the folder, if they are left out; a folder that cannot be read, and the reason.
    private var leftOut: String?
    private var unreadable: (path: String, errno: Int32)?
    /// The number of files of other formats, and the first of them.
    private var (others, other) = (0, "")

    /// Reads a folder; returns nil if the path is not a folder that can be read.
    init?(_ path: String, includesSubfolders: Bool) {
        self.includesSubfolders = includesSubfolders
        guard collect(path, depth: 0) else { return nil }
    }

    /// The message about what is not played; nil if all is.
    var notice: String? {
        if isLonger {
            return "it has more than \(Self.mostTracks) tracks; the first \(Self.mostTracks) of them are played"
        }
        if hasMoreFolders {
            return "it has more than \(Self.mostFolders) folders, or more than \(Self.mostDepth) in each other; "
                + "tracks in the others are left out"
        }
        if let (path, errno) = unreadable {
            return "its folder \"\(FilePath.shown(path))\" cannot be read: \(String(cString: strerror(errno)))"
        }
        guard paths.isEmpty else { return nil }
        if let leftOut {
            return "it has no tracks of its own, but folders such as \"\(FilePath.shown(leftOut))\"; "
                + "play these, or set includesSubfolders"
        }
        guard others > 0 else { return "it has no tracks" }
        return "none of its files is a track, such as \"\(FilePath.shown(other))\"; "
            + "use WAV, FLAC, Ogg, MP3, AIFF, AU, CAF, M4A, AAC or WMA"
    }

    /// Returns whether a folder has no file and no folder; nil if it cannot be read.
    static func isEmpty(_ path: String) -> Bool? {
        guard let folder = opendir(FilePath.cString(path)) else { return nil }
        defer { closedir(folder) }
        return Entry(next: folder) == nil
    }

    /// Returns false if the folder cannot be read.
    private mutating func collect(_ path: String, depth: Int) -> Bool {
        folderCount += 1
        guard let folder = opendir(FilePath.cString(path)) else { return false }
        defer { closedir(folder) }
        var status = stat()
        guard fstat(dirfd(folder), &status) == 0, known.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
        else { return true }
        var (tracks, folders) = (First(Self.mostTracks), First(Self.mostFolders))
        while let entry = Entry(next: folder) {
            if entry.isFolder {
                folders.insert(entry.name)
            } else if entry.isTrack {
                tracks.insert(entry.name)
            } else {
                if others == 0 { other = entry.name }
                others += 1
            }
        }
        let start = path.hasSuffix("/") ? path : path + "/"
        let (sorted, room) = (tracks.sorted, Self.mostTracks - paths.count)
        paths += sorted.prefix(room).map { start + $0 }
        if sorted.count > room || tracks.isLonger { isLonger = true }
        for name in folders.sorted where !isLonger {
            guard includesSubfolders else {
                leftOut = name
                break
            }
            guard depth < Self.mostDepth, folderCount < Self.mostFolders else {
                hasMoreFolders = true
                break
            }
            if !collect(start + name, depth: depth + 1) { unreadable = unreadable ?? (start + name, errno) }
        }
        return true
    }

    /// The names that come first of those that are inserted.
    private struct First {
        private let most: Int
        private var names: [NaturalOrder] = []
        private(set) var isLonger = false

        init(_ most: Int) { self.most = most }

        mutating func insert(_ name: String) {
            names.append(NaturalOrder(name))
            if names.count >= 2 * most { shorten() }
        }

        var sorted: [String] {
            mutating get {
                shorten()
                return names.map(\.name)
            }
        }

        private mutating func shorten() {
            names.sort()
            guard names.count > most else { return }
            isLonger = true
            names.removeLast(names.count - most)
        }
    }

    /// A file or folder that is not hidden.
    private struct Entry {
        let name: String
        let isFolder: Bool
        let isTrack: Bool

        /// Reads the next one; returns nil at the end.
        init?(next folder: OpaquePointer) {
            while let entry = readdir(folder) {
                // In place, because an entry ends after its name, and may be shorter than its type.
                let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                if bytes.first == UInt8(ascii: ".") { continue }
                name = FilePath.text(of: bytes)
                let type = Int(entry.pointee.d_type)
                if type == DT_LNK || type == DT_UNKNOWN {
                    var status = stat()
                    isFolder =
                        fstatat(dirfd(folder), FilePath.cString(name), &status, 0) == 0
                        && status.st_mode & S_IFMT == S_IFDIR
                } else {
                    isFolder = type == DT_DIR
                }
                let end = bytes.lastIndex(of: UInt8(ascii: ".")).map { bytes[($0 + 1)...] } ?? []
                let letters = end.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
                isTrack = !isFolder && TrackFolder.extensions.contains(letters)
                return
            }
            return nil
        }
    }
}
