import CarillonGPIO

/// The protocol of the sensors of temperature, pressure and, for the BME280, humidity.
///
/// Section numbers refer to the data sheets: Bosch BME280 BST-BME280-DS002 Rev. 1.6, and BMP280 BST-BMP280-DS001 Rev. 1.14.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class BME280: @unchecked Sendable {
    /// Temperature and pressure once for each number, again and again (DS002 5.4.5).
    static let control: UInt8 = 0x27
    /// Half a second between two measurements, and no filter (5.4.6).
    static let standby: UInt8 = 0x80

    private let address: BusAddress
    private let hasHumidity: Bool
    private var calibration: Calibration?

    init(_ chip: ChipReference) {
        address = chip.address
        hasHumidity = chip.chip == "bme280"
    }

    /// Reads the numbers: degrees Celsius, hectopascal, and percent. nil while the first measurement runs, which takes 9.3 ms
    /// (DS002 9.1).
    ///
    /// One transfer reads the settings, too, so that a sensor that has lost its power is set up again.
    func read(_ device: any BusDevice) throws(BusError) -> ClimateSensor.Numbers? {
        guard let calibration else {
            try setUp(device)
            return nil
        }
        let bytes = try device.transfer([0xf2], reading: 13)
        guard bytes[2] == Self.control, !hasHumidity || bytes[0] & 7 == 1 else {
            self.calibration = nil
            try setUp(device)
            return nil
        }
        let temperature = Self.twenty(bytes[8...10])
        // A number that has not been measured yet is 0x80000 (DS002 4).
        guard temperature != 0x80000 else { return nil }
        let fine = calibration.fine(temperature)
        return ClimateSensor.Numbers(
            temperature: fine / 5120, pressure: calibration.pressure(Self.twenty(bytes[5...7]), fine: fine) / 100,
            humidity: hasHumidity
                ? calibration.humidity(Double(UInt16(bytes[11]) << 8 | UInt16(bytes[12])), fine: fine) : nil)
    }

    /// Forgets the sensor's state, after a transfer that failed.
    func reset() { calibration = nil }

    /// Reads the calibration (DS002 4.2.2) and starts to measure. The settings of the humidity apply with those that are
    /// written after them (5.4.3), and the pause is set while nothing is measured (5.4.6).
    private func setUp(_ device: any BusDevice) throws(BusError) {
        let kind = try device.transfer([0xd0], reading: 1)[0]
        guard kind == (hasHumidity ? 0x60 : 0x58) else { throw .noAnswer(address) }
        let common = try device.transfer([0x88], reading: 24)
        var humidity: [UInt8] = []
        if hasHumidity {
            humidity = try device.transfer([0xa1], reading: 1)
            humidity += try device.transfer([0xe1], reading: 7)
        }
        try device.write([0xf4, 0])
        try device.write([0xf5, Self.standby])
        if hasHumidity { try device.write([0xf2, 1]) }
        try device.write([0xf4, Self.control])
        calibration = Calibration(common, humidity)
    }

    /// The 20 bits of a measurement, from three bytes.
    private static func twenty(_ bytes: ArraySlice<UInt8>) -> Double {
        Double(bytes.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } >> 4)
    }

    /// The calibration of one sensor, and the formulas that use it (DS002 4.2.2 and 8.1).
    struct Calibration: Sendable {
        private let t: [Double]
        private let p: [Double]
        private let h: [Double]

        /// - Parameters:
        ///   - t: T1 to T3.
        ///   - p: P1 to P9.
        ///   - h: H1 to H6; empty for a BMP280.
        init(t: [Double], p: [Double], h: [Double]) { (self.t, self.p, self.h) = (t, p, h) }

        /// - Parameters:
        ///   - common: The registers from 0x88 on, 24 bytes.
        ///   - humidity: The register 0xa1 and those from 0xe1 on, 8 bytes; empty for a BMP280.
        init(_ common: [UInt8], _ humidity: [UInt8]) {
            let words = (0..<12).map { UInt16(common[2 * $0]) | UInt16(common[2 * $0 + 1]) << 8 }
            // T1 and P1 have no sign.
            let numbers = words.enumerated().map { index, word in
                index == 0 || index == 3 ? Double(word) : Double(Int16(bitPattern: word))
            }
            (t, p) = (Array(numbers[0..<3]), Array(numbers[3..<12]))
            guard humidity.count == 8 else {
                h = []
                return
            }
            let h2 = Int16(bitPattern: UInt16(humidity[1]) | UInt16(humidity[2]) << 8)
            let h4 = Int16(Int8(bitPattern: humidity[4])) << 4 | Int16(humidity[5] & 0x0f)
            let h5 = Int16(Int8(bitPattern: humidity[6])) << 4 | Int16(humidity[5] >> 4)
            h = [
                Double(humidity[0]), Double(h2), Double(humidity[3]), Double(h4), Double(h5),
                Double(Int8(bitPattern: humidity[7])),
            ]
        }

        /// Returns the temperature as the other formulas need it: in degrees Celsius, times 5120.
        func fine(_ raw: Double) -> Double {
            let first = (raw / 16384 - t[0] / 1024) * t[1]
            let offset = raw / 131_072 - t[0] / 8192
            return first + offset * offset * t[2]
        }

        /// Returns the pressure in pascal.
        func pressure(_ raw: Double, fine: Double) -> Double {
            let warmth = fine / 2 - 64000
            var offset = warmth * warmth * p[5] / 32768
            offset += warmth * p[4] * 2
            offset = offset / 4 + p[3] * 65536
            let slope = (p[2] * warmth * warmth / 524_288 + p[1] * warmth) / 524_288
            let factor = (1 + slope / 32768) * p[0]
            guard factor != 0 else { return 0 }
            let pressure = (1_048_576 - raw - offset / 4096) * 6250 / factor
            let square = p[8] * pressure * pressure / 2_147_483_648
            return pressure + (square + pressure * p[7] / 32768 + p[6]) / 16
        }

        /// Returns the relative humidity in percent.
        func humidity(_ raw: Double, fine: Double) -> Double {
            let warmth = fine - 76800
            let offset = raw - (h[3] * 64 + h[4] / 16384 * warmth)
            let slope = 1 + h[5] / 67_108_864 * warmth * (1 + h[2] / 67_108_864 * warmth)
            let humidity = offset * (h[1] / 65536 * slope)
            return min(max(humidity * (1 - h[0] * humidity / 524_288), 0), 100)
        }
    }
}

