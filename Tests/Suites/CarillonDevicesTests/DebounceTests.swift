import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// Drawn in time, one character per millisecond: `_` inactive, `-` active, `?` inactive after an edge that the kernel
/// lost. The line below shows the reports expected at that millisecond: `p` pressed, `r` released.
@Suite struct DebounceTests {
    static let drawings: [Row<String, String>] = [
        Row(
            "a clean press is reported at its first edge",
            "____----------____________",
            "    p         r           "),
        Row(
            "chatter is one press",
            "____-_-_-------_-_-________",
            "    p          r           "),
        Row(
            "chatter that lasts longer than the period is one press as long as it does not pause",
            "____--__--__--__-------------",
            "    p                        "),
        Row(
            "a press shorter than the period is released when it has settled",
            "____--________________",
            "    p      r          "),
        Row(
            "a lost release is found by reading the line",
            "____---?__________",
            "    p    r        "),
        Row(
            "the next press after a short one is seen",
            "____--______________-----------",
            "    p      r        p          "),
    ]

    /// Plays the levels through a `Debounce` of 5 ms as its owner does.
    @Test(arguments: drawings) func levelsCauseTheseReports(row: Row<String, String>) {
        var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
        var line = Level.inactive
        var wakeUp: Duration?
        var reports = ""
        for (millisecond, character) in row.given.enumerated() {
            let now = Duration.milliseconds(millisecond)
            var reported: Level?
            func follow(_ actions: Debounce.Actions) {
                reported = actions.report ?? reported
                wakeUp = actions.wakeUp ?? wakeUp
            }
            let previous = line
            line = character == "-" ? .active : .inactive
            if line != previous, character != "?" { follow(debounce.edge(to: line, at: now)) }
            if let time = wakeUp, time <= now {
                wakeUp = nil
                follow(debounce.periodEnded(at: now, level: line))
            }
            reports.append(reported.map { $0 == .active ? "p" : "r" } ?? " ")
        }
        expectEqual(reports, row.expected, sourceLocation: row.place)
    }

    /// Edges, each with its time in milliseconds, and the actions after the last ones.
    static let edges: [Row<(Debounce, [(Level, Int)]), [Debounce.Actions]>] = [
        Row(
            "a press while the timer is late reports the release before it",
            (
                Debounce(level: .inactive, at: .zero, period: .milliseconds(5)),
                [(.active, 10), (.inactive, 12), (.active, 30)]
            ),
            [.init(missed: .inactive, report: .active, wakeUp: .milliseconds(35))]),
        Row(
            "an edge to the known level reveals a missed press",
            (Debounce(level: .inactive, at: .zero, period: .milliseconds(5)), [(.inactive, 10)]),
            [.init(missed: .active, report: .inactive, wakeUp: .milliseconds(15))]),
        Row(
            "an edge from before the first reading is not a press",
            (Debounce(level: .active, at: .milliseconds(10), period: .milliseconds(5)), [(.active, 9)]),
            [.none]),
        Row(
            "with a period of zero, every edge is reported and the line is read after it",
            (Debounce(level: .inactive, at: .zero, period: .zero), [(.active, 1), (.inactive, 2), (.active, 3)]),
            [
                .init(report: .active, wakeUp: .milliseconds(1)), .init(report: .inactive, wakeUp: .milliseconds(2)),
                .init(report: .active, wakeUp: .milliseconds(3)),
            ]),
    ]

    @Test(arguments: edges) func edgesCauseTheseActions(row: Row<(Debounce, [(Level, Int)]), [Debounce.Actions]>) {
        var debounce = row.given.0
        let actions = row.given.1.map { debounce.edge(to: $0, at: .milliseconds($1)) }
        expectEqual(actions.suffix(row.expected.count), row.expected[...], sourceLocation: row.place)
    }

    @Test func edgeOlderThanTheLastReadingIsIgnored() {
        var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
        _ = debounce.edge(to: .active, at: .milliseconds(10))
        _ = debounce.periodEnded(at: .milliseconds(20), level: .active)
        expectEqual(debounce.edge(to: .inactive, at: .milliseconds(19)), .none)
        expectEqual(debounce.level, .active)
    }
}
