import CarillonGPIO

/// A converter of voltages: the protocol of its chip.
///
/// Section numbers refer to the data sheets: Microchip MCP3004/3008 DS21295D, MCP3204/3208 DS21298E, MCP3302/3304
/// DS21697F, Texas Instruments ADS1115 SBAS444D.
struct AnalogConverter: Sendable {
    let chip: ChipReference
    let channel: Int
    /// The reference voltage of a converter that has none of its own, and the largest voltage to measure.
    let reference: Double

    /// Reads the voltage of the channel.
    func read(_ device: any BusDevice) throws(BusError) -> Double {
        switch chip.chip {
        case "mcp3008": try Double(convert(device, bits: 10)) / 1023 * reference
        case "mcp3208": try Double(convert(device, bits: 12)) / 4095 * reference
        // The highest of its 13 bits is a sign, which is 0 for a single-ended channel (6.2).
        case "mcp3304": try Double(convert(device, bits: 13)) / 4095 * reference
        case "ads1115": try readADS1115(device)
        default: try readKernel(device)
        }
    }

    // MARK: MCP3008, MCP3208 and MCP3304

    /// The bits on the way in are a start bit, 1 for single-ended, and the channel. Two clocks later follow the bits of the
    /// number, the highest first (5 and figures 5-1, 6-1; MCP3304: 6.2).
    static func request(ofChannel channel: Int) -> UInt8 { 0b0110_0000 | UInt8(channel & 7) << 2 }

    private func convert(_ device: any BusDevice, bits: Int) throws(BusError) -> UInt16 {
        let bytes = try device.transfer([Self.request(ofChannel: channel)], reading: 2)
        return (UInt16(bytes[0]) << 8 | UInt16(bytes[1])) >> (16 - bits)
    }

    // MARK: ADS1115

    /// The full scales of the amplifier, by their code (9.6.3, table 8), the smallest first.
    private static let fullScales: [(volts: Double, code: UInt16)] = [
        (0.256, 5), (0.512, 4), (1.024, 3), (2.048, 2), (4.096, 1), (6.144, 0),
    ]

    /// The smallest full scale that contains the reference.
    private var fullScale: (volts: Double, code: UInt16) {
        Self.fullScales.first { $0.volts >= reference } ?? (6.144, 0)
    }

    /// The configuration that starts one conversion of a channel against ground, at 860 samples per second, without the
    /// comparator (9.6.3).
    var configuration: UInt16 {
        let input = UInt16(4 + channel & 3) << 12
        return 0x81e3 | input | fullScale.code << 9
    }

    /// Starts a conversion and waits for its end, which takes 1.2 ms (9.4.2.1): about two transfers of the configuration, whose
    /// highest bit is then set. Nothing else can use the chip meanwhile.
    private func readADS1115(_ device: any BusDevice) throws(BusError) -> Double {
        let configuration = configuration
        try device.write([1, UInt8(configuration >> 8), UInt8(configuration & 0xff)])
        for _ in 0..<50 {
            guard try device.transfer([1], reading: 2)[0] & 0x80 != 0 else { continue }
            let bytes = try device.transfer([0], reading: 2)
            return Double(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))) / 32768 * fullScale.volts
        }
        throw .timedOut(chip.address)
    }

    // MARK: The kernel's drivers

    /// The voltage is (raw + offset) * scale, in millivolts. Scale and offset may be those of the channel or of all channels
    /// (Documentation/ABI/testing/sysfs-bus-iio).
    private func readKernel(_ device: any BusDevice) throws(BusError) -> Double {
        let raw = try device.number("in_voltage\(channel)_raw")
        let scale = try device.number(oneOf: ["in_voltage\(channel)_scale", "in_voltage_scale"]) ?? 1
        let offset = try device.number(oneOf: ["in_voltage\(channel)_offset", "in_voltage_offset"]) ?? 0
        return (raw + offset) * scale / 1000
    }

    // MARK: The simulated converter

    /// A simulated converter, whose channels have voltages.
    var twin: any SimulatedTwin {
        let (name, reference, address) = (chip.chip, reference, chip.address)
        let volts = name == "ads1115" || name == "iio" ? 0...6.144 : 0...max(reference, 0.001)
        return NumberTwin<UInt16>(0x8583, [0], [volts]) { (configuration, numbers, written, count) throws(BusError) in
            switch name {
            case "mcp3008", "mcp3208", "mcp3304":
                let bits = name == "mcp3008" ? 10 : name == "mcp3208" ? 12 : 13
                guard written.count == 1, written[0] & 0b1110_0011 == 0b0110_0000 else { return [] }
                let largest = name == "mcp3008" ? 1023.0 : 4095
                let number = UInt16((numbers(Int(written[0] >> 2 & 7))[0] / reference * largest).rounded())
                return (number << (16 - bits)).bytes
            case "ads1115":
                if written.count == 3 { configuration = UInt16(written[1]) << 8 | UInt16(written[2]) }
                guard written.first == 0 else { return (configuration | 0x8000).bytes }
                let scale = Self.fullScales.first { $0.code == configuration >> 9 & 7 }?.volts ?? 6.144
                let volts = numbers(Int(configuration >> 12 & 3))[0]
                return UInt16(min((volts / scale * 32768).rounded(), 32767)).bytes
            default:
                let file = String(decoding: written, as: UTF8.self)
                if file == "in_voltage_scale" { return Array("0.1".utf8) }
                guard file.hasSuffix("_raw"), let channel = Int(file.filter(\.isNumber)) else {
                    throw .noAnswer(address)
                }
                return Array("\(Int((numbers(channel)[0] * 10_000).rounded()))".utf8)
            }
        }
    }
}

extension BusDevice {
    /// Reads the number in a file of a kernel's driver.
    func number(_ file: String) throws(BusError) -> Double {
        let text = String(decoding: try transfer(Array(file.utf8), reading: 32).prefix { $0 != 0 }, as: UTF8.self)
        guard let number = Double(text) else { throw .noAnswer(address) }
        return number
    }

    /// Reads the number in the first of some files that there is; nil if there is none.
    func number(oneOf files: [String]) throws(BusError) -> Double? {
        for file in files {
            do throws(BusError) {
                return try number(file)
            } catch {
                guard case .noAnswer = error else { throw error }
            }
        }
        return nil
    }
}

extension UInt16 {
    /// The two bytes, the higher one first.
    var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xff)] }
}
