import CarillonGPIO
import CarillonScheduling
import DeviceTestSupport
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Displays with lines that the threads of their buses drive: a display on SPI with a line for data, and a TM1637.
extension RealKernel {
    @Suite struct DisplayLines {
        /// The bytes of SPI, and the level of the line to the pin D/C during each transfer.
        private final class Panel: SimulatedTwin {
            private let line: GPIOSimLine
            private let state = Locked((SimulatedDisplay(), [Int]()))

            init(_ line: GPIOSimLine) { self.line = line }

            var picture: Picture? { state.withLock { $0.0.picture } }
            var faults: [String] { state.withLock { $0.0.faults } }
            /// The lengths of the transfers.
            var lengths: [Int] { state.withLock { $0.1 } }

            func transfer(_ written: [UInt8], reading count: Int) -> [UInt8] {
                let isData = (try? line.level) == .high
                state.withLock {
                    $0.0.take([isData ? 0x40 : 0x00] + written)
                    $0.1.append(written.count)
                }
                return []
            }

            func operate(_ text: String, channel: Int) -> Bool { false }
        }

        @Test func bytesAndLevelsOnSPIMatchThePicture() throws {
            let devices = try KernelDevices()
            defer { devices.end() }
            let panel = Panel(devices.gpio["GPIO25"])
            let model = try ModelChip(panel, at: .spi(select: 2, isRead: { _ in false }))
            defer { model.end() }
            var settings = Display.Settings()
            (settings.bus, settings.data) = ("spidev1.2", LineReference("GPIO25"))
            settings.reset = LineReference("GPIO24")
            let display = try devices.make { try Display("status", settings, in: $0) }
            expectEqual(try devices.gpio["GPIO24"].level, .low)
            for text in ["Count\n1", "Count\n2 °C"] {
                var picture = Picture(width: 128, height: 64)
                picture.draw(text)
                devices.queue.sync { display.set(text) }
                try wait(until: "the display shows \(text)", details: "\(panel.faults)") { panel.picture == picture }
            }
            expectEqual(panel.faults, [])
            #expect(panel.lengths.contains(128))
            expectEqual(try devices.gpio["GPIO24"].level, .high)
            let clock = try #require(model.clock)
            #expect(clock.mode == 0 && clock.hertz == 8_000_000)
            devices.queue.sync { display.close() }
            expectEqual(panel.picture, nil)
        }

        private func digits(_ devices: KernelDevices) throws -> DigitDisplay {
            var settings = DigitDisplay.Settings()
            settings.chip = try #require(DigitDisplay.Settings.models.reference("tm1637 GPIO23 GPIO24"))
            return try devices.make { try DigitDisplay("clock", settings, in: $0) }
        }

        /// Returns the transfers to the digits, decoded from the edges of the two lines.
        private func transfers(_ trace: GPIOTrace, on chip: GPIOSimChip) throws -> [[UInt8]] {
            var decoder = TwoLineDecoder()
            for levels in try trace.states(of: [chip["GPIO23"], chip["GPIO24"]], on: chip) {
                decoder.take(clock: levels[0] == .high, data: levels[1] == .high)
            }
            expectEqual(decoder.faults, [])
            return decoder.transfers
        }

        private func shown(_ transfers: [[UInt8]]) -> String? {
            var digits = SimulatedDigits(.tm1637)
            for transfer in transfers { digits.take(transfer) }
            expectEqual(digits.faults, [])
            return digits.text
        }

        @Test func edgesToATM1637MatchTheDigits() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            let devices = try KernelDevices()
            defer { devices.end() }
            let display = try digits(devices)
            for text in ["12:34", "12:35", "  -7"] {
                devices.queue.sync { display.set(text) }
                try wait(until: "the display shows \(text)") {
                    shown(try transfers(trace, on: devices.gpio)) == text
                }
            }
            // V2.4, switching characteristics: at most 500 kHz.
            let clocks = try trace.pulses(of: devices.gpio["GPIO23"], on: devices.gpio)
            #expect(clocks.count > 100)
            #expect(clocks.allSatisfy { $0.width >= 1 })
            let periods = zip(clocks.dropFirst(), clocks).map { $0.start - $1.start }
            #expect(periods.allSatisfy { $0 >= 2 }, "\(periods.min() ?? 0)")
            print("TM1637: a clock takes \(periods.sorted()[periods.count / 2]) µs")
            devices.queue.sync { display.close() }
            expectEqual(try transfers(trace, on: devices.gpio).last, [0x80])
        }

