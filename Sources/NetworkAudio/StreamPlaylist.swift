import CarillonAudio

/// A playlist that a server sends in place of a stream: M3U or PLS.
enum StreamPlaylist {
    /// The largest size in bytes.
    static let mostBytes = 64 << 10

    /// Whether a text is the playlist of an HLS stream (RFC 8216), whose parts only ffmpeg fetches.
    static func isHLS(_ text: String) -> Bool { text.contains("#EXT-X-") }

    /// Returns the first address of a stream in a playlist; nil if there is none.
    static func address(in text: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline) {
            var line = line.drop(while: \.isWhitespace)
            // In PLS: File1=http://...
            if line.prefix(4).lowercased() == "file", let sign = line.firstIndex(of: "=") {
                line = line[line.index(after: sign)...].drop(while: \.isWhitespace)
            }
            let address = String(line.prefix { !$0.isWhitespace })
            if StreamAddress.isStream(address) { return address }
        }
        return nil
    }
}
