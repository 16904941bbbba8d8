import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization
import Testing

@testable import CarillonDevices

/// The events that a button sends to a loop. The levels are drawn, one character per millisecond: `-` pressed, `_`
/// released, `?` released by an edge that the kernel loses. The contact may chatter for 5 ms, a hold takes 50 ms, and
/// it repeats every 20 ms.
@Suite struct ButtonEventsTests {
    private let bench = InputBench()
    private let button: Button

    init() throws {
        button = try Self.makeButton(on: bench.input("GPIO2"), bench)
    }

    @Test func pressesAndReleasesAreEvents() throws {
        bench.follow(button.pressed("press"))
        bench.follow(button.released("release"))
        bench.follow(button.changed { $0 ? "down" : "up" })
        try bench.play("_----------__________")
        #expect(bench.log == ["up", "press", "down", "release", "up"])
    }

    @Test func eachListenerHasItsOwnHoldTime() throws {
        bench.follow(button.held("held"))
        bench.follow(button.held("held long", for: .milliseconds(80)))
        try bench.play("_" + String(repeating: "-", count: 100) + "______")
        #expect(bench.log == ["held", "held long"])
    }

    @Test func pressThatRepeatsIsSentAgainWhileTheButtonIsHeld() throws {
        bench.follow(button.pressed("up", repeating: true))
        try bench.play("_" + String(repeating: "-", count: 100) + String(repeating: "_", count: 100))
        #expect(bench.log == ["up", "up", "up", "up"])
    }

    @Test func singleAndDoubleClicksAreDistinguished() throws {
        bench.follow(button.clicked("once"))
        bench.follow(button.clicked("twice", times: 2))
        try bench.play("_----------" + String(repeating: "_", count: 50))
        try bench.play("_----------__________----------" + String(repeating: "_", count: 50))
        #expect(bench.log == ["once", "twice"])
    }

    @Test func clicksCanBeCounted() throws {
        bench.follow(button.clicks(atMost: 3) { "\($0)" })
        try bench.play("_----------__________----------__________----------______")
        #expect(bench.log == ["3"])
    }

    @Test func disposedSubscriptionSendsNothing() throws {
        bench.follow(button.held("held")).dispose()
        try bench.play("_" + String(repeating: "-", count: 100))
        #expect(bench.log.isEmpty)
    }

    // MARK: Times

    private enum Timed: Equatable {
        case pressed(at: Duration)
        case released(at: Duration)
        case changed(Bool, at: Duration)
    }

