import CarillonGPIO
import Testing

@testable import CarillonDevices

/// Drawn in time, one character per millisecond: `_` inactive, `-` active, `?` inactive after an edge that the kernel
/// lost. The line below shows the reports expected at that millisecond: `p` pressed, `r` released.
@Suite struct DebounceTests {
    @Test func cleanPressIsReportedAtItsFirstEdge() {
        expect("____----------____________", reports: "    p         r           ")
    }

    @Test func chatterIsOnePress() {
        expect("____-_-_-------_-_-________", reports: "    p          r           ")
    }

    @Test func chatterThatLastsLongerThanThePeriodIsOnePressAsLongAsItDoesNotPause() {
        expect("____--__--__--__-------------", reports: "    p                        ")
    }

    @Test func pressShorterThanThePeriodIsReleasedWhenItHasSettled() {
        expect("____--________________", reports: "    p      r          ")
    }

    @Test func lostReleaseIsFoundByReadingTheLine() {
        expect("____---?__________", reports: "    p    r        ")
    }

    @Test func nextPressAfterAShortOneIsSeen() {
        expect("____--______________-----------", reports: "    p      r        p          ")
    }

    @Test func pressWhileTheTimerIsLateReportsTheReleaseBeforeIt() {
        var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
        _ = debounce.edge(to: .active, at: .milliseconds(10))
        _ = debounce.edge(to: .inactive, at: .milliseconds(12))
        let actions = debounce.edge(to: .active, at: .milliseconds(30))
        #expect(actions == .init(missed: .inactive, report: .active, wakeUp: .milliseconds(35)))
    }

    @Test func edgeToTheKnownLevelRevealsAMissedPress() {
        var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
        let actions = debounce.edge(to: .inactive, at: .milliseconds(10))
        #expect(actions == .init(missed: .active, report: .inactive, wakeUp: .milliseconds(15)))
    }

    @Test func edgeFromBeforeTheFirstReadingIsNoPress() {
        var debounce = Debounce(level: .active, at: .milliseconds(10), period: .milliseconds(5))
        #expect(debounce.edge(to: .active, at: .milliseconds(9)) == .none)
    }

    @Test func edgeOlderThanTheLastReadingHasBeenSeen() {
        var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
        _ = debounce.edge(to: .active, at: .milliseconds(10))
        _ = debounce.periodEnded(at: .milliseconds(20), level: .active)
        #expect(debounce.edge(to: .inactive, at: .milliseconds(19)) == .none)
        #expect(debounce.level == .active)
    }

    @Test func periodOfZeroBelievesEveryEdgeAndReadsTheLineAfterIt() {
        var debounce = Debounce(level: .inactive, at: .zero, period: .zero)
        for (time, level) in [(1, Level.active), (2, .inactive), (3, .active)] {
            let actions = debounce.edge(to: level, at: .milliseconds(time))
            #expect(actions == .init(report: level, wakeUp: .milliseconds(time)))
        }
    }
}

/// Plays `levels` through a `Debounce` of 5 ms as its owner does, and compares the reports.
private func expect(_ levels: String, reports expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var debounce = Debounce(level: .inactive, at: .zero, period: .milliseconds(5))
    var line = Level.inactive
    var wakeUp: Duration?
    var reports = ""
    for (millisecond, character) in levels.enumerated() {
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
    #expect(reports == expected, sourceLocation: sourceLocation)
}
