import CarillonDevices

/// Pixels as their data sheets describe them: they receive bytes from SPI and have colours.
package struct SimulatedPixels {
    /// The times of one data line, in nanoseconds: the data sheet's tolerance is 150 ns.
    package struct Times {
        package let zero: (high: Double, low: Double)
        package let one: (high: Double, low: Double)
        package let reset: Double

        /// WS2812B-V1.0, "Data transfer time"; the reset is that of WS2812B-V5.
        package static let ws2812 = Times(zero: (400, 850), one: (800, 450), reset: 280_000)
        /// SK6812 rev. 01, "The data transmission time".
        package static let sk6812 = Times(zero: (300, 900), one: (600, 600), reset: 80_000)
    }

    /// Returns the bytes that pixels on one data line receive; nil if a time is outside of its tolerance.
    package static func received(_ bytes: [UInt8], at speed: UInt32, _ times: Times) -> [UInt8]? {
        let period = 1e9 / Double(speed)
        let levels = bytes.flatMap { byte -> [Bool] in (0..<8).reversed().map { byte >> UInt8($0) & 1 == 1 } }
        var place = levels.firstIndex(of: true) ?? levels.endIndex
        var bits: [Bool] = []
        func length(_ level: Bool) -> Double {
            let end = levels[place...].firstIndex(of: !level) ?? levels.endIndex
            defer { place = end }
            return Double(end - place) * period
        }
        while place < levels.endIndex {
            let (high, low) = (length(true), length(false))
            func isClose(_ wanted: (high: Double, low: Double)) -> Bool {
                (high - wanted.high).magnitude <= 150
                    && ((low - wanted.low).magnitude <= 150 || place == levels.endIndex && low >= times.reset)
            }
            guard isClose(times.one) || isClose(times.zero) else { return nil }
            bits.append(isClose(times.one))
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Returns blue, green and red of each APA102, and the number of clocks after the last one; nil if a frame is wrong.
    package static func clocked(_ bytes: [UInt8], count: Int) -> (levels: [[UInt8]], clocks: Int)? {
        guard bytes.prefix(4) == [0, 0, 0, 0] else { return nil }
        var levels: [[UInt8]] = []
        for pixel in 0..<count {
            let frame = bytes.dropFirst(4 + pixel * 4).prefix(4)
            guard frame.count == 4, frame.first == 0xff else { return nil }
            levels.append(Array(frame.dropFirst()))
        }
        return (levels, (bytes.count - 4 - count * 4) * 8)
    }
}
