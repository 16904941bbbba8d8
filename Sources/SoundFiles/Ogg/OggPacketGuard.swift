import CarillonAudio

/// A check that bounds the size of an Ogg file's packets while libsndfile reads the file.
///
/// A packet may span any number of pages, and libogg keeps all parts until the packet ends. The lacing values identify
/// the pages on which no packet ends. Encoders write such a page only if a packet is larger than a page, or if their
/// pages are very small. The guard checks all bytes that are read, and adds up the lengths of these pages. It starts
/// again from 0 each time that libsndfile returns frames. Above the limit the file ends, permanently.
///
/// The guarantee: libogg's memory holds at most `limit` bytes of one packet, besides the parts on the page where the
/// packet begins and on the page where it ends. A crafted file cannot evade the guard. libogg accepts as a page
/// whatever begins with "OggS" and has the right checksum, and searches for it anywhere once it has lost
/// synchronisation. The guard accepts whatever begins with "OggS" and belongs to the stream, inside other pages as
/// well. So it may count too many pages in a crafted file, and never too few.
///
/// The file also ends at a last page whose position is before that of an earlier page. libsndfile uses the difference
/// as a number of frames, which is then negative, and may allocate gigabytes for them.
struct OggPacketGuard {
    /// The minimum limit: enough for any encoder's packets. libsndfile also reads that much at first to search the last
    /// page, and all of it might be small pages.
    static let minimumLimit = 64 << 10

    private let stream: UInt32
    private let headersLength: Int
    private let limit: Int

    /// The position of the next read, unless libsndfile seeks.
    private var end = 0
    /// The last bytes read: possibly the beginning of a page whose header is incomplete.
    private var recent: [UInt8] = []
    private var unfinished = 0
    private var highestPosition: UInt64 = 0
    private(set) var hasEnded = false

    /// The number of bytes checked at once.
    private static let pieceLength = 2_048

    /// - Parameters:
    ///   - stream: The stream that libsndfile reads.
    ///   - headersLength: The size in bytes of the pages of the header packets, whose sizes are known.
    ///   - limit: The maximum size, in bytes, of the pages on which no packet ends.
    init(stream: UInt32, headersLength: Int, limit: Int) {
        (self.stream, self.headersLength, self.limit) = (stream, headersLength, limit)
        recent.reserveCapacity(Self.pieceLength + OggPage.headerLength + 255)
    }

    /// Checks bytes before libsndfile receives them. Allocates nothing.
    ///
    /// - Parameter offset: The position of the bytes, relative to the first page.
    /// - Returns: Whether libsndfile may receive the bytes. If not, the file has ended.
    mutating func allows(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        if offset != end {
            // libogg does not join bytes before and after a seek.
            recent.removeAll(keepingCapacity: true)
            end = offset
        }
        var rest = bytes[...]
        while !rest.isEmpty, !hasEnded {
            let piece = rest.prefix(Self.pieceLength)
            recent.append(contentsOf: piece)
            end += piece.count
            recent.removeFirst(countPages())
            rest = rest.dropFirst(piece.count)
        }
        return !hasEnded
    }

    /// Call when libsndfile has returned frames: then packets have ended, and libogg keeps only the last one.
    mutating func didReturnFrames() { unfinished = 0 }

    /// - Returns: The number of recent bytes that are no longer needed.
    private mutating func countPages() -> Int {
        for index in recent.indices where recent[index] == UInt8(ascii: "O") {
            guard recent[index...].prefix(4).elementsEqual("OggS".utf8.prefix(recent.count - index)) else { continue }
            guard let page = OggPage(recent[index...]) else { return index }
            if page.stream == stream, end - recent.count + index >= headersLength { inspect(at: page) }
        }
        return recent.count
    }

    private mutating func inspect(at page: OggPage) {
        // An empty page costs memory as well.
        if !page.endsPacket { unfinished += max(page.length, 255) }
        if unfinished > limit || page.isLast && page.position < highestPosition { hasEnded = true }
        if page.position != .max { highestPosition = max(highestPosition, page.position) }
    }
}
