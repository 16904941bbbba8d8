import CLibrary
import CarillonAudio

/// The texts of a station, whose character set no standard states.
struct StationText {
    /// The name of the character set; nil for UTF-8, and Windows-1252 where it is not.
    let characterSet: String?

    /// Returns a text as a line; nil if nothing is left of it.
    func line(_ bytes: some Collection<UInt8>) -> String? {
        guard let characterSet else { return TrackTags.line(Windows1252.text(unlessUTF8: bytes)) }
        return TrackTags.line(Self.convert(Array(bytes), from: characterSet))
    }

    /// Whether the system knows a character set.
    static func isKnown(_ characterSet: String) -> Bool {
        guard let converter = open(characterSet) else { return false }
        iconv_close(converter)
        return true
    }

    private static func open(_ characterSet: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", characterSet)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    /// Converts a text, with U+FFFD for each byte that has no meaning.
    private static func convert(_ bytes: [UInt8], from characterSet: String) -> String {
        guard let converter = open(characterSet) else { return Windows1252.text(bytes) }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var result: [UInt8] = []
        var room = [CChar](repeating: 0, count: 256)
        input.withUnsafeMutableBufferPointer { input in
            var (next, left) = (input.baseAddress, input.count)
            while left > 0 {
                let failed = room.withUnsafeMutableBufferPointer { room in
                    var (end, free) = (room.baseAddress, room.count)
                    let count = iconv(converter, &next, &left, &end, &free)
                    result += room.prefix(room.count - free).map { UInt8(bitPattern: $0) }
                    return count == -1 && errno != E2BIG
                }
                guard failed, left > 0 else { continue }
                result += "\u{FFFD}".utf8
                next = next?.advanced(by: 1)
                left -= 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
