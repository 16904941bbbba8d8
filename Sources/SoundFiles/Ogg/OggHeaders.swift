import CarillonAudio

/// The header packets at the beginning of the first stream of an Ogg file, read page by page.
///
/// The pages must follow one another without a gap, complete, numbered, and with correct checksums. After a bad page,
/// libogg would search for the next good one, and might find pages that are not checked here.
struct OggHeaders {
    struct Packet {
        fileprivate(set) var size = 0
        /// The first bytes, up to the limit of what is kept.
        fileprivate(set) var beginning: [UInt8] = []
    }

    /// The number of the stream. libsndfile reads the stream that begins first.
    let stream: UInt32
    private(set) var packets: [Packet] = []
    /// The maximum number of bytes kept of the second packet: the comments, which may include pictures.
    private static let maximumCommentBytes = 4 << 10
    /// The maximum number of bytes kept of any other packet. Ordinary encoders write set-up headers of about 10 KiB.
    private static let maximumPacketBytes = 1 << 20
    /// The maximum length of all header pages; more than any file has.
    private static let maximumBytes = 64 << 20

    private let start: Int
    /// The end of the last page that was read.
    private var end: Int
    private let read: (Range<Int>) -> [UInt8]
    private var nextNumber: UInt32
    /// The packet that continues on the next page.
    private var unfinished: Packet?

    /// Reads the first packet, which is alone on the first page.
    ///
    /// - Parameters:
    ///   - start: The position of the first page.
    ///   - read: Returns the bytes of a range of the file, fewer at its end.
    init?(start: Int, _ read: @escaping (Range<Int>) -> [UInt8]) {
        guard let (page, body) = Self.page(at: start, read), page.isFirst else { return nil }
        (stream, nextNumber, end) = (page.stream, page.number, start + page.length)
        (self.start, self.read) = (start, read)
        guard take(page, body), packets.count == 1, unfinished == nil else { return nil }
    }

    /// The number of bytes read, including pages of other streams.
    var length: Int { end - start }

    /// Reads until there are `count` packets.
    ///
    /// - Returns: False if the file does not have them.
    mutating func readPackets(_ count: Int) -> Bool {
        while packets.count < count {
            guard length < Self.maximumBytes, let (page, body) = Self.page(at: end, read) else { return false }
            end += page.length
            guard page.stream != stream || take(page, body) else { return false }
        }
        return true
    }

    private static func page(at offset: Int, _ read: (Range<Int>) -> [UInt8]) -> (OggPage, ArraySlice<UInt8>)? {
        let bytes = read(offset..<(offset + OggPage.maximumBytes))
        guard let page = OggPage(bytes[...]), page.version == 0 else { return nil }
        let whole = bytes.prefix(page.length)
        return page.isIntact(whole) ? (page, whole.dropFirst(OggPage.headerLength + page.lacing.count)) : nil
    }

    /// - Returns: False if the page is not the next one of the stream.
    private mutating func take(_ page: OggPage, _ body: ArraySlice<UInt8>) -> Bool {
        guard page.number == nextNumber, page.isContinued == (unfinished != nil) else { return false }
        nextNumber &+= 1
        var rest = body
        for value in page.lacing {
            let kept = packets.count == 1 ? Self.maximumCommentBytes : Self.maximumPacketBytes
            var packet = unfinished.take() ?? Packet()
            packet.beginning += rest.prefix(min(Int(value), kept - packet.beginning.count))
            packet.size += Int(value)
            rest = rest.dropFirst(Int(value))
            if value < 255 { packets.append(packet) } else { unfinished = packet }
        }
        return true
    }
}
