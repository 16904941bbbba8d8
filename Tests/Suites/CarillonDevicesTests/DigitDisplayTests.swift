import CarillonGPIO
import CarillonScheduling
import DeviceTestSupport
import TestSupport
import Testing

@testable import CarillonDevices

/// The bytes that the chips of digit displays receive, compared with their data sheets.
@Suite struct DigitDisplayTests {
    static let texts: [Row<String, [UInt8]>] = [
        Row("a digit is at the right", "7", [0, 0, 0, 0x07]),
        Row("a minus is before its number", "-12", [0, 0x40, 0x06, 0x5b]),
        Row("letters have segments", "HELO", [0x74, 0x79, 0x38, 0x5c]),
        Row("a point belongs to the digit before it", "12.5", [0, 0x06, 0xdb, 0x6d]),
        Row("a point at the beginning has a digit of its own", ".5", [0, 0, 0x80, 0x6d]),
        Row("a second point has a digit of its own", "1..", [0, 0, 0x86, 0x80]),
        Row("a long text is shown as dashes", "12345", [0x40, 0x40, 0x40, 0x40]),
        Row("points do not make a text longer", "1.2.3.4.", [0x86, 0xdb, 0xcf, 0xe6]),
        Row("a colon takes no digit", "12:34", [0x06, 0x5b, 0x4f, 0x66]),
    ]

    @Test(arguments: texts) func textHasTheseSegments(row: Row<String, [UInt8]>) {
        let digits = DigitGlyphs.digits(of: row.given, count: 4)
        let expected = DigitGlyphs.Digits(segments: row.expected, hasColon: row.given.contains(":"))
        expectEqual(digits, expected, sourceLocation: row.place)
    }

    /// The memory of an HT16K33 that shows 12:34.
    private static let memory: [UInt8] = [0x06, 0, 0x5b, 0, 0x02, 0, 0x4f, 0, 0x66, 0, 0, 0, 0, 0, 0, 0]

    /// Texts, each with the transfers that show it.
    static let transfers: [Row<DigitController, [(String?, [[UInt8]])]>] = [
        // System setup: oscillator on; dimming 16/16; the memory from the address 0 on; display setup: on, no blinking.
        Row(
            "the first text configures an HT16K33", DigitController(.ht16k33, count: 4, brightness: 1),
            [("12:34", [[0x21], [0xef], [0x00] + memory, [0x81]])]),
        Row(
            "only changed bytes of an HT16K33 are sent", DigitController(.ht16k33, count: 4, brightness: 0),
            [
                ("12:34", [[0x21], [0xe0], [0x00] + memory, [0x81]]),
                ("12:35", [[0x08, 0x6d]]),
                (nil, [[0x80]]),
            ]),
        // No test, no decoding, eight digits, half of the intensity, the digits from the right, no shutdown. 1 is the segments
        // B and C, which are D5 and D4; 2 is A, B, G, E and D.
        Row(
            "the first text configures a MAX7219", DigitController(.max7219, count: 8, brightness: 0.5),
            [
                (
                    "12",
                    [
                        [0x0f, 0x00], [0x09, 0x00], [0x0b, 0x07], [0x0a, 0x08], [0x01, 0x6d], [0x02, 0x30],
                        [0x03, 0x00], [0x04, 0x00], [0x05, 0x00], [0x06, 0x00], [0x07, 0x00], [0x08, 0x00],
                        [0x0c, 0x01],
                    ]
                ),
                ("13", [[0x01, 0x79]]),
                (nil, [[0x0c, 0x00]]),
            ]),
        // Data command: addresses increase; address command and the digits from the left, the colon at the second one; display
        // control: on, 14/16.
        Row(
            "the first text configures a TM1637", DigitController(.tm1637, count: 4, brightness: 1),
            [
                ("12:34", [[0x40], [0xc0, 0x06, 0xdb, 0x4f, 0x66], [0x8f]]),
                ("12:35", [[0xc3, 0x6d]]),
                ("12 35", [[0xc0, 0x40, 0x40, 0x40, 0x40]]),
                (nil, [[0x80]]),
            ]),
    ]

    @Test(arguments: transfers) func textsCauseTheseTransfers(row: Row<DigitController, [(String?, [[UInt8]])]>) {
        var controller = row.given
        for (text, expected) in row.expected {
            expectEqual(controller.transfers(for: text), expected, "\(text ?? "nil")", sourceLocation: row.place)
        }
    }

