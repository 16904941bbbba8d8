import CarillonGPIO
import CarillonScheduling
import DeviceTestSupport
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The text on an LCD, decoded from the bytes that its PCF8574 receives.
@Suite struct LCDTests {
    private static let address = BusAddress.i2c(bus: "i2c-1", address: 0x27)

    private let time = VirtualTime()
    private let chip: SimulatedChip
    private let glass = Glass()

    /// The display on the bus, and a record of the transfers with their times.
    private final class Glass: Sendable {
        struct State {
            var lcd = SimulatedLCD()
            var transfers: [(time: Duration, bytes: [UInt8])] = []
            /// The number of transfers that it acknowledges before it disappears.
            var timeout = Int.max
            var failures: [String] = []
            var changes: [String] = []
        }

        let state = Mutex(State())

        var lcd: SimulatedLCD { state.withLock { $0.lcd } }
        var failures: [String] { state.withLock { $0.failures } }
        var changes: [String] { state.withLock { $0.changes } }
        /// The rows of a display of 16 columns; nil if it is off.
        var rows: [String]? { lcd.rows(columns: 16, starts: [0x00, 0x40]) }

        func takeTransfers() -> [(time: Duration, bytes: [UInt8])] {
            state.withLock { state in
                defer { state.transfers = [] }
                return state.transfers
            }
        }
    }

    init() {
        chip = SimulatedChip(lineNames: [], time: time)
        chip.attach(
            { [glass, time] bytes, _ throws(BusError) in
                let isThere = glass.state.withLock { state in
                    guard state.timeout > 0 else { return false }
                    state.timeout -= 1
                    state.lcd.take(bytes)
                    state.transfers.append((time.now, bytes))
                    return true
                }
                guard isThere else { throw .noAnswer(Self.address) }
                return []
            }, at: Self.address)
    }

    private func makeLCD(_ size: LCD.Size = .columns16rows2) throws -> LCD {
        let device = try chip.requestDevice(at: Self.address, safe: LCDController.off)
        let features = BoardFeatures(on: time)
        let observer = features.observer { [glass] error in glass.state.withLock { $0.failures.append("\(error)") } }
        let lcd = LCD(name: "panel", size: size, port: BusPort(device, queue: time), observer: observer)
        features.add(lcd)
        _ = features.observeVisible { [glass] change in glass.state.withLock { $0.changes.append("\(change)") } }
        time.advance(by: .milliseconds(100))
        return lcd
    }

    private func show(_ text: String, on lcd: LCD) {
        lcd.set(text)
        time.advance(by: .milliseconds(100))
    }

    // MARK: The bytes on the bus