/// The simulated sensor.
extension BME280 {
    /// The calibration of the example in the data sheet (DS001 3.12), and one of a humidity.
    static let exampleCalibration: (common: [UInt16], humidity: [UInt8]) = (
        [27504, 26435, 64536, 36477, 54851, 3024, 2855, 140, 65529, 15500, 50936, 6000],
        [75, 0x72, 0x01, 0, 0x13, 0x29, 0x03, 30]
    )

    /// Returns a simulated sensor, which has a temperature, a humidity and a pressure.
    static func twin(of chip: ChipReference) -> any SimulatedTwin {
        let hasHumidity = chip.chip == "bme280"
        var registers = [UInt8](repeating: 0, count: 256)
        registers[0xd0] = hasHumidity ? 0x60 : 0x58
        let (common, humidity) = exampleCalibration
        let bytes = common.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        registers.replaceSubrange(0x88..<0xa0, with: bytes)
        registers[0xa1] = humidity[0]
        registers.replaceSubrange(0xe1..<0xe8, with: humidity.dropFirst())
        let calibration = Calibration(bytes, humidity)
        let ranges: [ClosedRange<Double>] = [-40...85, 0...100, 300...1100]
        return NumberTwin<[UInt8]>(registers, [20, 50, 1013.25], ranges) { registers, numbers, written, count in
            guard let first = written.first.map(Int.init) else { return [] }
            if written.count == 2 { registers[first] = written[1] }
            if registers[0xf4] & 3 == 3 { calibration.measure(numbers(0), into: &registers) }
            return Array(registers[first..<min(first + count, 256)])
        }
    }
}

extension BME280.Calibration {
    /// Sets the registers of the numbers to what the sensor measures: a temperature, a humidity, a pressure.
    fileprivate func measure(_ numbers: [Double], into registers: inout [UInt8]) {
        let temperature = Self.search(1 << 20) { self.fine($0) / 5120 >= numbers[0] }
        let fine = self.fine(Double(temperature))
        // A higher pressure has a smaller number.
        let pressure = Self.search(1 << 20) { self.pressure($0, fine: fine) / 100 <= numbers[2] }
        let humidity = Self.search(1 << 16) { self.humidity($0, fine: fine) >= numbers[1] }
        for (place, number) in [(0xf7, pressure), (0xfa, temperature)] {
            registers[place] = UInt8(number >> 12 & 0xff)
            registers[place + 1] = UInt8(number >> 4 & 0xff)
            registers[place + 2] = UInt8(number << 4 & 0xf0)
        }
        registers[0xfd] = UInt8(humidity >> 8 & 0xff)
        registers[0xfe] = UInt8(humidity & 0xff)
    }

    /// Returns the smallest number below `end` for which `isReached` is true, and stays so.
    private static func search(_ end: Int, _ isReached: (Double) -> Bool) -> Int {
        var (low, high) = (0, end - 1)
        while low < high {
            let middle = (low + high) / 2
            if isReached(Double(middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
