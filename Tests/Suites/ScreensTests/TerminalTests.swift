import CarillonTest
import Screens
import TestSupport
import Testing

@testable import CarillonAppliance

/// The terminal of a simulated board draws each display as it is.
@Suite struct TerminalTests {
    @Test(arguments: SampleScreen.all) func terminalDrawsAllDisplays(sample: SampleScreen) throws {
        let bench = try SampleBench(sample).bench
        var panel = Panel(
            controls: SimulatedControls(try SampleBench.wiring.get()), features: bench.board.features.drawn
        ) { _ in .inactive }
        let drawn = panel.drawn().replacing("\u{1b}[?7l", with: "").replacing("\u{1b}[?7h", with: "")
        let texts = try ["lcd16x2", "lcd20x4"].compactMap { try bench.text($0)?.split(separator: "\n") }
        let dots = try ["ssd1306", "sh1106"].flatMap { try bench.picture($0).braille }
        let others = [
            "[1] knob left   [2] knob right   [3] knob   [q] quit", "● lcd20x4  ● lcd16x2",
            "display ssd1306   display sh1106",
        ]
        let lines = drawn.split(separator: "\n").map { String($0) }
        expectEqual(lines, others + dots + texts.joined().map { String($0).printable })
    }
}
