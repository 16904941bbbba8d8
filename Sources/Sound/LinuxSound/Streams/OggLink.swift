/// The pages of an Ogg stream, one link of the chain after the other: RFC 3533. Each title of a radio is a link.
///
/// libsndfile reads one link, and only pages that this passes on: whole pages of the first logical stream, with limits, because
/// libogg keeps a packet that does not end in memory. As in files, a last page whose position is before an earlier one is left
/// out, because libsndfile allocates memory for the difference.
struct OggLink {
    /// The largest packet, and the most bytes before the first sound, such as a picture in comments.
    private static let mostBytes = 1 << 20
    private static let header = 27
    private static let (begins, ends): (UInt8, UInt8) = (2, 4)

    /// Reads exactly as many bytes as the buffer has; returns false at the end.
    typealias Reading = (inout [UInt8], Int) throws(StreamFailure) -> Bool

    private var serial: [UInt8]?
    private var highest: UInt64 = 0
    /// The bytes of the packet that has not ended, and those before the first sound.
    private var open = 0
    private var head = 0
    private var hasSound = false
    private(set) var hasEnded = false
    /// The first page of the next link, which has come without an end of this one.
    private var following: [UInt8]?

    init() {}

    /// The link that follows.
    func next() -> OggLink {
        var link = OggLink()
        link.following = following
        return link
    }

    /// Returns the next page of the link; nil at its end, or at the end of the stream.
    mutating func page(_ read: Reading) throws(StreamFailure) -> [UInt8]? {
        while !hasEnded {
            var page: [UInt8]
            if let following {
                page = following
                self.following = nil
            } else if let found = try Self.find(read) {
                page = found
            } else {
                return nil
            }
            let isFirst = page[5] & Self.begins != 0
            if isFirst, hasSound {
                (following, hasEnded) = (page, true)
                return nil
            }
            if serial == nil, isFirst, Self.isCodec(page) { serial = Array(page[14..<18]) }
            guard let serial, page[14..<18].elementsEqual(serial) else {
                head += page.count
                guard head <= Self.mostBytes else { throw .notASound(type: nil) }
                continue
            }
            return try check(page) ? page : nil
        }
        return nil
    }

    /// - Returns: Whether the page may be decoded; otherwise the link has ended.
    private mutating func check(_ page: [UInt8]) throws(StreamFailure) -> Bool {
        let position = page[6..<14].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isLast = page[5] & Self.ends != 0
        hasEnded = isLast
        if position != .max {
            if isLast, position < highest { return false }
            highest = max(highest, position)
            if position > 0 { hasSound = true }
        }
        let segments = page[Self.header...].prefix(Int(page[26]))
        let continues = segments.last == 255
        open = (continues && !segments.contains { $0 < 255 } ? open : 0) + (continues ? page.count : 0)
        if !hasSound { head += page.count }
        guard open <= Self.mostBytes, head <= Self.mostBytes else { throw .notASound(type: nil) }
        return true
    }

    private static func isCodec(_ page: [UInt8]) -> Bool {
        let packet = page.dropFirst(header + Int(page[26]))
        return packet.starts(with: "OpusHead".utf8) || packet.starts(with: "\u{1}vorbis".utf8)
    }

    /// Finds the next page, and skips what is none.
    private static func find(_ read: Reading) throws(StreamFailure) -> [UInt8]? {
        var page: [UInt8] = []
        guard try read(&page, 4) else { return nil }
        var skipped = 0
        while !page.starts(with: "OggS".utf8) {
            page.removeFirst()
            guard try read(&page, 1) else { return nil }
            skipped += 1
            guard skipped <= StreamLimits.silence else { throw .notASound(type: nil) }
        }
        guard try read(&page, header - 4), try read(&page, Int(page[26])) else { return nil }
        let length = page[header...].reduce(0) { $0 + Int($1) }
        return try read(&page, length) ? page : nil
    }
}
