import CarillonGPIO

/// Tells the value that a DS18B20 has after power-on from a temperature.
///
/// A sensor that loses its power during a conversion answers with 85 °C, and one whose power is too low with 127.94 °C. Byte 6 of
/// its scratchpad is then 0x0c, as after power-on. After a conversion, an original sensor has another number there: 0x10 less the
/// low 4 bits of the temperature. So a sensor that has had another number tells the two apart, as the kernel's driver does if root
/// writes 1 to its file `features` (drivers/w1/slaves/w1_therm.c, W1_THERM_CHECK_RESULT). Copies of the sensor always have 0x0c.
/// Of these, 85 °C counts if the last temperature was near, or if it lasts.
struct PowerOnValue {
    /// The meaning of a number.
    enum Verdict: Equatable {
        case temperature(Double)
        /// The sensor has lost its power.
        case none
        /// The number counts if the next ones are the same.
        case doubtful
    }

    /// The mark of a scratchpad without a conversion.
    static let mark: UInt8 = 0x0c
    /// The numbers after power-on, and with too little power (DS18B20 Rev. 6, table 1; kernel: convert_t).
    private static let (powerOn, weak) = (85.0, 127.9375)
    /// The change within which 85 degrees count at once, in degrees.
    private static let near = 10.0
    /// The doubtful numbers in a row of which the last one counts.
    private static let enough = 3

    private var hasOtherMarks = false
    private var last: Double?
    private var doubts = 0

    /// Takes a number.
    ///
    /// - Parameters:
    ///   - number: In degrees Celsius.
    ///   - mark: Byte 6 of the scratchpad; 0x0c if it is unknown.
    mutating func take(_ number: Double, mark: UInt8) -> Verdict {
        if mark != Self.mark { hasOtherMarks = true }
        if number == Self.weak { return .none }
        if number == Self.powerOn, mark == Self.mark {
            if hasOtherMarks { return .none }
            doubts += 1
            if last.map({ abs($0 - number) > Self.near }) ?? true, doubts < Self.enough { return .doubtful }
        }
        (last, doubts) = (number, 0)
        return .temperature(number)
    }
}

/// The scratchpad of a DS18B20, as the first line of the file `w1_slave` of the kernel's driver shows it, after a new conversion:
/// `50 05 4b 46 7f ff 0c 10 1c : crc=1c YES`.
struct Scratchpad {
    private let bytes: [UInt8]

    /// Reads a line; nil if its checksum is wrong.
    init?(line: [UInt8]) {
        let words = String(decoding: line.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
        bytes = words.prefix(9).compactMap { UInt8($0, radix: 16) }
        guard bytes.count == 9, words.last == "YES" else { return nil }
    }

    /// The temperature in degrees Celsius (DS18B20 Rev. 6, figure 4).
    var temperature: Double { Double(Int16(bitPattern: UInt16(bytes[1]) << 8 | UInt16(bytes[0]))) / 16 }

    /// Byte 6.
    var mark: UInt8 { bytes[6] }

    /// Returns the line of a copy of the sensor, whose byte 6 never changes.
    static func line(_ temperature: Double) -> [UInt8] {
        let bits = UInt16(bitPattern: Int16((temperature * 16).rounded()))
        let bytes = [UInt8(bits & 0xff), UInt8(bits >> 8), 0x4b, 0x46, 0x7f, 0xff, PowerOnValue.mark, 0x10, 0x00]
        let texts = bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }
        return Array("\(texts.joined(separator: " ")) : crc=00 YES".utf8)
    }
}
