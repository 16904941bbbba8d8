import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// Boards that differ from a Raspberry Pi, and the tool on a real chip.
    @Suite struct Boards {
        @Test func boardWithFourChipsAndUnnamedLinesUsesLineNumbers() throws {
            var chips: [String: GPIOSimChip] = [:]
            defer { for chip in chips.values { chip.remove() } }
            for label in ["gpio0", "gpio1", "gpio3", "gpio4"] {
                chips[label] = try GPIOSimChip(label: label, lineCount: 32, lineNames: [])
            }
            // gpioN_XY is line 8 * X + Y of bank N.
            let (plus, bit0, bit1) = (chips["gpio4"]![11], chips["gpio3"]![17], chips["gpio1"]![10])
            let wiring = FileManager.default.temporaryDirectory.appendingPathComponent("rock-5b-\(UUID()).yaml")
            try """
            buttons: {plus: GPIO4_B3, minus: GPIO4_B2}
            leds: {bit0: GPIO3_C1, bit1: GPIO1_B2}
            numbers: {count: [bit0, bit1]}
            """.write(to: wiring, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: wiring) }

            let program = try Program.counter(["--board", "rock-5b", "--wiring", wiring.path, "--sound", "none"])
            defer { program.end() }
            try program.waitForError(containing: "running on Radxa ROCK 5B")
            for expected in [(GPIOSimLine.Level.high, GPIOSimLine.Level.low), (.low, .high)] {
                try plus.play([(.low, CounterPanel.hold), (.high, CounterPanel.hold)])
                try wait(until: "the LEDs follow", details: program.errors) {
                    try (bit0.level, bit1.level) == expected
                }
            }
        }

        @Test func monitorReportsEachEdgeOfALine() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let tool = Program.builtPath("debug/carillon")
            let monitor = try Program(tool, ["monitor", "--board", "raspberry-pi-4b", "GPIO17"])
            defer { monitor.end() }
            try wait(until: "the monitor tells the level", details: monitor.errors) { !monitor.output.isEmpty }
            try chip["GPIO17"].play([(.high, CounterPanel.hold), (.low, CounterPanel.hold)])
            try wait(until: "the monitor tells two edges", details: monitor.errors) {
                monitor.output.split(separator: "\n").count >= 3
            }
            monitor.send(SIGTERM)
            expectEqual(try monitor.waitForExit(), 0)
            let events = monitor.output.split(separator: "\n").map { $0.split(separator: " ").dropFirst() }
            expectEqual(events.map { $0.joined(separator: " ") }, ["GPIO17 low", "GPIO17 high", "GPIO17 low"])
        }
    }
}
