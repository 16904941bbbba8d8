import CarillonAudio

/// The texts within a stream of Icecast or SHOUTcast: after each interval of sound, a byte with the length of a text in units
/// of 16 bytes, and the text, such as `StreamTitle='Yesterday';`.
struct ICYTitles {
    /// The most bytes of texts: these, and one for each byte of sound. Stations send at most 4 KiB after some KiB.
    private static let most = 64 << 10

    private let interval: Int
    /// The bytes of sound until the next length.
    private var untilLength: Int
    /// The bytes of the text that have not come yet; 0 outside of a text.
    private var missing = 0
    private var text: [UInt8] = []
    /// The bytes of sound and of texts so far.
    private var sound = 0
    private var texts = 0

    init(interval: Int) { (self.interval, untilLength) = (interval, interval) }

    /// Whether the server sends so many texts that it costs time and the network.
    var isExcessive: Bool { texts > Self.most + sound }

    /// Separates a piece of a stream.
    ///
    /// - Parameters:
    ///   - sound: Called with the bytes of sound, in pieces.
    ///   - text: Called with each text, after the sound before it.
    mutating func separate(
        _ piece: UnsafeRawBufferPointer, sound: (UnsafeRawBufferPointer) -> Void, text: ([UInt8]) -> Void
    ) {
        var rest = piece[...]
        while let first = rest.first {
            if missing > 0 {
                let part = rest.prefix(missing)
                self.text += part
                missing -= part.count
                rest = rest.dropFirst(part.count)
                if missing == 0 { text(self.text) }
            } else if untilLength > 0 {
                let part = rest.prefix(untilLength)
                sound(UnsafeRawBufferPointer(rebasing: part))
                untilLength -= part.count
                self.sound += part.count
                rest = rest.dropFirst(part.count)
            } else {
                (missing, untilLength) = (Int(first) * 16, interval)
                texts += missing
                self.text.removeAll(keepingCapacity: true)
                rest = rest.dropFirst()
            }
        }
    }

    /// Returns the bytes of the title in a text, which may be empty; nil if it has none. A title may contain quotation marks.
    static func title(in text: [UInt8]) -> ArraySlice<UInt8>? {
        guard let start = end(of: "StreamTitle='", in: text[...]) else { return nil }
        let rest = text[start...]
        let next = end(of: "';Stream", in: rest).map { $0 - "';Stream".utf8.count }
        let end = next ?? rest.lastIndex(of: UInt8(ascii: "'")) ?? rest.endIndex
        return rest[..<end]
    }

    private static func end(of marker: String, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: marker.utf8) }.map { $0 + marker.utf8.count }
    }
}
