import CarillonAudio

/// Sees to it that no packet of an Ogg file grows without end while libsndfile reads the file.
///
/// A packet may go on over any number of pages, and libogg keeps what has come of it. Those pages can be told by their
/// lacing values: no packet ends on them. An encoder makes none, unless a packet is larger than a page, or its pages are
/// very small. The guard looks at all bytes that are read, and adds up the lengths of those pages, from one time that
/// libsndfile has given frames to the next. Over the limit, the file ends there, and has ended for good.
///
/// What it guarantees: of one packet, no more than `limit` bytes are in libogg's memory, besides what is on the page that
/// it begins on and on the page that it ends on. It cannot be led astray. libogg takes for a page what begins with "OggS"
/// and has the right checksum, and looks for that anywhere once it has lost the thread. The guard takes for a page
/// whatever begins with "OggS" and is of the stream that is read, inside other pages as well: what libogg sees, and more.
/// So it may find too many of them in a file made by hand, and never too few.
///
/// The file ends as well at a last page whose position is before that of another one: libsndfile takes the difference for
/// a number of frames, which is then negative, and may ask for gigabytes to decode them to.
struct OggPacketGuard {
    /// Enough for any encoder's packets. It is also as much as libsndfile reads at first in search of the last page, all of
    /// which might be of small pages.
    static let leastLimit = 64 << 10

    private let stream: UInt32
    private let headersLength: Int
    private let limit: Int

    /// Where the next read goes on, if libsndfile does not jump.
    private var end = 0
    /// The last bytes that were read: what may be the beginning of a page whose header is not all there.
    private var recent: [UInt8] = []
    private var unfinished = 0
    private var highestPosition: UInt64 = 0
    private(set) var hasEnded = false

    /// How much is looked at at once.
    private static let pieceLength = 2_048

    /// - Parameters:
    ///   - stream: The stream that libsndfile reads.
    ///   - headersLength: How many bytes the pages of the header packets have, of which it is known how large they are.
    ///   - limit: How many bytes of pages there may be on which no packet ends.
    init(stream: UInt32, headersLength: Int, limit: Int) {
        (self.stream, self.headersLength, self.limit) = (stream, headersLength, limit)
        recent.reserveCapacity(Self.pieceLength + OggPage.headerLength + 255)
    }

    /// Looks at what has been read, before libsndfile is given it. Allocates nothing.
    ///
    /// - Parameter offset: Where it was read, counted from the first page.
    /// - Returns: Whether libsndfile may have it. If not, the file has ended.
    mutating func allows(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        if offset != end {
            // libogg does not put together what is on both sides of a jump.
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

    /// To be called when libsndfile has given frames: then packets have ended, and it keeps none but the last.
    mutating func framesWereGiven() { unfinished = 0 }

    /// - Returns: How many of the recent bytes are done with.
    private mutating func countPages() -> Int {
        for index in recent.indices where recent[index] == UInt8(ascii: "O") {
            guard recent[index...].prefix(4).elementsEqual("OggS".utf8.prefix(recent.count - index)) else { continue }
            guard let page = OggPage(recent[index...]) else { return index }
            if page.stream == stream, end - recent.count + index >= headersLength { look(at: page) }
        }
        return recent.count
    }

    private mutating func look(at page: OggPage) {
        // An empty page may leave its mark as well.
        if !page.endsPacket { unfinished += max(page.length, 255) }
        if unfinished > limit || page.isLast && page.position < highestPosition { hasEnded = true }
        if page.position != .max { highestPosition = max(highestPosition, page.position) }
    }
}
