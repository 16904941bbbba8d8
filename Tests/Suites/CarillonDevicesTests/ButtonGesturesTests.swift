import TestSupport
import Testing

@testable import CarillonDevices

/// Drawn in time, 10 ms per character: `-` pressed, `_` released. The line below shows the reports at that time: `1` to
/// `9` for that many clicks, `h` for the beginning of a hold, `H` for each repetition, and `x` for the clicks before a hold, and
/// the hold. A hold takes 100 ms, a repetition 30 ms, a pause between clicks 60 ms.
@Suite struct ButtonGesturesTests {
    private static func gestures(repeating: Bool = false, maximumClicks: Int = .max) -> ButtonGestures {
        ButtonGestures(
            holdTime: .milliseconds(100), repeatInterval: repeating ? .milliseconds(30) : nil,
            multiClickInterval: .milliseconds(60), maximumClicks: maximumClicks)
    }

    static let drawings: [Row<(ButtonGestures, String), String>] = [
        Row(
            "a short press is a click when no other follows",
            gestures(),
            "__----______________",
            "            1       "),
        Row(
            "two short presses are a double click",
            gestures(),
            "__---___---______________",
            "                 2       "),
        Row(
            "a pause that is too long makes two clicks",
            gestures(),
            "__---_______---_________",
            "           1         1  "),
        Row(
            "a long press is a hold and not a click",
            gestures(),
            "__---------------___________",
            "            h               "),
        Row(
            "a hold repeats as long as it lasts",
            gestures(repeating: true),
            "__------------------_________",
            "            h  H  H          "),
        Row(
            "clicks before a hold are reported with it",
            gestures(),
            "__---__------------______",
            "                 x       "),
        Row(
            "the highest requested click count is reported at once",
            gestures(maximumClicks: 2),
            "__---___---______________",
            "           2             "),
    ]

    /// Plays the levels as the owner of a `ButtonGestures` does.
    @Test(arguments: drawings) func pressesCauseTheseGestures(row: Row<(ButtonGestures, String), String>) {
        var gestures = row.given.0
        var wakeUp: Duration?
        var isPressed = false
        var reports = ""
        for (place, character) in row.given.1.enumerated() {
            let now = Duration.milliseconds(place * 10)
            var here: [ButtonGestures.Gesture] = []
            func follow(_ actions: ButtonGestures.Actions) {
                here += [actions.first, actions.second].compactMap { $0 }
                wakeUp = actions.wakeUp
            }
            if let time = wakeUp, time <= now { follow(gestures.timerFired(at: now)) }
            if isPressed != (character == "-") {
                isPressed.toggle()
                follow(isPressed ? gestures.pressed(at: now) : gestures.released(at: now))
            }
            switch (here.first, here.count) {
            case (nil, _): reports += " "
            case (.clicked(let times), 1): reports += "\(times)"
            case (.held(1), 1): reports += "h"
            case (.held, 1): reports += "H"
            default: reports += "x"
            }
        }
        expectEqual(reports, row.expected, sourceLocation: row.place)
    }

    // MARK: A late owner

    enum Step {
        case press(Int)
        case release(Int, ButtonGestures.Actions? = nil)
        case timer(Int, ButtonGestures.Actions? = nil)
        case latePress(Int, ButtonGestures.Actions)
        case repeats
    }

    static let late: [Course<Step>] = [
        Course(
            "a release after a late timer is judged by its own time",
            .press(0), .release(150, .init(first: .held(1))),
            .press(200), .release(250, .init(wakeUp: .milliseconds(310)))),
        Course(
            "a press after a late timer starts a new click",
            .press(0), .release(50), .latePress(200, .init(first: .clicked(1), wakeUp: .milliseconds(300)))),
        Course(
            "repetitions that a late owner has missed are skipped",
            .repeats, .press(0), .timer(100), .timer(500, .init(first: .held(2), wakeUp: .milliseconds(530)))),
    ]

    @Test(arguments: late) func gesturesFollowTimestampsWhenTheOwnerIsLate(course: Course<Step>) {
        var gestures = Self.gestures()
        for step in course.steps {
            if case .repeats = step { gestures = Self.gestures(repeating: true) }
            let (actions, expected): (ButtonGestures.Actions, ButtonGestures.Actions?) =
                switch step {
                case .repeats: (.init(), nil)
                case .press(let time): (gestures.pressed(at: .milliseconds(time)), nil)
                case .release(let time, let expected): (gestures.released(at: .milliseconds(time)), expected)
                case .timer(let time, let expected): (gestures.timerFired(at: .milliseconds(time)), expected)
                case .latePress(let time, let expected): (gestures.pressed(at: .milliseconds(time)), expected)
                }
            expectEqual(actions, expected ?? actions, "\(step)", sourceLocation: course.place)
        }
    }
}

extension Row<(ButtonGestures, String), String> {
    fileprivate init(
        _ name: String, _ gestures: ButtonGestures, _ levels: String, _ reports: String,
        at place: SourceLocation = #_sourceLocation
    ) {
        self.init(name, (gestures, levels), reports, at: place)
    }
}
