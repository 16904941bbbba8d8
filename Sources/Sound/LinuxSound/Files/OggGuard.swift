import CarillonAudio

/// A check of the positions in an Ogg file while libsndfile reads the file.
///
/// libsndfile cuts the last page of an Opus stream at the page's position. If an earlier page has a higher position, the
/// number of frames to keep is negative. libsndfile converts it to a number of 32 bits, may allocate gigabytes for it,
/// and returns the content of that memory as sound. Therefore the file ends before such a page, permanently.
///
/// libogg accepts as a page whatever begins with "OggS" and has the right checksum, inside a damaged page as well. The
/// guard accepts whatever begins with "OggS" and belongs to the stream, so that it misses no page.
struct OggGuard {
    /// The bytes of a page that are inspected: the marker, the version, the flags, the position and the number of the
    /// stream. RFC 3533, section 6.
    private static let headerLength = 18

    /// The number of the first stream, which is the one that libsndfile reads.
    private var stream: Int?
    private var highestPosition: UInt64 = 0
    /// The position of the next read, unless libsndfile seeks.
    private var end = 0
    /// The last bytes read: possibly the beginning of a header.
    private var recent: [UInt8] = []
    private(set) var hasEnded = false

    /// Checks bytes before libsndfile receives them.
    ///
    /// - Parameter offset: The position of the bytes, relative to the first page.
    /// - Returns: Whether libsndfile may receive the bytes. If not, the file has ended.
    mutating func allows(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        // libogg does not join bytes before and after a seek.
        if offset != end { recent.removeAll(keepingCapacity: true) }
        end = offset + bytes.count
        recent.append(contentsOf: bytes)
        let inspected = max(0, recent.count - Self.headerLength + 1)
        for index in 0..<inspected where recent[index] == UInt8(ascii: "O") {
            inspect(recent[index..<(index + Self.headerLength)])
        }
        recent.removeFirst(inspected)
        return !hasEnded
    }

    private mutating func inspect(_ header: ArraySlice<UInt8>) {
        guard header.starts(with: "OggS".utf8) else { return }
        func number(_ range: Range<Int>) -> UInt64 {
            header.dropFirst(range.lowerBound).prefix(range.count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let (position, stream) = (number(6..<14), Int(number(14..<18)))
        if self.stream == nil { self.stream = stream }
        // A page on which no packet ends has the highest number as its position.
        guard stream == self.stream, position != .max else { return }
        let isLast = header[header.startIndex + 5] & 4 != 0
        if isLast && position < highestPosition { hasEnded = true }
        highestPosition = max(highestPosition, position)
    }
}
