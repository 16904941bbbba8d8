/// The length that an MP4 file declares in its movie header: ISO/IEC 14496-12, section 8.2.2.
enum MP4Length {
    private static let mostBoxes = 64

    /// Returns nil if the file has no such header.
    static func seconds(of file: SoundFile) -> Double? {
        guard let movie = find("moov", in: 0..<file.length, file), let header = find("mvhd", in: movie, file) else {
            return nil
        }
        let bytes = file.bytes(header.prefix(32))
        guard bytes.count == 32 else { return nil }
        func number(_ range: Range<Int>) -> Double { bytes[range].reduce(0) { $0 * 256 + Double($1) } }
        let (scale, length) = bytes[0] == 1 ? (number(20..<24), number(24..<32)) : (number(12..<16), number(16..<20))
        // All ones stand for an unknown length.
        guard scale > 0, length > 0, length < 0xFFFF_FFFF else { return nil }
        return length / scale
    }

    /// Finds the content of a box.
    private static func find(_ name: String, in range: Range<Int>, _ file: SoundFile) -> Range<Int>? {
        var offset = range.lowerBound
        for _ in 0..<mostBoxes where offset + 8 <= range.upperBound {
            let head = file.bytes(offset..<(offset + 16))
            guard head.count >= 8 else { return nil }
            func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
            var (length, start) = (number(0..<4), 8)
            if length == 1, head.count == 16 { (length, start) = (number(8..<16), 16) }
            if length == 0 { length = range.upperBound - offset }
            guard length >= start, length <= range.upperBound - offset else { return nil }
            if head[4..<8].elementsEqual(name.utf8) { return (offset + start)..<(offset + length) }
            offset += length
        }
        return nil
    }
}
