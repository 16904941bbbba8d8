/// An Ogg file, assembled by hand or changed: RFC 3533, section 6.
struct OggFile {
    private(set) var bytes: [UInt8] = []
    /// The positions of the pages.
    private(set) var pages: [Range<Int>] = []
    private var numbers: [UInt32: UInt32] = [:]

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }

    init() {}

    /// Takes a file over.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var start = 0
        while start < bytes.count {
            let lacing = bytes[(start + 27)...].prefix(Int(bytes[start + 26]))
            let end = start + 27 + lacing.count + lacing.reduce(0) { $0 + Int($1) }
            pages.append(start..<end)
            start = end
        }
    }

    /// Returns the number of frames up to the end of a page's last packet.
    func position(of page: Int) -> Int {
        bytes[pages[page]].dropFirst(6).prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func setPosition(_ position: Int, of page: Int) {
        let start = pages[page].lowerBound
        bytes.replaceSubrange((start + 6)..<(start + 14), with: little(position, 8))
        repairChecksum(of: pages[page])
    }

    /// Sets the number of the stream on all pages.
    mutating func setNumber(_ number: UInt32) {
        for page in pages {
            bytes.replaceSubrange((page.lowerBound + 14)..<(page.lowerBound + 18), with: little(Int(number), 4))
            repairChecksum(of: page)
        }
    }

    private mutating func repairChecksum(of page: Range<Int>) {
        let field = (page.lowerBound + 22)..<(page.lowerBound + 26)
        bytes.replaceSubrange(field, with: [0, 0, 0, 0])
        let sum = bytes[page].reduce(UInt32(0)) { $0 << 8 ^ Self.table[Int($0 >> 24) ^ Int($1)] }
        bytes.replaceSubrange(field, with: little(Int(sum), 4))
    }

    /// Adds a page of packets, all of which end on it.
    mutating func addPage(_ packets: [[UInt8]], flags: UInt8 = 0, position: Int = 0, stream: UInt32 = 7) {
        let lacing = packets.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
        addPage(lacing: lacing, packets.flatMap { $0 }, flags: flags, position: position, stream: stream)
    }

    /// - Parameters:
    ///   - flags: 1 on a page that begins with the rest of a packet, 2 on the first page, 4 on the last one.
    ///   - position: The number of frames up to the end of the page's last packet.
    mutating func addPage(
        lacing: [UInt8], _ body: [UInt8], flags: UInt8 = 0, position: Int = 0, stream: UInt32 = 7
    ) {
        let number = numbers[stream, default: 0]
        numbers[stream] = number + 1
        let page = joined(
            ascii("OggS"), [0, flags], little(position, 8), little(Int(stream), 4), little(Int(number), 4),
            [0, 0, 0, 0, UInt8(lacing.count)], lacing, body)
        bytes += page
        pages.append((bytes.count - page.count)..<bytes.count)
        repairChecksum(of: pages[pages.count - 1])
    }
}

/// Joins the parts of a file. Swift 6.0 takes long to type-check a sum of literals.
func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Returns the bytes of a number, the lowest first.
func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }

/// A writer of numbers bit by bit, the lowest bit of each byte first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: Int, _ width: Int) {
        for bit in 0..<width {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
            count += 1
        }
    }
}
