import CarillonGPIO
import CarillonScheduling
import DeviceTestSupport
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The picture on a display, decoded from the bytes that it receives.
@Suite struct DisplayTests {
    private static let address = BusAddress.i2c(bus: "i2c-1", address: 0x3c)

    private let time = VirtualTime()
    private let glass = Glass()
    private let chip: SimulatedChip

    /// The display on the bus, and a record of the transfers.
    private final class Glass: Sendable {
        struct State {
            var controller = SimulatedDisplay()
            var transfers: [[UInt8]] = []
            /// The number of transfers that it acknowledges before it disappears.
            var timeout = Int.max
            var failures: [String] = []
            var changes: [String] = []
        }

        let state = Mutex(State())

        var seen: Picture? { state.withLock { $0.controller.picture } }
        var faults: [String] { state.withLock { $0.controller.faults } }
        var failures: [String] { state.withLock { $0.failures } }
        var changes: [String] { state.withLock { $0.changes } }

        func takeTransfers() -> [[UInt8]] {
            state.withLock { state in
                defer { state.transfers = [] }
                return state.transfers
            }
        }

        /// Creates a display whose changes and failures are kept.
        func display(_ make: (DeviceObserver) -> Display, on queue: any Scheduler) -> Display {
            let features = BoardFeatures(on: queue)
            let display = make(features.observer { [self] error in state.withLock { $0.failures.append("\(error)") } })
            features.add(display)
            _ = features.observeVisible { [self] change in state.withLock { $0.changes.append("\(change)") } }
            return display
        }
    }

    init() {
        chip = SimulatedChip(lineNames: [], time: time)
        chip.attach(
            { [glass] bytes, _ throws(BusError) in
                let isThere = glass.state.withLock { state in
                    guard state.timeout > 0 else { return false }
                    state.timeout -= 1
                    state.controller.take(bytes)
                    state.transfers.append(bytes)
                    return true
                }
                guard isThere else { throw .noAnswer(Self.address) }
                return []
            }, at: Self.address)
    }

    private func display(
        _ panel: DisplayPanel = DisplayPanel(), contrast: UInt8 = 127, isRotated: Bool = false
    ) throws -> Display {
        glass.state.withLock { $0.controller = SimulatedDisplay(panel) }
        let device = try chip.requestDevice(at: Self.address, safe: [0x00, 0xae])
        let display = glass.display(
            { observer in
                Display(
                    name: "status", panel: panel, port: BusPort(device, queue: time), contrast: contrast,
                    isRotated: isRotated, observer: observer)
            }, on: time)
        time.advance(by: .zero)
        return display
    }

