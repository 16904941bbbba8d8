/// The bytes on SPI that make a strip of pixels show its colours.
///
/// A pixel of the kinds WS2812 and SK6812 has one data line, MOSI, on which the length of a pulse is a bit. SPI sends each
/// bit of a colour as three or four bits, whose pulses have the lengths of the data sheet:
///
/// | data sheet | 0: high, low (us) | 1: high, low (us) | reset | here |
/// |---|---|---|---|---|
/// | WS2812B, data transfer time | 0.4, 0.85 +- 0.15 | 0.8, 0.45 +- 0.15 | 50 us, since V5 280 us | 100 and 110 at 2.4 MHz |
/// | SK6812, data transfer time | 0.3, 0.9 +- 0.15 | 0.6, 0.6 +- 0.15 | 80 us | 1000 and 1100 at 3.2 MHz |
///
/// An APA102 has a clock as well, and takes the bytes as they are.
struct PixelEncoding: Equatable, Sendable {
    /// A controller of pixels.
    enum Chip: String, CaseIterable, Sendable {
        case ws2812, sk6812
        /// With a white LED beside the coloured ones.
        case sk6812White = "sk6812-rgbw"
        case apa102

        /// The clock of SPI, in hertz.
        var speed: UInt32 {
            switch self {
            case .ws2812: 2_400_000
            case .sk6812, .sk6812White: 3_200_000
            // The data sheet states no limit. Strips of a metre take 8 MHz.
            case .apa102: 8_000_000
            }
        }

        /// The order in which the pixels take their colours, by the data sheets.
        var order: PixelOrder { self == .apa102 ? .bgr : .grb }

        /// The number of bytes for a pixel.
        fileprivate var size: Int {
            switch self {
            case .ws2812: 9
            case .sk6812: 12
            case .sk6812White: 16
            case .apa102: 4
            }
        }

        /// The number of zeros that make the pixels show their colours: 300 us for a WS2812, 100 us for an SK6812.
        fileprivate var reset: Int { self == .ws2812 ? 90 : 40 }
    }

    /// The largest number of pixels: 300 WS2812 take 9.4 ms of the 16.7 ms of a frame.
    static let most = 300
    /// The size of spidev's buffer (`bufsiz`), which a transfer must not exceed, because a pause would be a reset.
    private static let buffer = 4096

    let chip: Chip
    /// The number of pixels.
    let count: Int
    /// The order in which the pixels take their colours, white last.
    private let order: PixelOrder

    /// - Parameter order: nil for the order of the chip's data sheet.
    init(chip: Chip, count: Int, order: PixelOrder? = nil) {
        (self.chip, self.count, self.order) = (chip, count, order ?? chip.order)
    }

    /// The largest number of pixels with this chip.
    static func most(of chip: Chip) -> Int { min(most, (buffer - 1 - chip.reset) / chip.size) }

    /// The bytes that switch all pixels off.
    var dark: [UInt8] { bytes([UInt8](repeating: 0, count: count * 3)) }

    /// Returns the bytes of one transfer.
    ///
    /// - Parameter levels: Red, green and blue of each pixel, from 0 to 255.
    func bytes(_ levels: [UInt8]) -> [UInt8] {
        chip == .apa102 ? clocked(levels) : pulses(levels)
    }

    // MARK: A clock and a data line

    /// A frame begins with 32 zeros. A pixel is 111, the current in 31sts, and the colours (APA102, 5-bit brightness).
    /// Each pixel delays the data by half a clock, so a clock for every two pixels must follow. An SK9822, which is sold as
    /// an APA102, shows its colours after 32 further zeros.
    private func clocked(_ levels: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4)
        bytes.reserveCapacity(8 + count * 4 + count / 16 + 1)
        let (first, second, third) = order.parts
        for pixel in 0..<count {
            bytes.append(0xff)
            bytes.append(levels[pixel * 3 + first])
            bytes.append(levels[pixel * 3 + second])
            bytes.append(levels[pixel * 3 + third])
        }
        bytes += repeatElement(0, count: 4 + (count + 15) / 16)
        return bytes
    }

    // MARK: One data line

    /// The bits on the line for each byte, first bit first.
    private static let threeBits = table(bits: 3, zero: 0b100, one: 0b110)
    private static let fourBits = table(bits: 4, zero: 0b1000, one: 0b1100)

    private static func table(bits: UInt32, zero: UInt32, one: UInt32) -> [UInt32] {
        (0..<256).map { byte in
            var pulses: UInt32 = 0
            for bit in (0..<8).reversed() { pulses = pulses << bits | (byte >> bit & 1 == 1 ? one : zero) }
            return pulses
        }
    }

    /// A zero comes first, because some controllers leave the line high between transfers.
    private func pulses(_ levels: [UInt8]) -> [UInt8] {
        let (table, size) = chip == .ws2812 ? (Self.threeBits, 3) : (Self.fourBits, 4)
        let total = 1 + count * chip.size + chip.reset
        let (first, second, third) = order.parts
        return [UInt8](unsafeUninitializedCapacity: total) { bytes, length in
            bytes.initialize(repeating: 0)
            length = total
            var place = 1
            func add(_ level: UInt8) {
                let pulses = table[Int(level)]
                for byte in (0..<size).reversed() {
                    bytes[place] = UInt8(truncatingIfNeeded: pulses >> UInt32(byte * 8))
                    place += 1
                }
            }
            for pixel in 0..<count {
                let one = levels[pixel * 3 + first]
                let (two, three) = (levels[pixel * 3 + second], levels[pixel * 3 + third])
                // The white LED has the part that all three colours have.
                let white = chip == .sk6812White ? min(one, two, three) : 0
                add(one - white)
                add(two - white)
                add(three - white)
                if chip == .sk6812White { add(white) }
            }
        }
    }
}

/// The order in which pixels take the levels of red, green and blue. Makers of strips differ from the chip's data sheet.
public enum PixelOrder: String, CaseIterable, Sendable {
    /// Red, green, blue.
    case rgb
    /// Red, blue, green.
    case rbg
    /// Green, red, blue.
    case grb
    /// Green, blue, red.
    case gbr
    /// Blue, red, green.
    case brg
    /// Blue, green, red.
    case bgr

    /// The places of the levels among red, green and blue.
    fileprivate var parts: (Int, Int, Int) {
        switch self {
        case .rgb: (0, 1, 2)
        case .rbg: (0, 2, 1)
        case .grb: (1, 0, 2)
        case .gbr: (1, 2, 0)
        case .brg: (2, 0, 1)
        case .bgr: (2, 1, 0)
        }
    }
}
