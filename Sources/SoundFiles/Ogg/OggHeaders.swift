import CarillonAudio

/// The header packets with which the first stream of an Ogg file begins, read page by page.
///
/// The pages have to follow one another without a gap, whole, numbered, and with the right checksums. libogg would look
/// for the next good page behind a bad one, and might find others than are looked at here.
struct OggHeaders {
    struct Packet {
        fileprivate(set) var size = 0
        /// The first bytes of it, as many as are kept.
        fileprivate(set) var beginning: [UInt8] = []
    }

    /// Which stream it is: libsndfile reads the one that begins first.
    let stream: UInt32
    private(set) var packets: [Packet] = []
    /// How much is kept of the comments, which are the second packet, and may have pictures among them.
    private static let mostOfComments = 4 << 10
    /// How much is kept of any other packet. A set-up header of ordinary encoders has some 10 KiB.
    private static let mostOfPacket = 1 << 20
    /// More than any file has.
    private static let mostBytes = 64 << 20

    private let start: Int
    /// Where the last page ends that was read.
    private var end: Int
    private let read: (Range<Int>) -> [UInt8]
    private var nextNumber: UInt32
    /// The packet that goes on on the next page.
    private var unfinished: Packet?

    /// Reads the first of them, which is alone on the first page.
    ///
    /// - Parameters:
    ///   - start: Where the first page is.
    ///   - read: Gives the bytes of a range of the file, fewer at its end.
    init?(start: Int, _ read: @escaping (Range<Int>) -> [UInt8]) {
        guard let (page, body) = Self.page(at: start, read), page.isFirst else { return nil }
        (stream, nextNumber, end) = (page.stream, page.number, start + page.length)
        (self.start, self.read) = (start, read)
        guard take(page, body), packets.count == 1, unfinished == nil else { return nil }
    }

    /// How many bytes the pages have that were read, with those of other streams between them.
    var length: Int { end - start }

    /// Reads on until there are so many packets.
    ///
    /// - Returns: False if they are not there.
    mutating func readPackets(_ count: Int) -> Bool {
        while packets.count < count {
            guard length < Self.mostBytes, let (page, body) = Self.page(at: end, read) else { return false }
            end += page.length
            guard page.stream != stream || take(page, body) else { return false }
        }
        return true
    }

    private static func page(at offset: Int, _ read: (Range<Int>) -> [UInt8]) -> (OggPage, ArraySlice<UInt8>)? {
        let bytes = read(offset..<(offset + OggPage.mostBytes))
        guard let page = OggPage(bytes[...]), page.version == 0 else { return nil }
        let whole = bytes.prefix(page.length)
        return page.isIntact(whole) ? (page, whole.dropFirst(OggPage.headerLength + page.lacing.count)) : nil
    }

    /// - Returns: False if the page is not the one that follows.
    private mutating func take(_ page: OggPage, _ body: ArraySlice<UInt8>) -> Bool {
        guard page.number == nextNumber, page.isContinued == (unfinished != nil) else { return false }
        nextNumber &+= 1
        var rest = body
        for value in page.lacing {
            let kept = packets.count == 1 ? Self.mostOfComments : Self.mostOfPacket
            var packet = unfinished.take() ?? Packet()
            packet.beginning += rest.prefix(min(Int(value), kept - packet.beginning.count))
            packet.size += Int(value)
            rest = rest.dropFirst(Int(value))
            if value < 255 { packets.append(packet) } else { unfinished = packet }
        }
        return true
    }
}
