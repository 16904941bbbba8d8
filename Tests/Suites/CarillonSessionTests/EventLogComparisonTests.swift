import CarillonScheduling
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

/// A replay reports what differs, and no more.
@Suite struct EventLogComparisonTests {
    /// Returns the description of the divergence of one line from another; nil if there is none.
    private func divergence(_ recorded: String, _ replayed: String) -> String? {
        var comparison = EventLogComparison(stored("3 \(recorded)"))
        let line = EventLogLine(time: .zero, text: "3 \(replayed)")
        guard let (event, difference) = comparison.difference(of: line) else { return nil }
        let reason = SessionDivergence.Reason.differs(event: event, difference)
        return "\(SessionDivergence(time: .seconds(2), reason))"
    }

    /// Returns a line as a session stores it.
    private func stored(_ text: String) -> [EventLogLine] {
        var encoder = EventLogEncoder(start: .zero)
        encoder.append(EventLogLine(time: .zero, text: text))
        let key = SessionBlock.Key(session: 1, kind: .eventLog, number: 0)
        return SessionBlock(key, start: .zero, previousLength: 0, payload: encoder.bytes).eventLogLines
    }

    @Test(arguments: [
        ("plus -> 4", "plus -> 5", "plus: 4 -> 5"),
        (
            "turn(left) -> Air(damper: 45, fan: Fan(speed: 1, isOn: true))",
            "turn(left) -> Air(damper: 30, fan: Fan(speed: 1, isOn: false))",
            "turn(left): damper: 45 -> 30; fan.isOn: true -> false"
        ),
        (
            "plus -> Air(damper: 4), then save", "plus -> Air(damper: 4), then save, ring",
            "plus: effects: save -> save, ring"
        ),
        ("plus -> Air(damper: 4)", "plus -> Air(damper: 5), then ring", "plus: damper: 4 -> 5; effects: none -> ring"),
        ("plus -> 4", "minus -> 3", "event: plus -> minus"),
        ("a -> T(name: \"a, b: (\", n: 1)", "a -> T(name: \"a, b: (\", n: 2)", "a: n: 1 -> 2"),
        ("a -> T(name: \"\\\"\", list: [1, 2])", "a -> T(name: \"\\\"\", list: [1, 3])", "a: list: [1, 2] -> [1, 3]"),
        ("a -> on(3)", "a -> on(4)", "a: on(3) -> on(4)"),
        ("a -> T(n: 1)", "a -> T(m: 1, n: 2)", "a: n: 1 -> 2"), ("a -> \u{1b}[2J", "a -> b", "a: ?[2J -> b"),
    ])
    func divergenceShowsTheDifference(recorded: String, replayed: String, text: String) {
        expectEqual(divergence(recorded, replayed), "event 3 after 2 s: \(text)")
    }

    @Test func longDivergenceIsShortened() throws {
        let fields = (1...30).map { "field\($0): " }
        let text = try #require(
            divergence(
                "a -> T(\(fields.map { "\($0)1" }.joined(separator: ", ")))",
                "a -> T(\(fields.map { "\($0)\(String(repeating: "2", count: 100))" }.joined(separator: ", ")))"))
        #expect(text.hasSuffix("; 24 more"))
        #expect(text.count < 800)
    }

    @Test(arguments: [
        ("a -> T(n: 1)", "a -> T(n: 1, fan: Fan(speed: 1))", ["fan"], []),
        (
            "a -> T(n: 1, fan: Fan(speed: 1, isOn: true))", "a -> T(n: 1, fan: Fan(level: 2, isOn: true))",
            ["fan.level"],
            ["fan.speed"]
        ),
        ("0 start -> T(n: 1)", "0 start -> T(m: 2)", ["m"], ["n"]),
    ])
    func fieldsOfOneSideAreNotADifference(recorded: String, replayed: String, added: [String], removed: [String]) {
        var comparison = EventLogComparison(stored("0 \(recorded)") + stored("1 \(recorded)"))
        for number in 0...1 {
            let line = EventLogLine(time: .zero, text: "\(number) \(replayed)")
            expectEqual(comparison.difference(of: line)?.event, nil)
        }
        // Once, although each event has them.
        expectEqual(comparison.added, added)
        expectEqual(comparison.removed, removed)
    }

    /// A session has the first thousand bytes of a line.
    @Test func longLinesWithEqualBeginningsAreEqual() {
        for fill in ["x", "ü", "üx", "\r\n", "\u{2028}"] {
            for end in ["", ", then save", ", n: 2)"] {
                let text = "a -> T(text: \"" + String(repeating: fill, count: 1200) + "\"" + end
                expectEqual(divergence(text, text), nil)
            }
        }
        let list = (1...400).map(String.init).joined(separator: ", ")
        expectEqual(divergence("a -> T(n: 1, list: [\(list)])", "a -> T(n: 1, m: 2, list: [\(list), 0])"), nil)
        expectEqual(
            divergence("a -> T(n: 1, list: [\(list)])", "a -> T(n: 2, m: 2, list: [\(list), 0]), then save"),
            "event 3 after 2 s: a: n: 1 -> 2")
    }

    @Test func lineEndsInAModelDoNotCountAsADifference() {
        for text in ["a -> one\ntwo", "a -> one\r\ntwo", "a -> one\u{2028}two"] {
            expectEqual(divergence(text, text), nil)
        }
    }
}
