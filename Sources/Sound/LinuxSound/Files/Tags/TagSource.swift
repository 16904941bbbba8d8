/// The bytes of a file in which tags are looked for. Each byte that is read counts towards a limit.
struct TagSource {
    /// The largest number of bytes of a text: enough for 256 bytes of UTF-8 in any encoding, with its name.
    static let mostBytesOfText = 1_024

    private let range: Range<Int>
    private var left: Int
    private let read: (Range<Int>) -> [UInt8]

    init(range: Range<Int>, limit: Int, read: @escaping (Range<Int>) -> [UInt8]) {
        (self.range, left, self.read) = (range, limit, read)
    }

    /// Creates a source of bytes in memory.
    init(_ bytes: [UInt8]) {
        self.init(range: bytes.indices, limit: .max) { Array(bytes[$0]) }
    }

    /// Returns the bytes from a place on; nil if the file or the limit has fewer.
    mutating func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= left, offset <= range.upperBound - count else { return nil }
        left -= count
        let bytes = read(offset..<(offset + count))
        return bytes.count == count ? bytes : nil
    }

    /// Returns up to `count` bytes from a place on.
    mutating func bytes(at offset: Int, atMost count: Int) -> [UInt8] {
        bytes(at: offset, count: max(min(count, left, range.upperBound - offset), 0)) ?? []
    }

    /// Returns a number of four bytes, the highest first.
    mutating func number(at offset: Int) -> Int? {
        bytes(at: offset, count: 4)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a number of four bytes, the lowest first.
    mutating func littleNumber(at offset: Int) -> Int? {
        bytes(at: offset, count: 4)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