        @Test func lineInUseIsReported() throws {
            let chip = try GPIOSimChip.raspberryPi4B(holders: ["GPIO24": "other driver"])
            defer { chip.remove() }
            let wiring = try Self.wiring()
            let program = try Program.counter(["--board", "raspberry-pi-4b", "--sound", "none", "--wiring", wiring])
            defer { program.end() }
            expectEqual(try program.waitForExit(), 2)
            #expect(program.errors.contains("line \"GPIO24\" of \"pinctrl-bcm2711\" is in use by \"other driver\""))
        }

        @Test func digitsAreShownAgainWhenTheChipIsBack() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            let devices = try KernelDevices()
            defer { devices.end() }
            let display = try digits(devices)
            devices.queue.sync { display.set("1") }
            try wait(until: "the display shows 1") { shown(try transfers(trace, on: devices.gpio)) == "   1" }
            devices.gpio.remove()
            devices.queue.sync { display.set("2") }
            try wait(until: "the failure is reported") {
                devices.failures.entries.contains { $0.contains("\"pinctrl-bcm2711\" has disappeared") }
            }
            try KernelFile(path: "/sys/kernel/tracing/trace").empty()
            let back = try GPIOSimChip.raspberryPi4B()
            defer { back.remove() }
            try wait(until: "the display shows 2") { shown(try transfers(trace, on: back)) == "   2" }
            expectEqual(devices.failures.entries.count, 1, "\(devices.failures.entries)")
        }

        // MARK: The end of the program

        /// Before its end, the display receives data, and the line is high.
        @Test(arguments: [("fault", 128 + SIGSEGV), ("abort", 128 + SIGABRT), ("exit", 3)] as [(String, Int32)])
        func programTurnsItsDisplaysOffWhenItEnds(how: String, status: Int32) throws {
            let (lines, bus) = (try GPIOTrace(), try SPITrace())
            defer {
                lines.end()
                bus.end()
            }
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let program = try Program.built(
                Program.builtPath("debug/DeviceProbe"), ["displays", "pinctrl-bcm2711", how])
            defer { program.end() }
            expectEqual(try program.waitForExit(), status)
            let toDisplay = try bus.transfers(to: "spi0.0", with: chip["GPIO25"], on: chip)
            #expect(toDisplay.first?.bytes == [1, 2, 3] && toDisplay.first?.level == .high)
            #expect(toDisplay.last?.bytes == [0xae] && toDisplay.last?.level == .low)
            let toDigits = try transfers(lines, on: chip)
            #expect(toDigits.first == [0x8f] && toDigits.last == [0x80])
        }

        @Test func safeOptionTurnsTheDisplaysOfAKilledProgramOff() throws {
            let wiring = try Self.wiring()
            try CounterPanel.run(arguments: ["--wiring", wiring]) { panel in
                panel.program.send(SIGKILL)
                try panel.program.waitForExit()
                let (lines, bus, i2c) = (try GPIOTrace(), try SPITrace(), try BusTrace())
                defer {
                    lines.end()
                    bus.end()
                    i2c.end()
                }
                let safe = try Program.counter(["--board", "raspberry-pi-4b", "--wiring", wiring, "--safe"])
                defer { safe.end() }
                expectEqual(try safe.waitForExit(), 0)
                expectEqual(safe.errors, "")
                let toDisplay = try bus.transfers(to: "spi0.0", with: panel.chip["GPIO25"], on: panel.chip)
                #expect(toDisplay.map(\.bytes) == [[0xae]] && toDisplay.first?.level == .low)
                expectEqual(try transfers(lines, on: panel.chip), [[0x80]])
                expectEqual(try i2c.writes(to: 0x3c, on: "i2c-1"), [[0x00, 0xae]])
            }
        }

        private static func wiring() throws -> String {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID()).yaml")
            try Data(
                """
                buttons: {plus: GPIO17, minus: GPIO27}
                leds: {bit0: GPIO5, bit1: GPIO6}
                numbers: {count: [bit0, bit1]}
                displays: {status: {bus: spidev0.0, data: GPIO25}, hall: {bus: i2c-1, address: 0x3c}}
                digit-displays: {clock: tm1637 GPIO23 GPIO24}
                """.utf8
            ).write(to: file)
            return file.path
        }
    }
}