    /// Returns a picture of noise.
    private func noise(_ seed: UInt64) -> Picture {
        var picture = Picture(width: 128, height: 64)
        var state = seed
        for y in 0..<64 {
            for x in 0..<128 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                picture[x, y] = state >> 63 == 1
            }
        }
        return picture
    }

    private func text(_ text: String, size: Int = 1) -> Picture {
        var picture = Picture(width: 128, height: 64)
        picture.draw(text, size: size)
        return picture
    }

    // MARK: The visible picture

    @Test func displayIsDarkUntilTheFirstValue() throws {
        let display = try display()
        expectEqual(glass.seen, nil)
        expectEqual(glass.takeTransfers(), [[0x00, 0xae]])
        #expect(display.text == "" && display.picture == Picture(width: 128, height: 64))
    }

    @Test func displayShowsThePicture() throws {
        let display = try display()
        var transfers: [[UInt8]] = []
        for seed in 1...8 as ClosedRange<UInt64> {
            let picture = noise(seed)
            display.set(picture)
            time.advance(by: .zero)
            expectEqual(glass.seen, picture)
            expectEqual(display.picture, picture)
            transfers += glass.takeTransfers()
            // Off, the settings, eight rows of four transfers with their addresses, and on.
            if seed == 1 { expectEqual(transfers.count, 1 + 1 + 8 * 5 + 1) }
        }
        expectEqual(glass.faults, [])
        #expect(transfers.allSatisfy { $0.count <= 33 })
    }

    @Test func textStartsAtTheTopLeft() throws {
        let display = try display()
        display.set("Count\n12 °C")
        time.advance(by: .zero)
        expectEqual(glass.seen, text("Count\n12 °C"))
        #expect(display.text == "Count\n12 °C" && display.picture == text("Count\n12 °C"))
        display.set("Größe", size: 3)
        time.advance(by: .zero)
        expectEqual(glass.seen, text("Größe", size: 3))
    }

    @Test func viewsAndEffectsShowTextsAndPicturesAndNilSwitchesTheDisplayOff() throws {
        let display = try display()
        let texts: DeviceView<Int> = display.view { model in model < 0 ? nil : "Count\n\(model)" }
        let connection = texts.connect { _ in }
        connection.accept(7)
        time.advance(by: .zero)
        expectEqual(glass.seen, text("Count\n7"))
        connection.accept(-1)
        time.advance(by: .zero)
        expectEqual(glass.seen, nil)
        let pictures: DeviceView<UInt64> = display.view { seed in noise(seed) }
        pictures.connect { _ in }.accept(3)
        time.advance(by: .zero)
        expectEqual(glass.seen, noise(3))
        let effect: AnyEffectHandler<Void, Never> = display.handler("Hello")
        _ = effect.handle((), EffectCallback(onSend: { _ in }, onEnd: {}))
        time.advance(by: .zero)
        expectEqual(glass.seen, text("Hello"))
        expectEqual(
            glass.changes,
            [
                "display status Count 7", "display status", "display status picture 128 x 64", "display status Hello",
            ])
    }

    @Test func textAndPictureCanBeSetFromOutside() throws {
        let display = try display()
        #expect(BoardFeature(display).set(.text("Hi")))
        #expect((0...1).map(display.value) == [.text("Hi"), .picture(text("Hi"))])
        #expect(BoardFeature(display, 1).set(.picture(noise(1))))
        #expect(!BoardFeature(display, 1).set(.picture(Picture(width: 8, height: 8))))
        time.advance(by: .zero)
        expectEqual(glass.seen, noise(1))
    }

    @Test(arguments: [DisplayPanel(), DisplayPanel(.sh1106)])
    func wiringRotatesThePictureAndSetsTheContrast(panel: DisplayPanel) throws {
        try display(panel, contrast: 10, isRotated: true).set(noise(5))
        time.advance(by: .zero)
        let picture = noise(5)
        var turned = Picture(width: 128, height: 64)
        for y in 0..<64 {
            for x in 0..<128 { turned[127 - x, 63 - y] = picture[x, y] }
        }
        expectEqual(glass.seen, turned)
        expectEqual(glass.state.withLock { $0.controller.contrast }, 10)
    }

    @Test func pictureOfAnotherSizeIsShownFromItsTopLeft() throws {
        let display = try display()
        var small = Picture(width: 8, height: 8)
        small[7, 7] = true
        display.set(small)
        time.advance(by: .zero)
        var expected = Picture(width: 128, height: 64)
        expected[7, 7] = true
        expectEqual(glass.seen, expected)
        var large = Picture(width: 200, height: 100)
        (large[127, 63], large[128, 0], large[0, 64]) = (true, true, true)
        display.set(large)
        time.advance(by: .zero)
        expected[7, 7] = false
        expected[127, 63] = true
        expectEqual(glass.seen, expected)
    }

    // MARK: The bytes on the bus

    @Test func onlyChangedPartsOfThePictureAreSent() throws {
        let display = try display()
        var picture = Picture(width: 128, height: 64)
        display.set(picture)
        time.advance(by: .zero)
        _ = glass.takeTransfers()
        picture[0x42, 27] = true
        picture[0x44, 24] = true
        display.set(picture)
        time.advance(by: .zero)
        expectEqual(glass.takeTransfers(), [[0x00, 0xb3, 0x02, 0x14], [0x40, 0x08, 0x00, 0x01]])
        display.set(picture)
        time.advance(by: .seconds(10))
        expectEqual(glass.takeTransfers(), [])
    }

    @Test func panelOf32RowsIsSetUpAsInItsDataSheet() throws {
        let display = try display(DisplayPanel(.ssd1306, .dots128x32))
        _ = glass.takeTransfers()
        var picture = Picture(width: 128, height: 32)
        picture[127, 31] = true
        display.set(picture)
        time.advance(by: .zero)
        let transfers = glass.takeTransfers()
        expectEqual(
            transfers.first,
            [
                0x00, 0xa8, 0x1f, 0xd3, 0x00, 0x40, 0xa1, 0xc8, 0xda, 0x02, 0x81, 0x7f, 0xa4, 0xa6, 0xd5, 0x80, 0x8d,
                0x14,
                0x20, 0x02,
            ])
        // The settings, four rows of four transfers with their addresses, and on.
        expectEqual(transfers.count, 1 + 4 * 5 + 1)
        expectEqual(transfers.last, [0x00, 0xaf])
        #expect(glass.seen == picture && display.picture == picture)
        picture[126, 31] = true
        display.set(picture)
        time.advance(by: .zero)
        expectEqual(glass.takeTransfers(), [[0x00, 0xb3, 0x0e, 0x17], [0x40, 0x80]])
        display.set("1\n2\n3\n4\n5")
        time.advance(by: .zero)
        picture = Picture(width: 128, height: 32)
        picture.draw("1\n2\n3\n4")
        expectEqual(glass.seen, picture)
        expectEqual(glass.faults, [])
    }

    @Test func panelOfAnSH1106ShowsTheMiddleOfItsMemory() throws {
        let display = try display(DisplayPanel(.sh1106))
        _ = glass.takeTransfers()
        display.set(noise(1))
        time.advance(by: .zero)
        let transfers = glass.takeTransfers()
        expectEqual(
            transfers.first,
            [
                0x00, 0xa8, 0x3f, 0xd3, 0x00, 0x40, 0xa1, 0xc8, 0xda, 0x12, 0x81, 0x7f, 0xa4, 0xa6, 0xd5, 0x80, 0xad,
                0x8b,
            ])
        expectEqual(transfers[1], [0x00, 0xb0, 0x02, 0x10])
        expectEqual(transfers[2].count, 33)
        expectEqual(glass.seen, noise(1))
        var picture = noise(1)
        for x in [0, 127] { picture[x, 63].toggle() }
        picture[100, 8].toggle()
        display.set(picture)
        time.advance(by: .zero)
        let changes = glass.takeTransfers()
        expectEqual(changes.prefix(2), [[0x00, 0xb1, 0x06, 0x16], [0x40, picture.bytes[228]]])
        expectEqual(changes[2], [0x00, 0xb7, 0x02, 0x10])
        expectEqual(changes.count, 2 + 5)
        expectEqual(glass.seen, picture)
        expectEqual(glass.faults, [])
    }

    // MARK: SPI

    /// The address of a display on SPI, and its panel.
    private static func spi(_ driver: DisplayPanel.Driver) -> BusAddress {
        .spiWithDataLine(
            device: "spidev0.0", mode: 0, speed: driver == .ssd1306 ? 8_000_000 : 2_000_000, data: "GPIO25",
            reset: "GPIO24")
    }

    /// The first byte of each transfer is the level of the line, as on I2C.
    @Test(arguments: [.ssd1306, .sh1106] as [DisplayPanel.Driver])
    func bytesAndLevelsOnSPIEncodeThePicture(driver: DisplayPanel.Driver) throws {
        let chip = SimulatedChip(lineNames: ["GPIO25", "GPIO24"], time: time)
        glass.state.withLock { $0.controller = SimulatedDisplay(DisplayPanel(driver)) }
        chip.attach(
            { [glass] bytes, _ in
                let control: UInt8 = chip.level(of: "GPIO25") == .active ? 0x40 : 0x00
                glass.state.withLock { state in
                    state.controller.take([control] + bytes)
                    state.transfers.append([control] + bytes)
                }
                return []
            }, at: Self.spi(driver))
        var settings = Display.Settings()
        (settings.bus, settings.driver) = ("spidev0.0", driver)
        (settings.data, settings.reset) = (LineReference("GPIO25"), LineReference("GPIO24"))
        let context = DeviceContext(
            queue: time, observer: DeviceObserver(), chip: chip, bank: nil, outputs: [:], made: { _, _ in nil })
        let display = try Display("status", settings, in: context)
        expectEqual(chip.level(of: "GPIO24"), .inactive)
        for seed in 1...3 as ClosedRange<UInt64> {
            display.set(noise(seed))
            time.advance(by: .zero)
            expectEqual(glass.seen, noise(seed))
        }
        expectEqual(glass.faults, [])
        expectEqual(chip.level(of: "GPIO24"), .active)
        // Off; the settings, 8 rows in one transfer each with their addresses, and on; twice more the rows.
        let transfers = glass.takeTransfers()
        expectEqual(transfers.count, 1 + 1 + 16 + 1 + 2 * 16)
        #expect(transfers.filter { $0.count == 129 }.count > 16)
        display.close()
        expectEqual(glass.takeTransfers(), [[0x00, 0xae]])
    }

    @Test func wiringHasTheLinesOfADisplayOnSPI() throws {
        let wiring = try Wiring(
            .display("status", bus: "spidev0.0") {
                ($0.data, $0.reset) = (LineReference("GPIO25"), LineReference("GPIO24"))
            })
        let device = wiring.devices[0]
        let wire = BusWire(Self.spi(.ssd1306), safe: [0x00, 0xae], signals: ["MOSI", "SCLK", "CE"])
        expectEqual(device.buses, [wire])
        expectEqual(device.wires.map { "\($0.terminal) \($0.line.name)" }, ["D/C GPIO25", "RES GPIO24"])
    }

    // MARK: Failures, and closing

    @Test(arguments: [0, 1, 2, 20, 41, 42])
    func displayDisconnectedDuringATransferIsRestoredAfterItsReturn(transfers: Int) throws {
        let display = try display()
        display.set(noise(1))
        time.advance(by: .zero)
        glass.state.withLock { $0.timeout = transfers }
        display.set(noise(2))
        display.set(noise(1))
        time.advance(by: .zero)
        display.set(noise(3))
        time.advance(by: .seconds(10))
        // The display has lost power meanwhile.
        glass.state.withLock { ($0.timeout, $0.controller) = (.max, SimulatedDisplay()) }
        time.advance(by: .seconds(1))
        expectEqual(glass.seen, noise(3))
        expectEqual(display.picture, noise(3))
    }

    @Test func displayThatLostItsContentsIsRestoredAfterSomePictures() throws {
        let display = try display()
        display.set("0")
        time.advance(by: .zero)
        glass.state.withLock { $0.controller = SimulatedDisplay() }
        for number in 1...65 {
            display.set("\(number)")
            time.advance(by: .zero)
        }
        expectEqual(glass.seen, text("65"))
    }

    @Test func displayIsOffAndStaysOffAfterTheBoardIsClosed() throws {
        let display = try display()
        display.set("Hello")
        time.advance(by: .zero)
        display.close()
        expectEqual(glass.seen, nil)
        #expect(display.text == "" && display.picture == Picture(width: 128, height: 64))
        display.set("Hello again")
        time.advance(by: .seconds(10))
        expectEqual(glass.seen, nil)
        expectEqual(display.text, "")
        expectEqual(glass.failures, [])
    }
}
