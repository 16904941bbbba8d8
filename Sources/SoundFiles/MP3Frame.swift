/// The header of a frame of an MP3 file: ISO/IEC 11172-3, section 2.4.2.3, and ISO/IEC 13818-3 for the lower rates.
package struct MP3Frame {
    private static let rates = [44_100, 48_000, 32_000]
    /// In kbit/s, for the rates of MPEG-1 and for the lower ones.
    private static let bitRates = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    static let headerLength = 4

    private let header: [UInt8]

    /// Returns nil unless an MP3 frame starts with these bytes: eleven set bits, then a valid version, layer, bit rate
    /// and sample rate.
    package init?(_ bytes: some Collection<UInt8>) {
        header = Array(bytes.prefix(Self.headerLength))
        guard header.count == Self.headerLength, header[0] == 0xFF, header[1] & 0xE0 == 0xE0,
            header[1] & 0x18 != 0x08, header[1] & 0x06 == 0x02, header[2] & 0xF0 != 0xF0, header[2] & 0x0C != 0x0C
        else { return nil }
    }

    private var isMPEG1: Bool { header[1] & 0x18 == 0x18 }
    private var isMono: Bool { header[3] & 0xC0 == 0xC0 }
    private var hasChecksum: Bool { header[1] & 1 == 0 }
    private var sideInformation: Int { isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17) }

    /// The length in bytes, including the header; nil for a frame of free format, which does not declare it.
    package var length: Int? {
        let bitRate = Self.bitRates[isMPEG1 ? 0 : 1][Int(header[2] >> 4)]
        // MPEG-2 has half of the rates, MPEG-2.5 a quarter.
        let rate = Self.rates[Int(header[2] >> 2 & 3)] >> (isMPEG1 ? 0 : header[1] & 0x10 != 0 ? 1 : 2)
        guard bitRate > 0 else { return nil }
        return (isMPEG1 ? 144_000 : 72_000) * bitRate / rate + Int(header[2] >> 1 & 1)
    }

    /// The offset within the frame of the tag that declares the number of frames: `Xing`, or `Info` at a constant bit
    /// rate.
    var tagOffset: Int { Self.headerLength + (hasChecksum ? 2 : 0) + sideInformation }

    /// Returns whether the bytes at `tagOffset` are such a tag.
    static func isTag(_ bytes: [UInt8]) -> Bool { bytes == Array("Xing".utf8) || bytes == Array("Info".utf8) }

    /// Returns a frame for the same stream that contains no sound, but the tag, with the largest number of frames. It
    /// makes decoders read to the end of the file.
    var endlessTag: [UInt8] {
        // Without a checksum, and at 128 or 80 kbit/s without padding, so that there is room for the tag.
        let head = [header[0], header[1] | 1, 0x90 | header[2] & 0x0C, header[3]]
        guard let tagged = MP3Frame(head), let length = tagged.length else { return [] }
        let numberOfFramesFollows: [UInt8] = [0, 0, 0, 1]
        let tag = Array("Info".utf8) + numberOfFramesFollows + [0xFF, 0xFF, 0xFF, 0xFF]
        let bytes = head + [UInt8](repeating: 0, count: sideInformation) + tag
        return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }
}
