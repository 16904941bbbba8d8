import CarillonGPIO
import CarillonScheduling
import DeviceTestSupport
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// A strip of pixels on a simulated bus, by the bytes that it sends.
@Suite struct PixelStripTests {
    private static let address = BusAddress.spi(device: "spidev0.0", mode: 0, speed: 8_000_000)
    private static let off = Array(repeating: [UInt8](arrayLiteral: 0, 0, 0), count: 3)

    private let time = VirtualTime()
    private let chip: SimulatedChip
    private let wire = LineWire()

    private final class LineWire: Sendable {
        struct State {
            var transfers: [[UInt8]] = []
            var changes: [String] = []
        }

        let state = Mutex(State())

        /// Blue, green and red of each pixel in each transfer.
        func takeColors() -> [[[UInt8]]] {
            state.withLock { state in
                defer { state.transfers = [] }
                return state.transfers.map { SimulatedPixels.clocked($0, count: 3)?.levels ?? [] }
            }
        }

        func takeChanges() -> [String] {
            state.withLock { state in
                defer { state.changes = [] }
                return state.changes
            }
        }
    }

    init() {
        chip = SimulatedChip(lineNames: [], time: time)
        chip.attach(
            { [wire] bytes, _ in
                wire.state.withLock { $0.transfers.append(bytes) }
                return []
            }, at: Self.address)
    }

    private func strip(brightness: Double = 1) throws -> PixelStrip {
        let encoding = PixelEncoding(chip: .apa102, count: 3)
        let device = try chip.requestDevice(at: Self.address, safe: encoding.dark)
        let features = BoardFeatures(on: time)
        let strip = PixelStrip(
            name: "clock", encoding: encoding, brightness: brightness, port: BusPort(device, queue: time),
            observer: features.observer())
        features.add(strip)
        _ = features.observeVisible { [wire] change in wire.state.withLock { $0.changes.append("\(change)") } }
        time.advance(by: .zero)
        return strip
    }

    // MARK: Colours

    @Test func eachPixelIsDarkUntilItShowsItsColour() throws {
        let strip = try strip()
        expectEqual(wire.takeColors(), [Self.off])
        #expect(strip.pattern == .off && strip.shown == [.black, .black, .black])
        strip.set([.red, Color(red: 0, green: 0.5, blue: 1), .black])
        time.advance(by: .zero)
        expectEqual(wire.takeColors(), [[[0, 0, 255], [255, 128, 0], [0, 0, 0]]])
        expectEqual(wire.takeChanges(), ["strip clock #ff0000", "strip clock pixels 2 of 3 lit"])
        strip.set(.green)
        time.advance(by: .zero)
        expectEqual(wire.takeColors(), [[[0, 255, 0], [0, 255, 0], [0, 255, 0]]])
    }

    @Test func missingColoursAreBlackAndFurtherOnesAreIgnored() throws {
        let strip = try strip()
        strip.set([.blue])
        expectEqual(strip.colors, [.blue, .black, .black])
        strip.set([.red, .red, .red, .blue])
        expectEqual(strip.colors, [.red, .red, .red])
    }

    @Test func nothingIsSentUnlessAColourChanges() throws {
        let strip = try strip()
        strip.set(.red)
        time.advance(by: .zero)
        _ = wire.takeColors()
        strip.set(.red)
        strip.set([.red, .red, .red], .on)
        time.advance(by: .seconds(3600))
        #expect(wire.takeColors().isEmpty)
        strip.set([.red, .red, .blue])
        time.advance(by: .seconds(3600))
        expectEqual(wire.takeColors().count, 1)
    }

    @Test func brightnessOfTheWiringLimitsTheLight() throws {
        let strip = try strip(brightness: 0.2)
        strip.set(.white)
        time.advance(by: .zero)
        expectEqual(wire.takeColors().last, Array(repeating: [51, 51, 51], count: 3))
        expectEqual(strip.shown, [.white, .white, .white])
    }

    @Test func blackSwitchesTheStripOffAndKeepsTheColours() throws {
        let strip = try strip()
        strip.set(.red)
        strip.set([.black], .blinking())
        time.advance(by: .zero)
        #expect(strip.pattern == .off && strip.colors == [.red, .red, .red])
        expectEqual(wire.takeColors().last, Self.off)
        expectEqual(strip.value(of: 0), .color(.red, .off))
        expectEqual("\(strip.value(of: 1))", "0 of 3 lit")
    }

