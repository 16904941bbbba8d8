/// The controller of a digit display, as a plan: it converts text into transfers.
///
/// Sources: Holtek HT16K33 v1.10 (commands: system setup, display setup, dimming set; display data RAM); Maxim MAX7219 19-4452
/// Rev 4 (tables 1 to 10, and the serial-data format); Titan Micro TM1637 V2.4 (data command, address command, display control).
struct DigitController {
    enum Chip: String, CaseIterable, Sendable {
        /// Four digits and a colon on I2C, as the common backpacks have them.
        case ht16k33
        /// Up to eight digits on SPI.
        case max7219
        /// Four digits and a colon, or six digits, on two lines.
        case tm1637

        /// The largest number of digits.
        var most: Int {
            switch self {
            case .ht16k33: 4
            case .max7219: 8
            case .tm1637: 6
            }
        }

        /// The usual number of digits.
        var usual: Int { self == .max7219 ? 8 : 4 }

        /// The highest value of the brightness.
        var brightest: Double { self == .tm1637 ? 7 : 15 }

        /// The transfer that switches the display off: its safe state.
        var off: [UInt8] { self == .max7219 ? [0x0c, 0x00] : [0x80] }
    }

    /// The number of texts to send as changes before one is sent whole, because the chip may have lost its power.
    private static let maximumChanges = 64

    private let chip: Chip
    private let count: Int
    /// From 0 to `chip.brightest`.
    private let dimming: UInt8
    /// The registers that the chip has; nil if unknown or off.
    private var known: [UInt8]?
    private var changes = 0

    /// - Parameters:
    ///   - count: The number of digits.
    ///   - brightness: From 0 to 1.
    init(_ chip: Chip, count: Int, brightness: Double) {
        (self.chip, self.count) = (chip, count)
        dimming = UInt8((brightness * chip.brightest).rounded())
    }

    /// Notes that a transfer has failed.
    mutating func failed() { known = nil }

    /// Returns the transfers that show a text; nil switches the display off.
    mutating func transfers(for text: String?) -> [[UInt8]] {
        guard let text else {
            known = nil
            return [chip.off]
        }
        let registers = registers(of: DigitGlyphs.digits(of: text, count: count))
        changes += 1
        if changes > Self.maximumChanges { known = nil }
        guard let old = known else {
            (known, changes) = (registers, 0)
            return start + writes(of: registers, insteadOf: nil) + end
        }
        known = registers
        return writes(of: registers, insteadOf: old)
    }

    /// The contents of the display's memory.
    private func registers(of digits: DigitGlyphs.Digits) -> [UInt8] {
        switch chip {
        case .ht16k33:
            // Each digit has two bytes, of which the first is used. The colon is the third of five, bit 1.
            let colon: UInt8 = digits.hasColon ? 0x02 : 0
            var bytes = [UInt8](repeating: 0, count: 16)
            for (place, segments) in zip([0, 2, 6, 8], digits.segments) { bytes[place] = segments }
            bytes[4] = colon
            return bytes
        case .max7219:
            // The first register is the digit at the right. A module has no colon.
            return digits.segments.reversed().map(Self.mirrored)
        case .tm1637:
            // The colon of a clock is the decimal point of its second digit. The usual module of six digits has them in two
            // groups of three, each from the right.
            var bytes = digits.segments
            if digits.hasColon, count == 4 { bytes[1] |= DigitGlyphs.point }
            return count == 6 ? [2, 1, 0, 5, 4, 3].map { bytes[$0] } : bytes
        }
    }

    /// Returns the segments in the order of the MAX7219: G is bit 0, A is bit 6 (table 6).
    private static func mirrored(_ segments: UInt8) -> UInt8 {
        (0..<7).reduce(segments & DigitGlyphs.point) { $0 | (segments >> UInt8($1) & 1) << UInt8(6 - $1) }
    }

    /// The transfers before the memory of a chip whose state is not known.
    private var start: [[UInt8]] {
        switch chip {
        case .ht16k33: [[0x21], [0xe0 | dimming]]  // the oscillator, and the dimming
        // No test, no decoding, all digits, the intensity
        case .max7219: [[0x0f, 0x00], [0x09, 0x00], [0x0b, UInt8(count - 1)], [0x0a, dimming]]
        case .tm1637: [[0x40]]  // the address increases with each byte
        }
    }

    /// The transfers after the memory.
    private var end: [[UInt8]] {
        switch chip {
        case .ht16k33: [[0x81]]
        case .max7219: [[0x0c, 0x01]]
        case .tm1637: [[0x88 | dimming]]
        }
    }

    /// Writes the registers that differ. A MAX7219 takes one with each transfer.
    private func writes(of new: [UInt8], insteadOf old: [UInt8]?) -> [[UInt8]] {
        let places = new.indices.filter { old?[$0] != new[$0] }
        guard let first = places.first, let last = places.last else { return [] }
        switch chip {
        case .ht16k33: return [[UInt8(first)] + new[first...last]]
        case .max7219: return places.map { [UInt8($0 + 1), new[$0]] }
        case .tm1637: return [[0xc0 | UInt8(first)] + new[first...last]]
        }
    }
}
