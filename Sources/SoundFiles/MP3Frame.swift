/// The header of a frame of an MP3 file: ISO/IEC 11172-3, section 2.4.2.3, and ISO/IEC 13818-3 for the lower rates.
package struct MP3Frame {
    private static let rates = [44_100, 48_000, 32_000]
    /// In kbit/s, for the rates of MPEG-1 and for the lower ones.
    private static let bitRates = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    static let headerLength = 4

    private let header: UInt32

    /// Returns nil unless an MP3 frame starts with these bytes: eleven set bits, then a valid version, layer, bit rate
    /// and sample rate.
    package init?(_ bytes: some Collection<UInt8>) {
        let start = bytes.prefix(Self.headerLength)
        header = start.reduce(0) { $0 << 8 | UInt32($1) }
        guard start.count == Self.headerLength, header >> 21 == 0x7FF, header >> 19 & 3 != 1, header >> 17 & 3 == 1,
            header >> 12 & 15 != 15, header >> 10 & 3 != 3
        else { return nil }
    }

    private var isMPEG1: Bool { header >> 19 & 3 == 3 }
    private var isMono: Bool { header >> 6 & 3 == 3 }
    private var hasChecksum: Bool { header >> 16 & 1 == 0 }
    private var sideInformation: Int { isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17) }

    /// The length in bytes, including the header; nil for a frame of free format, which does not declare it.
    package var length: Int? {
        let bitRate = Self.bitRates[isMPEG1 ? 0 : 1][Int(header >> 12 & 15)]
        guard bitRate > 0 else { return nil }
        return frames * 125 * bitRate / rate + Int(header >> 9 & 1)
    }

    /// The sample rate: MPEG-2 has half of the rates, MPEG-2.5 a quarter.
    var rate: Int { Self.rates[Int(header >> 10 & 3)] >> (isMPEG1 ? 0 : header >> 20 & 1 == 1 ? 1 : 2) }

    /// The number of samples of each channel.
    var frames: Int { isMPEG1 ? 1_152 : 576 }

    /// Returns whether a frame may belong to the same stream: its version, its layer and its sample rate are the same.
    func continues(_ other: MP3Frame) -> Bool { (header ^ other.header) & 0xFFFE_0C00 == 0 }

    /// The offset within the frame of the tag that declares the number of frames: `Xing`, or `Info` at a constant bit
    /// rate.
    var tagOffset: Int { Self.headerLength + (hasChecksum ? 2 : 0) + sideInformation }

    /// Returns whether the bytes at `tagOffset` are such a tag.
    static func isTag(_ bytes: [UInt8]) -> Bool { bytes == Array("Xing".utf8) || bytes == Array("Info".utf8) }

    /// Returns a frame for the same stream that contains no sound, but the tag, with the largest number of frames. It
    /// makes decoders read to the end of the file.
    var endlessTag: [UInt8] {
        // Without a checksum, and at 128 or 80 kbit/s without padding, so that there is room for the tag.
        let word = header & 0xFFFE_0CFF | 0x0001_9000
        let head = (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
        guard let tagged = MP3Frame(head), let length = tagged.length else { return [] }
        let numberOfFramesFollows: [UInt8] = [0, 0, 0, 1]
        let tag = Array("Info".utf8) + numberOfFramesFollows + [0xFF, 0xFF, 0xFF, 0xFF]
        let bytes = head + [UInt8](repeating: 0, count: sideInformation) + tag
        return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }
}