    @Test func eventsHaveTheTimesOfTheirEdgesOnLateQueue() throws {
        let line = LateLine()
        let button = try Self.makeButton(on: line, bench)
        let seen = Locked<[Timed]>([])
        for source: AnyEventSource<Timed> in [
            button.pressed { .pressed(at: $0) }, button.released(Timed.released),
            button.changed { isPressed, time in .changed(isPressed, at: time) },
        ] {
            _ = source.subscribe { event in seen.withLock { $0.append(event) } }
        }
        bench.time.advance(by: .seconds(1))  // The queue is late: both edges are waiting.
        line.handle(.active, at: .milliseconds(100))
        line.handle(.inactive, at: .milliseconds(345))
        let (press, release) = (Duration.milliseconds(100), Duration.milliseconds(345))
        #expect(
            seen.withLock { $0 } == [
                .changed(false, at: .zero), .pressed(at: press), .changed(true, at: press), .released(at: release),
                .changed(false, at: release),
            ])
    }

    @Test func pressThatIsUnderwayIsNotATimedPress() throws {
        let line = LateLine()
        line.handle(.active, at: .zero)
        let button = try Self.makeButton(on: line, bench)
        bench.follow(button.pressed { "press at \($0)" })
        bench.follow(button.changed { isPressed, time in "\(isPressed) at \(time)" })
        #expect(bench.log == ["true at 0.0 seconds"])
    }

    // MARK: Holds and the releases that end them

    @Test func holdIsReportedBeforeReleaseThatEndsItOnLateQueue() throws {
        let line = LateLine()
        let button = try Self.makeButton(on: line, bench)
        bench.follow(button.released("release"))
        bench.follow(button.changed { $0 ? "down" : "up" })
        bench.follow(button.held("held"))
        line.handle(.active, at: .milliseconds(10))
        line.handle(.inactive, at: .milliseconds(70))
        bench.time.advance(by: .seconds(1))
        #expect(bench.log == ["up", "down", "held", "release", "up"])
    }

    @Test func repetitionIsReportedBeforeReleaseAtItsTime() throws {
        bench.follow(button.released("release"))
        bench.follow(button.held("held", repeating: true))
        try bench.play("_" + String(repeating: "-", count: 70) + String(repeating: "_", count: 100))
        #expect(bench.log == ["held", "held", "release"])
    }

    @Test func clickIsReportedBeforeLaterPressOnLateQueue() throws {
        let line = LateLine()
        let button = try Self.makeButton(on: line, bench)
        bench.follow(button.pressed("press"))
        bench.follow(button.clicked("click"))
        line.handle(.active, at: .milliseconds(10))
        line.handle(.inactive, at: .milliseconds(20))
        line.handle(.active, at: .milliseconds(60))
        #expect(bench.log == ["press", "click", "press"])
    }

    @Test func holdOfDisposedSubscriptionIsNotReportedByRelease() throws {
        let line = LateLine()
        let button = try Self.makeButton(on: line, bench)
        let holds = bench.follow(button.held("held"))
        bench.follow(button.released("release"))
        line.handle(.active, at: .milliseconds(10))
        holds.dispose()
        line.handle(.inactive, at: .milliseconds(70))
        #expect(bench.log == ["release"])
    }

    private static func makeButton(on line: any InputLine, _ bench: InputBench) throws -> Button {
        try Button(
            name: "test", line: line, debounce: .milliseconds(5),
            timing: .init(
                hold: .milliseconds(50), repeatInterval: .milliseconds(20), multiClickInterval: .milliseconds(30)),
            queue: bench.time, observer: bench.observer)
    }

    // MARK: Defects reported by users of gpiozero

    /// gpiozero's issue 550: with a bounce time, it reports presses without releases and releases without presses.
    @Test func pressesAndReleasesAlternateHoweverShortTheyAre() throws {
        bench.follow(button.changed { $0 ? "p" : "r" })
        for length in 1...12 {
            try bench.play("_" + String(repeating: "-", count: length) + String(repeating: "_", count: 20))
        }
        #expect(bench.log.joined() == "r" + String(repeating: "pr", count: 12))
    }

    /// gpiozero's issue 697: it reports a hold again and again for a button that has been released.
    @Test func lostReleaseCausesNoHold() throws {
        bench.follow(button.held("held", repeating: true))
        bench.follow(button.released("released"))
        try bench.play("_--------------------?" + String(repeating: "_", count: 200))
        #expect(bench.log == ["released"])
        #expect(!button.isPressed)
    }

    @Test func holdEndsWhenAReleaseIsLostMeanwhile() throws {
        bench.follow(button.held("held", repeating: true))
        try bench.play("_" + String(repeating: "-", count: 75) + "?" + String(repeating: "_", count: 200))
        #expect(bench.log == ["held", "held"])
        #expect(!button.isPressed)
    }

    /// gpiozero's issue 1039, and its users' reports on bounce times: after a press that is shorter than the bounce
    /// time, the button stays pressed, and the next press is not detected.
    @Test func pressShorterThanTheBounceTimeDoesNotSilenceTheNextOne() throws {
        bench.follow(button.pressed("press"))
        try bench.play("_-___________________----------____________________")
        #expect(bench.log == ["press", "press"])
        #expect(!button.isPressed)
    }

    // MARK: Lost edges, and a lost chip

    @Test func lostEdgesAreReportedEachTimeTheirCountDoubles() throws {
        for _ in 1...8 { try bench.play("_----------?_________----------__________") }
        #expect(button.lostEdges == 8)
        #expect(bench.failures.map(\.first) == ["1", "2", "4", "8"])
    }

    @Test func buttonIsReleasedWhenItsChipGoesAwayAndRightWhenItIsBack() throws {
        bench.follow(button.changed { $0 ? "p" : "r" })
        try bench.play("_----------")
        bench.chip.unplug()
        #expect(!button.isPressed)
        bench.time.advance(by: .seconds(1))
        bench.chip.plugIn()
        #expect(bench.log == ["r", "p", "r", "p"])
        try bench.play("__________")
        #expect(bench.log == ["r", "p", "r", "p", "r"])
        #expect(bench.failures.isEmpty)
    }
}
