import CarillonAudio

/// The titles within a stream of Icecast or SHOUTcast: after each interval of sound, a byte with the length of a text in units
/// of 16 bytes, and the text, such as `StreamTitle='Yesterday';`.
struct ICYTitles {
    private let interval: Int
    /// The bytes of sound until the next length.
    private var untilLength: Int
    /// The bytes of the text that have not come yet; 0 outside of a text.
    private var missing = 0
    private var text: [UInt8] = []

    init(interval: Int) { (self.interval, untilLength) = (interval, interval) }

    /// Separates a piece of a stream.
    ///
    /// - Parameters:
    ///   - sound: Called with the bytes of sound, in pieces.
    ///   - title: Called with each title, after the sound before it.
    mutating func separate(
        _ piece: UnsafeRawBufferPointer, sound: (UnsafeRawBufferPointer) -> Void, title: (String) -> Void
    ) {
        var rest = piece[...]
        while let first = rest.first {
            if missing > 0 {
                let part = rest.prefix(missing)
                text += part
                missing -= part.count
                rest = rest.dropFirst(part.count)
                if missing == 0, let found = Self.title(in: text) { title(found) }
            } else if untilLength > 0 {
                let part = rest.prefix(untilLength)
                sound(UnsafeRawBufferPointer(rebasing: part))
                untilLength -= part.count
                rest = rest.dropFirst(part.count)
            } else {
                (missing, untilLength) = (Int(first) * 16, interval)
                text.removeAll(keepingCapacity: true)
                rest = rest.dropFirst()
            }
        }
    }

    /// Returns the title in a text; nil if there is none. A title may contain quotation marks.
    static func title(in text: [UInt8]) -> String? {
        guard let start = end(of: "StreamTitle='", in: text[...]) else { return nil }
        let rest = text[start...]
        let next = end(of: "';Stream", in: rest).map { $0 - "';Stream".utf8.count }
        let end = next ?? rest.lastIndex(of: UInt8(ascii: "'")) ?? rest.endIndex
        return Self.text(rest[..<end])
    }

    /// Returns a text from a server as a line; bytes that are not UTF-8 are Latin-1.
    static func text(_ bytes: some Collection<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains("\u{FFFD}") else { return TrackTags.line(text) }
        var latin = String.UnicodeScalarView()
        latin.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return TrackTags.line(String(latin))
    }

    private static func end(of marker: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let marker = Array(marker.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: marker) }.map { $0 + marker.count }
    }
}
