import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The keys that are down. Readings are written as in sessions, presses as the key after `+`, `*` or `-`.
@Suite struct KeyStateTests {
    @Test(arguments: [
        (["+KEY_1", "*KEY_1", "-KEY_1"], ["+KEY_1", "*KEY_1", "-KEY_1"]),
        (["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"], ["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"]),
        // A press that began earlier is not reported, neither is its end.
        (["*KEY_1", "-KEY_1"], []),
        (["+KEY_1", "+KEY_1"], ["+KEY_1"]),
        // After a loss, the keys that are down are known.
        (["+KEY_1", "=KEY_2", "-KEY_2"], ["+KEY_1", "-KEY_1", "+KEY_2", "-KEY_2"]),
        (["+KEY_1", "="], ["+KEY_1", "-KEY_1"]),
        // A device that goes away releases its keys.
        (["+KEY_1", "+KEY_2", "absent", "present", "-KEY_1"], ["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"]),
    ])
    func readingsCauseThesePresses(readings: [String], presses: [String]) throws {
        var state = KeyState()
        var found: [String] = []
        for text in readings {
            let reading = try #require(KeyReading(text))
            expectEqual(reading.description, text)
            for press in state.take(reading) {
                let sign = [.pressed: "+", .repeated: "*", .released: "-"][press.action] ?? "?"
                found.append(sign + press.key.name)
            }
        }
        expectEqual(found, presses)
    }

    @Test(arguments: ["", "+", "+KEY_ONE", "KEY_1", "=KEY_1 x", "+KEY_1 KEY_2", "away"])
    func damagedReadingIsRefused(text: String) { expectEqual(KeyReading(text), nil) }
}

/// The lines that a reader types.
@Suite struct TypedLineTests {
    private static func key(_ character: Character) -> KeyCode {
        if character == "\n" { return KeyCode(28) }
        if character == "\t" { return .tab }
        return KeyCode((1...57 as ClosedRange<UInt16>).first { KeyCode($0).character() == character }!)
    }

    /// Times are in milliseconds. `type`, `time` and `wakeUp` are expectations.
    enum Step {
        case ending(Reader.Settings.End)
        case type(String, at: Int, [TypedLine.Outcome] = [])
        case loss(at: Int)
        case time(Int, TypedLine.Outcome?)
        case wakeUp(Int?)
    }

    static let courses: [Course<Step>] = [
        Course(
            "characters up to enter are a line",
            .type("0012345678\n", at: 0, [.line("0012345678")]), .type("\n", at: 30), .wakeUp(nil)),
        Course(
            "the rest of a line is not the beginning of the next one",
            .type("001", at: 0), .wakeUp(1000), .time(999, nil), .time(1000, .endless), .wakeUp(nil),
            .type("42\n", at: 1001, [.line("42")])),
        Course(
            "a line with a lost part is damaged",
            .type("001", at: 0), .loss(at: 0), .type("42\n", at: 1, [.damaged]), .type("43\n", at: 3, [.line("43")])),
        Course(
            "a damaged line without an end is damaged", .loss(at: 5000), .time(6000, .damaged), .time(7000, nil)),
        Course(
            "a line that is too long is damaged",
            .type(String(repeating: "x", count: 4297) + "\n", at: 0, [.damaged])),
        Course("a tab does not end a line", .type("12\t34\n", at: 0, [.line("1234")])),
        Course(
            "a tab ends a line if the wiring requests so",
            .ending(.tab), .type("12\n34\t", at: 0, [.line("1234")])),
        Course(
            "a pause ends a line without an end",
            .ending(.nothing), .type("12", at: 0), .type("34", at: 200), .time(250, nil), .wakeUp(450),
            .time(450, .line("1234"))),
    ]

    @Test(arguments: courses) func keysTypeTheseLines(course: Course<Step>) {
        var line = TypedLine()
        for step in course.steps {
            switch step {
            case .ending(let end): line = TypedLine(endingWith: end)
            case .type(let text, let time, let expected):
                let outcomes = text.compactMap { line.press(Self.key($0), isShifted: false, at: .milliseconds(time)) }
                expectEqual(outcomes, expected, "\(step)", sourceLocation: course.place)
            case .loss(let time): line.loseCharacters(at: .milliseconds(time))
            case .time(let time, let expected):
                let outcome = line.timeCame(at: .milliseconds(time))
                expectEqual(outcome, expected, "\(step)", sourceLocation: course.place)
            case .wakeUp(let time):
                expectEqual(line.wakeUp, time.map { .milliseconds($0) }, "\(step)", sourceLocation: course.place)
            }
        }
    }
}
