import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

@Suite struct LevelMeterTests {
    private let terminal = Terminal(width: 60, height: 24, isColored: false)

    private func line(_ peaks: [[Float]], at position: Duration = .zero, width: Int = 60) -> String {
        var meter = LevelMeter(name: "bell", duration: .seconds(75))
        for peak in peaks { meter.follow(peak) }
        return meter.line(at: position, on: Terminal(width: width, height: 24, isColored: false))
    }

    @Test func levelBarIsHalfFullThirtyDecibelsBelowFullScale() {
        #expect(line([[1]]).hasSuffix(" " + String(repeating: "█", count: 39)))
        #expect(line([[0]]).hasSuffix(" " + String(repeating: "·", count: 39)))
        let bars = line([[0.0316, 0.0316]], width: 83).split(separator: " ").suffix(2)
        #expect(bars.allSatisfy { $0.filter { $0 == "█" }.count == $0.count / 2 })
        expectEqual(bars.count, 2)
    }

    @Test func barFallsBackSlowly() {
        let filled = [0, 1, 2, 10, 30].map { steps in
            line([[1]] + [[Float]](repeating: [0], count: steps)).count { $0 == "█" }
        }
        expectEqual(filled, [39, 37, 35, 20, 0])
    }

    @Test func timeIsShownInHoursMinutesAndSeconds() {
        expectEqual(line([], at: .milliseconds(4_900)), "bell  0:04 / 1:15")
        var hours = LevelMeter(name: "talk", duration: .zero)
        hours.follow([])
        expectEqual(hours.line(at: .seconds(7_265), on: terminal), "talk  2:01:05")
    }

    @Test func narrowTerminalShowsNoBar() {
        expectEqual(line([[1, 1]], width: 12), "bell  0:00…")
    }
}
