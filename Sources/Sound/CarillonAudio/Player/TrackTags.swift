/// The texts in the tags of a track.
package struct TrackTags: Equatable, Sendable {
    /// The largest number of bytes of a text, in UTF-8.
    private static let mostBytes = 256

    package var title: String?
    package var artist: String?
    package var album: String?

    package init() {}

    /// Returns a text from outside as it can be shown in a line: of up to 256 bytes, without control characters and without
    /// spaces around it; nil if nothing is left.
    package static func line(_ text: some StringProtocol) -> String? {
        var (line, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            if isControl || scalar == " ", line.last ?? " " == " " { continue }
            bytes += UTF8.width(scalar)
            guard bytes <= mostBytes else { break }
            line.append(isControl ? " " : scalar)
        }
        if line.last == " " { line.removeLast() }
        return line.isEmpty ? nil : String(line)
    }
}

/// The cover picture of a track.
public struct TrackCover: Equatable, Sendable {
    /// The media type: `image/jpeg` or `image/png`.
    public let mediaType: String
    /// The bytes of the picture, at most 2 MiB.
    public let bytes: [UInt8]

    /// Returns nil unless the bytes begin as those of a JPEG or PNG file.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            mediaType = "image/jpeg"
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            mediaType = "image/png"
        } else {
            return nil
        }
        self.bytes = bytes
    }
}
