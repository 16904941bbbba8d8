import Testing

@testable import CarillonDevices

/// Drawn in time, 10 ms per character: `-` pressed, `_` released. The line below shows the reports at that time: `1` to
/// `9` for that many clicks, `h` for the beginning of a hold, `H` for each repetition. A hold takes 100 ms, a
/// repetition 30 ms, a pause between clicks 60 ms.
@Suite struct ButtonGesturesTests {
    @Test func shortPressIsAClickWhenNoOtherFollows() {
        expect(
            "__----______________",
            tells: "            1       ")
    }

    @Test func twoShortPressesAreADoubleClick() {
        expect(
            "__---___---______________",
            tells: "                 2       ")
    }

    @Test func pauseThatIsTooLongMakesTwoClicks() {
        expect(
            "__---_______---_________",
            tells: "           1         1  ")
    }

    @Test func longPressIsAHoldAndNoClick() {
        expect(
            "__---------------___________",
            tells: "            h               ")
    }

    @Test func holdRepeatsAsLongAsItLasts() {
        expect(
            "__------------------_________", repeating: true,
            tells: "            h  H  H          ")
    }

    @Test func clicksBeforeAHoldAreReportedWithIt() {
        expect(
            "__---__------------______",
            tells: "                 1h      ".replacing("1h", with: "x "))
    }

    @Test func highestRequestedClickCountIsReportedAtOnce() {
        expect(
            "__---___---______________", maximumClicks: 2,
            tells: "           2             ")
    }

    @Test func releaseAfterALateTimerIsJudgedByItsOwnTime() {
        var gestures = ButtonGestures(holdTime: .milliseconds(100), multiClickInterval: .milliseconds(60))
        _ = gestures.pressed(at: .zero)
        #expect(gestures.released(at: .milliseconds(150)) == .init(first: .held(1)))
        _ = gestures.pressed(at: .milliseconds(200))
        #expect(gestures.released(at: .milliseconds(250)) == .init(wakeUp: .milliseconds(310)))
    }

    @Test func pressAfterALateTimerBeginsAnew() {
        var gestures = ButtonGestures(holdTime: .milliseconds(100), multiClickInterval: .milliseconds(60))
        _ = gestures.pressed(at: .zero)
        _ = gestures.released(at: .milliseconds(50))
        #expect(
            gestures.pressed(at: .milliseconds(200)) == .init(first: .clicked(1), wakeUp: .milliseconds(300)))
    }

    @Test func repetitionsThatALateOwnerHasMissedAreNotMadeUpFor() {
        var gestures = ButtonGestures(
            holdTime: .milliseconds(100), repeatInterval: .milliseconds(30), multiClickInterval: .milliseconds(60))
        _ = gestures.pressed(at: .zero)
        _ = gestures.timerFired(at: .milliseconds(100))
        #expect(gestures.timerFired(at: .milliseconds(500)) == .init(first: .held(2), wakeUp: .milliseconds(530)))
    }
}

/// Plays `levels` as the owner of a `ButtonGestures` does. `x` stands for the clicks before a hold, and the hold.
private func expect(
    _ levels: String, repeating: Bool = false, maximumClicks: Int = .max, tells expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var gestures = ButtonGestures(
        holdTime: .milliseconds(100), repeatInterval: repeating ? .milliseconds(30) : nil,
        multiClickInterval: .milliseconds(60),
        maximumClicks: maximumClicks)
    var wakeUp: Duration?
    var isPressed = false
    var told = ""
    for (place, character) in levels.enumerated() {
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
        case (nil, _): told += " "
        case (.clicked(let times), 1): told += "\(times)"
        case (.held(1), 1): told += "h"
        case (.held, 1): told += "H"
        default: told += "x"
        }
    }
    #expect(told == expected, sourceLocation: sourceLocation)
}
