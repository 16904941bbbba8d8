import CLibrary
import CarillonAudio

/// A playlist in the file system. Its entries are addresses of streams, and files in its folder or in folders of that.
struct PlaylistFile {
    /// The largest size in bytes.
    private static let mostBytes = 1 << 20
    private static let mostTracks = 10_000

    /// The path of the list, and its folder with a slash at its end; empty for the working directory.
    let path: String
    private let folder: String

    /// Returns nil if the name of the file is not that of a playlist.
    init?(_ path: String) {
        guard Self.isPlaylist(path) else { return nil }
        self.path = path
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Whether a name ends as those of playlists.
    static func isPlaylist(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { PlaylistText.extensions.contains(name[$0...].dropFirst().lowercased()) }
            ?? false
    }

    /// The tracks of the list; the list itself if it cannot be read.
    var tracks: TrackList {
        guard let file = try? SoundFile(path: path) else { return TrackList([path]) }
        let list = PlaylistText(file.bytes(0..<min(file.length, Self.mostBytes)))
        let entries = list.entries
        let tracks = entries.prefix(Self.mostTracks).map(track)
        let paths = tracks.compactMap(\.self)
        if let refused = tracks.firstIndex(of: nil) {
            return TrackList(
                paths,
                notice: "its entry \"\(FilePath.shown(entries[refused]))\" is not played: "
                    + "a playlist may name sounds in its own folder, and addresses of http and https")
        }
        let isLonger = file.length > Self.mostBytes || entries.count > Self.mostTracks
        if isLonger { return TrackList(paths, notice: "it is too long; its first \(paths.count) tracks are played") }
        return TrackList(paths, notice: paths.isEmpty ? "it has no tracks" : nil)
    }

    /// Whether a track is in the folder of the list, and the list can be read, so that its medium is there.
    func isPresent(with track: String) -> Bool {
        guard track.hasPrefix(folder), let file = try? SoundFile(path: path) else { return false }
        file.forget()
        return !file.bytes(0..<1).isEmpty
    }

    /// Returns the path or the address of an entry; nil if the list may not name it.
    private func track(_ entry: String) -> String? {
        if StreamAddress.isStream(entry) { return entry }
        let isURI = entry.lowercased().hasPrefix("file://")
        let text = isURI ? Self.unescaped(entry.dropFirst(7).drop { $0 != "/" }) : entry
        let written = place(text)
        if let written, Self.exists(written) { return written }
        // Some programs write paths of Windows, or encode spaces and letters as in addresses; and the name of the file may be in
        // the character set of the list.
        let others = [
            String(text.map { $0 == "\\" ? "/" : $0 }), Self.unescaped(text),
            Windows1252.bytes(text).map(FilePath.text) ?? text,
        ]
        return others.lazy.compactMap(place).first(where: Self.exists) ?? written
    }

    /// Returns the path of a file in the folder of the list, or in folders of that, which are not hidden; nil for others.
    private func place(_ path: String) -> String? {
        var rest = path[...]
        if path.hasPrefix("/") {
            guard folder.hasPrefix("/"), path.hasPrefix(folder) else { return nil }
            rest = path.dropFirst(folder.count)
        }
        let parts = rest.split(separator: "/").filter { $0 != "." }
        guard let name = parts.last, !path.contains("://"), !Self.isPlaylist(String(name)),
            !parts.contains(where: { $0.hasPrefix(".") || $0.contains("\0") })
        else { return nil }
        return folder + parts.joined(separator: "/")
    }

    private static func exists(_ path: String) -> Bool { access(FilePath.cString(path), F_OK) == 0 }

    /// Returns a text with the bytes that percent signs encode.
    private static func unescaped(_ text: some StringProtocol) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let first = rest.popFirst() {
            let code = first == UInt8(ascii: "%") && rest.count > 1 ? rest.prefix(2) : []
            if let byte = UInt8(String(decoding: code, as: UTF8.self), radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return FilePath.text(of: bytes)
    }
}