    @Test func initialisationHasTheBytesAndTimesOfTheDataSheet() throws {
        _ = try makeLCD()
        let transfers = glass.takeTransfers()
        #expect(
            transfers.map(\.bytes) == [
                [0x00],
                [0x34, 0x30],
                [0x34, 0x30],
                [
                    0x34, 0x30, 0x24, 0x20,  // four lines of data
                    0x24, 0x20, 0x84, 0x80,  // two rows
                    0x04, 0x00, 0x84, 0x80,  // off
                    0x04, 0x00, 0x14, 0x10,  // clear
                ],
                [0x04, 0x00, 0x64, 0x60],
            ])
        let pauses = zip(transfers.dropFirst(), transfers).map { $0.time - $1.time }
        expectEqual(pauses, [50, 5, 1, 3].map { .milliseconds($0) })
        expectEqual(glass.lcd.instructions.suffix(4), [0x28, 0x08, 0x01, 0x06])
        #expect(glass.rows == nil && !glass.lcd.isLit)
        expectEqual(glass.lcd.faults, [])
    }

    @Test func textIsSentWithItsAddressAndTheBacklight() throws {
        let lcd = try makeLCD()
        show("A", on: lcd)
        let first = glass.takeTransfers()
        // The display was off, so it is initialised again, but not cleared, and sent whole.
        #expect(first.map(\.bytes).contains { $0.starts(with: [0x3c, 0x38, 0x2c, 0x28]) })
        expectEqual(glass.rows, ["A" + String(repeating: " ", count: 15), String(repeating: " ", count: 16)])
        #expect(glass.lcd.isLit)
        show("A\nB", on: lcd)
        #expect(
            glass.takeTransfers().map(\.bytes) == [
                [
                    0xcc, 0xc8, 0x0c, 0x08,  // address 0x40
                    0x09, 0x4d, 0x49, 0x2d, 0x29,  // RS before E, and 0x42
                ]
            ])
        expectEqual(glass.lcd.faults, [])
    }

    @Test func onlyChangedCellsAreSent() throws {
        let lcd = try makeLCD()
        show("Count 123\nStop", on: lcd)
        let cells = glass.lcd.writtenCells
        show("Count 129\nStep", on: lcd)
        expectEqual(glass.lcd.writtenCells, cells + 2)
        _ = glass.takeTransfers()
        lcd.set("Count 129\nStep")
        time.advance(by: .seconds(1))
        #expect(glass.takeTransfers().isEmpty)
    }

    @Test func transferHasAtMostTheBytesOfAnSMBusBlockAndWholeInstructions() throws {
        let lcd = try makeLCD(.columns20rows4)
        show(String(repeating: "x", count: 80), on: lcd)
        let transfers = glass.takeTransfers()
        #expect(transfers.allSatisfy { $0.bytes.count <= 32 })
        let later = transfers.drop { $0.bytes.count < 32 }
        for transfer in later { expectEqual(transfer.bytes.count { $0 & 0x04 != 0 } % 2, 0) }
        let rows = glass.lcd.rows(columns: 20, starts: [0x00, 0x40, 0x14, 0x54])
        expectEqual(rows, Array(repeating: String(repeating: "x", count: 20), count: 4))
        expectEqual(glass.lcd.faults, [])
    }

    @Test(
        arguments: [
            (.columns16rows4, [0x00, 0x40, 0x10, 0x50]), (.columns20rows2, [0x00, 0x40]),
            (.columns20rows4, [0x00, 0x40, 0x14, 0x54]),
        ] as [(LCD.Size, [UInt8])])
    func eachRowHasItsAddress(size: LCD.Size, starts: [UInt8]) throws {
        let lcd = try makeLCD(size)
        show((1...4).map { "row \($0)" }.joined(separator: "\n"), on: lcd)
        let rows = glass.lcd.rows(columns: 5, starts: starts)
        expectEqual(rows, (1...size.rows).map { "row \($0)" })
    }

    // MARK: Characters

    @Test func charactersOfTheROMHaveTheirCodes() throws {
        let lcd = try makeLCD()
        show("äöüß°µ →←█12}", on: lcd)
        let codes: [UInt8] = [0xe1, 0xef, 0xf5, 0xe2, 0xdf, 0xe4, 0x20, 0x7e, 0x7f, 0xff, 0x31, 0x32, 0x7d]
        expectEqual(glass.lcd.row(0, columns: 13), codes)
    }

    @Test func umlautsMissingInTheROMAreDrawnAsPatterns() throws {
        let lcd = try makeLCD()
        show("ÄÖÄ", on: lcd)
        expectEqual(glass.lcd.row(0, columns: 3), [0, 1, 0])
        var picture = Picture(width: 5, height: 8)
        picture.draw("Ö")
        let drawn = (0..<8).map { y in (0..<5).reduce(UInt8(0)) { $0 << 1 | (picture[$1, y] ? 1 : 0) } }
        expectEqual(glass.lcd.pattern(1), drawn)
        #expect(drawn.contains { $0 != 0 })
    }

    @Test func barConsistsOfBlocksOfFiveColumns() throws {
        expectEqual(LCD.bar(0, width: 4), "    ")
        expectEqual(LCD.bar(0.35, width: 4), "█▍  ")
        #expect(LCD.bar(1, width: 4) == "████" && LCD.bar(7, width: 1) == "█" && LCD.bar(.nan, width: 1) == " ")
        let lcd = try makeLCD()
        for step in 0...20 {
            show(LCD.bar(Double(step) / 20, width: 4), on: lcd)
            let dots = (glass.lcd.row(0, columns: 4) ?? []).reduce(0) { dots, code in
                switch code {
                case 0xff: dots + 5
                case 0...7: dots + glass.lcd.pattern(code)[0].nonzeroBitCount
                default: dots
                }
            }
            expectEqual(dots, step)
        }
    }

    @Test func blocksFromTheBottomFillTheirRows() throws {
        let lcd = try makeLCD()
        show("▁▄▇", on: lcd)
        let rows = (0...2).map { glass.lcd.pattern($0).count { $0 == 0x1f } }
        expectEqual(rows, [1, 4, 7])
    }

    @Test func ninthPatternIsReplacedByItsSubstitute() throws {
        let lcd = try makeLCD()
        show("ÄÖÜàçèéê€\\~Ä", on: lcd)
        let codes = glass.lcd.row(0, columns: 12)
        expectEqual(codes, [0, 1, 2, 3, 4, 5, 6, 7, 0x45, 0x2f, 0x2d, 0])
        show("中ó’", on: lcd)
        expectEqual(glass.lcd.row(0, columns: 3), [0x3f, 0x6f, 0x27])
    }

    @Test func patternKeepsItsCodeWhileTheTextUsesThePattern() throws {
        let lcd = try makeLCD()
        show("ÄÖ", on: lcd)
        show("ÜÖ", on: lcd)
        expectEqual(glass.lcd.row(0, columns: 2), [2, 1])
        _ = glass.takeTransfers()
        show("ÖÜ", on: lcd)
        // Two cells, and no pattern: RS off, the address, RS on, and two codes.
        let bytes: [UInt8] = [0x08, 0x8c, 0x88, 0x0c, 0x08, 0x09, 0x0d, 0x09, 0x1d, 0x19, 0x0d, 0x09, 0x2d, 0x29]
        expectEqual(glass.takeTransfers().map(\.bytes), [bytes])
    }

    // MARK: Text, backlight and features

    @Test func longLineContinuesOnTheNextRow() throws {
        let lcd = try makeLCD()
        show("0123456789abcdefgh\nlost", on: lcd)
        expectEqual(glass.rows, ["0123456789abcdef", "gh" + String(repeating: " ", count: 14)])
        show("0123456789abcdef\nnext", on: lcd)
        expectEqual(glass.rows?[1], "next" + String(repeating: " ", count: 12))
    }

    @Test func viewShowsEachModelAndNilSwitchesTheDisplayOff() throws {
        let lcd = try makeLCD()
        let view: DeviceView<Int> = lcd.view { $0 < 0 ? nil : "Count \($0)" }
        let connection = view.connect { _ in }
        connection.accept(7)
        time.advance(by: .milliseconds(100))
        expectEqual(glass.rows?[0], "Count 7" + String(repeating: " ", count: 9))
        connection.accept(-1)
        time.advance(by: .milliseconds(100))
        #expect(glass.rows == nil && !glass.lcd.isLit && lcd.isOff)
        expectEqual(glass.changes, ["lcd panel Count 7", "lcd panel"])
        #expect(lcd.features[0].isDriven && !lcd.features[1].isDriven)
    }

    @Test func backlightCanBeSwitchedWhileATextIsShown() throws {
        let lcd = try makeLCD()
        lcd.backlight.set(false)
        show("dark", on: lcd)
        #expect(glass.rows != nil && !glass.lcd.isLit)
        _ = glass.takeTransfers()
        #expect(BoardFeature(lcd, 1).set(.toggle(.on)))
        time.advance(by: .zero)
        expectEqual(glass.takeTransfers().map(\.bytes), [[0x08]])
        #expect(glass.lcd.isLit && lcd.isLit)
        let effect: AnyEffectHandler<Void, Never> = lcd.backlight.handler(false)
        _ = effect.handle((), EffectCallback(onSend: { _ in }, onEnd: {}))
        time.advance(by: .zero)
        #expect(!glass.lcd.isLit)
        #expect((0...1).map(lcd.value) == [.text("dark"), .toggle(.off)])
        expectEqual(glass.lcd.faults, [])
    }

    // MARK: Failures, and closing

    @Test(arguments: [0, 1, 3, 5, 8])
    func disconnectedDisplayIsRestoredAfterItsReturn(transfers: Int) throws {
        let lcd = try makeLCD()
        show("before", on: lcd)
        glass.state.withLock { $0.timeout = transfers }
        show("ÄÖÜ", on: lcd)
        show("0123456789abcdef\n0123456789abcdef", on: lcd)
        show("after", on: lcd)
        time.advance(by: .seconds(10))
        // The display has lost power meanwhile.
        glass.state.withLock { ($0.timeout, $0.lcd) = (.max, SimulatedLCD()) }
        time.advance(by: .seconds(2))
        show("back", on: lcd)
        expectEqual(glass.rows, ["back" + String(repeating: " ", count: 12), String(repeating: " ", count: 16)])
        #expect(glass.failures.count <= 1)
        expectEqual(glass.lcd.faults, [])
    }

    @Test func displayThatLostItsContentsIsRestoredAfterSomeTexts() throws {
        let lcd = try makeLCD()
        show("Ä 0", on: lcd)
        glass.state.withLock { $0.lcd = SimulatedLCD() }
        for number in 1...66 { show("Ä \(number)", on: lcd) }
        expectEqual(glass.rows?[0], ". 66" + String(repeating: " ", count: 12))
    }

    @Test func displayIsOffWhenTheBoardIsClosed() throws {
        let lcd = try makeLCD()
        show("Hello", on: lcd)
        lcd.close()
        expectEqual(glass.takeTransfers().last?.bytes, [0x00, 0x04, 0x00, 0x84, 0x80])
        #expect(glass.rows == nil && !glass.lcd.isLit)
        #expect(lcd.text == "" && lcd.isOff)
        show("Hello again", on: lcd)
        expectEqual(glass.rows, nil)
        expectEqual(glass.failures, [])
    }
}
