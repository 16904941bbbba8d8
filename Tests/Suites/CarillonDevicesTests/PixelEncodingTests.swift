import DeviceTestSupport
import TestSupport
import Testing

@testable import CarillonDevices

/// The bytes for pixels, compared with the bytes and the times of their data sheets.
@Suite struct PixelEncodingTests {
    /// The chips whose bits are pulses. Swift 6.0 cannot have a closure in the attribute of a test.
    private static let pulsed = PixelEncoding.Chip.allCases.filter { $0 != .apa102 }

    private func encoding(_ chip: PixelEncoding.Chip, _ count: Int) -> PixelEncoding {
        PixelEncoding(chip: chip, count: count)
    }

    @Test func ws2812HasThreeBitsForEachBit() {
        let bytes = encoding(.ws2812, 1).bytes([0x00, 0xff, 0x80])
        // Green, red, blue; 1 is 110, 0 is 100.
        let pixel: [UInt8] = [
            0b1101_1011, 0b0110_1101, 0b1011_0110,
            0b1001_0010, 0b0100_1001, 0b0010_0100,
            0b1101_0010, 0b0100_1001, 0b0010_0100,
        ]
        expectEqual(Array(bytes.prefix(10)), [0] + pixel)
        expectEqual(Array(bytes.dropFirst(10)), Array(repeating: 0, count: 90))
    }

    @Test func sk6812HasFourBitsForEachBit() {
        let bytes = encoding(.sk6812, 1).bytes([0x00, 0xff, 0x81])
        let pixel: [UInt8] = [0xcc, 0xcc, 0xcc, 0xcc, 0x88, 0x88, 0x88, 0x88, 0xc8, 0x88, 0x88, 0x8c]
        expectEqual(Array(bytes.prefix(13)), [0] + pixel)
        expectEqual(bytes.count, 1 + 12 + 40)
    }

    @Test func apa102ReceivesAnExtraClockForEveryTwoPixels() throws {
        let bytes = encoding(.apa102, 2).bytes([1, 2, 3, 4, 5, 6])
        expectEqual(bytes, [0, 0, 0, 0, 0xff, 3, 2, 1, 0xff, 6, 5, 4, 0, 0, 0, 0, 0])
        for count in [1, 16, 17, 300] {
            let bytes = encoding(.apa102, count).dark
            let received = try #require(SimulatedPixels.clocked(bytes, count: count))
            #expect(received.clocks >= 32 + count / 2)
            expectEqual(received.levels, Array(repeating: [0, 0, 0], count: count))
        }
    }

    @Test(arguments: pulsed)
    func pulsesHaveTheTimesOfTheDataSheet(chip: PixelEncoding.Chip) throws {
        // All values, in several neighbourhoods.
        let levels = (0..<250 * 3).map { UInt8(truncatingIfNeeded: $0 * 37 + $0 / 256) }
        let times = chip == .ws2812 ? SimulatedPixels.Times.ws2812 : .sk6812
        let received = try #require(
            SimulatedPixels.received(encoding(chip, 250).bytes(levels), at: chip.speed, times))
        let size = chip == .sk6812White ? 4 : 3
        expectEqual(received.count, 250 * size)
        for pixel in 0..<250 {
            let parts = received[pixel * size..<(pixel + 1) * size].map(Int.init)
            let white = size == 4 ? parts[3] : 0
            let color = [parts[1], parts[0], parts[2]].map { UInt8($0 + white) }
            expectEqual(color, Array(levels[pixel * 3..<pixel * 3 + 3]))
        }
    }

    /// The times of one kind do not suit the other one: the test of times can fail.
    @Test func pulsesOfAWS2812AreNotPulsesOfAnSK6812() {
        let bytes = encoding(.ws2812, 1).bytes([255, 255, 255])
        expectEqual(SimulatedPixels.received(bytes, at: PixelEncoding.Chip.ws2812.speed, .sk6812), nil)
    }

    @Test(
        arguments: [
            (.rgb, [1, 2, 3]), (.rbg, [1, 3, 2]), (.grb, [2, 1, 3]), (.gbr, [2, 3, 1]), (.brg, [3, 1, 2]),
            (.bgr, [3, 2, 1]),
        ] as [(PixelOrder, [UInt8])])
    func pixelsReceiveTheColoursInTheOrderOfTheWiring(order: PixelOrder, levels: [UInt8]) throws {
        let clocked = PixelEncoding(chip: .apa102, count: 1, order: order).bytes([1, 2, 3])
        expectEqual(Array(clocked[5..<8]), levels)
        for (chip, times) in [(.ws2812, .ws2812), (.sk6812, .sk6812)] as [(PixelEncoding.Chip, SimulatedPixels.Times)] {
            let bytes = PixelEncoding(chip: chip, count: 1, order: order).bytes([1, 2, 3])
            expectEqual(SimulatedPixels.received(bytes, at: chip.speed, times), levels)
        }
        let white = PixelEncoding(chip: .sk6812White, count: 1, order: order).bytes([11, 12, 13])
        expectEqual(SimulatedPixels.received(white, at: 3_200_000, .sk6812), levels.map { $0 - 1 } + [11])
    }

    @Test func whiteLightComesFromTheWhiteLED() throws {
        let bytes = encoding(.sk6812White, 2).bytes([200, 100, 50, 9, 9, 9])
        let received = SimulatedPixels.received(bytes, at: 3_200_000, .sk6812)
        expectEqual(received, [50, 150, 0, 50, 0, 0, 0, 9])
    }

    @Test func longestStripFitsIntoATransferAndAFrame() {
        for chip in PixelEncoding.Chip.allCases {
            let most = PixelEncoding.most(of: chip)
            let bytes = encoding(chip, most).dark
            #expect(bytes.count <= 4096)
            #expect(Double(bytes.count * 8) / Double(chip.speed) < 1.0 / 60)
            expectEqual(most, (chip == .sk6812White ? 253 : 300))
        }
        expectEqual(encoding(.ws2812, 300).dark.count, 2791)
        expectEqual(encoding(.apa102, 300).dark.count, 1227)
    }
}