    @Test func chipIsConfiguredAgainAfterAFailureAndAtIntervals() {
        var controller = DigitController(.max7219, count: 1, brightness: 0)
        expectEqual(controller.transfers(for: "0").count, 6)
        controller.failed()
        expectEqual(controller.transfers(for: "0").count, 6)
        for _ in 1...64 { #expect(controller.transfers(for: "0").isEmpty) }
        expectEqual(controller.transfers(for: "0").count, 6)
    }

    // MARK: TM1637

    @Test(arguments: [(0, 0x88), (0.5, 0x8c), (1, 0x8f)] as [(Double, UInt8)])
    func brightnessOfATM1637HasEightSteps(brightness: Double, command: UInt8) {
        var controller = DigitController(.tm1637, count: 4, brightness: brightness)
        expectEqual(controller.transfers(for: "").last, [command])
    }

    /// Sends texts to a display on two lines of a simulated chip, and returns what it shows after each, decoded from the edges.
    private func shown(_ texts: [String], _ chip: SimulatedDigits.Chip, count: Int?) throws -> [String?] {
        let time = VirtualTime()
        let gpio = SimulatedChip(lineNames: ["GPIO23", "GPIO24"], time: time)
        var settings = DigitDisplay.Settings()
        settings.chip = try #require(DigitDisplay.Settings.models.reference("tm1637 GPIO23 GPIO24"))
        settings.count = count
        let context = DeviceContext(
            queue: time, observer: DeviceObserver(), chip: gpio, bank: nil, outputs: [:], made: { _, _ in nil })
        let display = try DigitDisplay("clock", settings, in: context)
        let decoder = Locked(TwoLineDecoder())
        for line in ["GPIO23", "GPIO24"] {
            gpio.watchOutput(line) { _ in
                let levels = ["GPIO23", "GPIO24"].map { gpio.level(of: $0) == .active }
                decoder.withLock { $0.take(clock: levels[0], data: levels[1]) }
            }
        }
        func seen() -> String? {
            let decoder = decoder.withLock { $0 }
            expectEqual(decoder.faults, [])
            var digits = SimulatedDigits(chip)
            for transfer in decoder.transfers { digits.take(transfer) }
            expectEqual(digits.faults, [])
            return digits.text
        }
        time.advance(by: .zero)
        let shown = texts.map { text in
            display.set(text)
            time.advance(by: .zero)
            return seen()
        }
        display.close()
        return shown + [seen()]
    }

    static let modules: [Row<(SimulatedDigits.Chip, count: Int?, [String]), [String?]>] = [
        Row(
            "edges sent to a TM1637 encode the digits", (.tm1637, nil, ["12:34", "12:35", "-7", "12345"]),
            ["12:34", "12:35", "  -7", "----", nil]),
        Row(
            "six digits are in the order of the usual module", (.tm1637WithSixDigits, 6, ["123456", "-12.5", "-12.6"]),
            ["123456", "  -12.5", "  -12.6", nil]),
    ]

    @Test(arguments: modules)
    func moduleShowsTheTexts(row: Row<(SimulatedDigits.Chip, count: Int?, [String]), [String?]>) throws {
        let shown = try shown(row.given.2, row.given.0, count: row.given.count)
        expectEqual(shown, row.expected, sourceLocation: row.place)
    }

    @Test func linesOfATM1637AreReadFromItsChipSetting() throws {
        let wiring = try Wiring(.digitDisplay("clock", chip: "tm1637 GPIO23 GPIO24"))
        let device = wiring.devices[0]
        expectEqual(device.buses, [BusWire(.lines(clock: "GPIO23", data: "GPIO24"), safe: [0x80])])
        expectEqual(device.wires.map { "\($0.terminal) \($0.line.name)" }, ["CLK GPIO23", "DIO GPIO24"])
        let moved = try wiring.changingLines { (line: inout LineReference) throws(DescriptionError) in
            line.name += "a"
        }
        expectEqual(moved.devices[0].buses[0].address, .lines(clock: "GPIO23a", data: "GPIO24a"))
        expectEqual(moved.devices[0].wires.map(\.line.name), ["GPIO23a", "GPIO24a"])
    }

    @Test(arguments: ["tm1637", "tm1637 GPIO23", "tm1637 GPIO23 GPIO24 GPIO25", "ht16k33 GPIO23 GPIO24"])
    func wrongAddressOfAChipIsRefused(text: String) { expectEqual(DigitDisplay.Settings.models.reference(text), nil) }

    @Test(arguments: [("ht16k33 i2c-1", 4), ("tm1637 GPIO23 GPIO24", 6), ("max7219 spidev0.0", 8)] as [(String, Int)])
    func displayHasAtMostTheDigitsOfItsChip(chip: String, most: Int) throws {
        let name = chip.prefix { $0 != " " }
        _ = try Wiring(.digitDisplay("clock", chip: chip) { $0.count = most })
        guard most < 8 else { return }
        #expect(throws: DescriptionError.self, "count must be at most \(most) with \(name)") {
            try Wiring(.digitDisplay("clock", chip: chip) { $0.count = most + 1 })
        }
    }
}
