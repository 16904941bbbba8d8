/// The header of an MP3 frame: ISO/IEC 11172-3, section 2.4.2.3, and ISO/IEC 13818-3 for the lower rates.
package enum MP3Header {
    private static let rates = [44_100, 48_000, 32_000]
    private static let bitRates = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Returns the length of the frame at the beginning in bytes; nil if there is none.
    package static func length(_ bytes: some Collection<UInt8>) -> Int? {
        let header = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard bytes.count >= 4, header >> 21 == 0x7FF, header >> 19 & 3 != 1, header >> 17 & 3 == 1,
            header >> 12 & 15 != 15,
            header >> 12 & 15 != 0, header >> 10 & 3 != 3
        else { return nil }
        let isMPEG1 = header >> 19 & 3 == 3
        let rate = rates[Int(header >> 10 & 3)] >> (isMPEG1 ? 0 : header >> 20 & 1 == 1 ? 1 : 2)
        let bitRate = bitRates[isMPEG1 ? 0 : 1][Int(header >> 12 & 15)]
        return (isMPEG1 ? 1_152 : 576) * 125 * bitRate / rate + Int(header >> 9 & 1)
    }
}
