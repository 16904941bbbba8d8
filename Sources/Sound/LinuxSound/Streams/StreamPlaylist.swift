import CHardware
import CarillonAudio

/// A playlist that a server sends in place of a stream. It stands for the first of its streams that can be played.
struct StreamPlaylist {
    /// The largest size in bytes.
    static let mostBytes = 64 << 10
    private static let mostBytesOfAddress = 4 << 10
    private static let types: Set = [
        "audio/mpegurl", "audio/x-mpegurl", "application/mpegurl", "application/x-mpegurl",
        "application/vnd.apple.mpegurl", "audio/scpls", "audio/x-scpls", "application/pls", "application/pls+xml",
        "application/xspf+xml",
    ]
    /// The media types that say nothing about a text.
    private static let vagueTypes: Set = ["text/plain", "application/octet-stream", "binary/octet-stream"]

    private let list: PlaylistText
    private let address: String

    /// - Parameters:
    ///   - bytes: The text.
    ///   - type: The media type in small letters; nil if the server names none.
    ///   - address: The address of the list, to which its entries are relative.
    /// - Returns: nil if the text is not a playlist.
    init?(_ bytes: [UInt8], type: String?, address: String) {
        guard let list = Self.list(bytes, type: type, address: address) else { return nil }
        (self.list, self.address) = (list, address)
    }

    private static func list(_ bytes: [UInt8], type: String?, address: String) -> PlaylistText? {
        guard PlaylistText.isText(bytes.prefix(StreamKind.bytes)) else { return nil }
        let list = PlaylistText(bytes)
        if list.isMarked || list.begins(with: StreamAddress.isStream) { return list }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let isNamed = path.split(separator: ".").last.map { PlaylistText.extensions.contains($0.lowercased()) } ?? false
        let isVague = type.map(vagueTypes.contains) ?? true
        return type.map(types.contains) ?? false || isNamed && isVague ? list : nil
    }

    /// Whether the list is an HLS stream (RFC 8216), whose parts only ffmpeg fetches.
    var isHLS: Bool { list.text.contains("#EXT-X-") }

    /// The addresses of streams in the list. libcurl must have been loaded.
    var addresses: [String] { list.entries.compactMap { Self.resolve($0, at: address) } }

    /// Returns the address of an entry; nil if it is not one of http or https.
    static func resolve(_ entry: String, at base: String) -> String? {
        // A path of Windows names a machine of its network in this way.
        guard !entry.hasPrefix("\\\\") else { return nil }
        let reference = escaped(entry, isFile: !StreamAddress.isStream(entry))
        var room = [CChar](repeating: 0, count: mostBytesOfAddress)
        guard ccurl_resolve(base, reference, &room, room.count) else { return nil }
        let address = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return StreamAddress.isStream(address) ? address : nil
    }

    /// Encodes the percent signs that encode nothing. In the name of a file, it also encodes the number signs, and turns the
    /// separators of Windows.
    private static func escaped(_ entry: String, isFile: Bool = false) -> String {
        var result: [UInt8] = []
        let bytes = Array(entry.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%") where !isCode(bytes[(index + 1)...].prefix(2)): result += "%25".utf8
            case UInt8(ascii: "#") where isFile: result += "%23".utf8
            case UInt8(ascii: "\\") where isFile: result.append(UInt8(ascii: "/"))
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isCode(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