    // MARK: Patterns

    @Test func patternBlinksAllPixelsAndEnds() throws {
        let strip = try strip()
        strip.set([.red, .blue], .blinking(on: .milliseconds(100), off: .milliseconds(100), times: 2))
        _ = wire.takeColors()
        _ = wire.takeChanges()
        time.advance(by: .seconds(1))
        let on: [[UInt8]] = [[0, 0, 255], [255, 0, 0], [0, 0, 0]]
        expectEqual(wire.takeColors(), [on, Self.off, on, Self.off])
        expectEqual(strip.pattern, .off)
        expectEqual(wire.takeChanges(), ["strip clock off", "strip clock pixels 0 of 3 lit"])
    }

    @Test func fadeHasSixtyFramesASecondAndLooksEven() throws {
        let strip = try strip()
        time.advance(by: .zero)
        _ = wire.takeColors()
        strip.set(.white, .pulsing(rise: .seconds(1), fall: .seconds(1)))
        time.advance(by: .seconds(1))
        let reds = wire.takeColors().map { $0[0][2] }
        #expect((50...61).contains(reds.count))
        expectEqual(reds, reds.sorted())
        #expect(reds.last ?? 0 > 240)
        // After half of the time, a quarter of the light: that of an LED.
        let half = reds.filter { (58...68).contains($0) }
        #expect(!half.isEmpty)
        time.advance(by: .milliseconds(500))
        #expect((60...68).contains(Int(strip.shown[0].red * 255)))
    }

    @Test func viewShowsEachModelAndDoesNotRepeatAFinitePattern() throws {
        let strip = try strip()
        let view: DeviceView<Int> = strip.view { model in
            Array(repeating: .green, count: model)
        } pattern: {
            $0 == 2 ? .on(for: .milliseconds(10)) : .on
        }
        let connection = view.connect { _ in }
        expectEqual(strip.features.map(\.isDriven), [true, true])
        for model in [1, 1, 2, 2, 0] {
            connection.accept(model)
            time.advance(by: .seconds(1))
        }
        let changes = wire.takeChanges().filter { $0.contains("pixels") }
        expectEqual(
            changes,
            [
                "strip clock pixels 1 of 3 lit", "strip clock pixels 2 of 3 lit", "strip clock pixels 0 of 3 lit",
            ])
    }

    // MARK: The end

    @Test func allPixelsAreOffAfterClose() throws {
        let strip = try strip()
        strip.set(.white, .pulsing())
        time.advance(by: .milliseconds(500))
        _ = wire.takeColors()
        strip.close()
        time.advance(by: .seconds(10))
        strip.set(.red)
        time.advance(by: .seconds(10))
        expectEqual(wire.takeColors(), [Self.off])
        #expect(strip.pattern == .off && strip.shown == [.black, .black, .black])
    }

    // MARK: The wiring

    @Test func safeStateAndWiresFollowFromTheWiring() throws {
        let strip = Wiring.Entry.strip("clock", chip: "ws2812 spidev0.0", count: 60)
        let wiring = try Wiring(strip, .strip("other", chip: "apa102 spidev1.0", count: 2))
        let (one, two) = (wiring.devices[0].buses[0], wiring.devices[1].buses[0])
        #expect(one.safe == PixelEncoding(chip: .ws2812, count: 60).dark && one.signals == ["MOSI"])
        expectEqual(one.address, .spi(device: "spidev0.0", mode: 0, speed: 2_400_000))
        #expect(two.safe.count == 4 + 8 + 5 && two.signals == ["MOSI", "SCLK"])
    }

    @Test(arguments: [
        ("ws2812 spidev0.0", 301, "count must be a number from 1 to 300, such as 60"),
        ("ws2812 spidev0.0", 0, "count must be a number from 1 to 300, such as 60"),
        ("sk6812-rgbw spidev0.0", 254, "count must be at most 253 for sk6812-rgbw"),
    ])
    func stripOfTheWrongLengthIsRefused(chip: String, count: Int, message: String) {
        #expect {
            try Wiring(.strip("clock", chip: chip, count: count))
        } throws: { error in
            (error as? DescriptionError)?.message.hasPrefix(message) == true
        }
    }
}
