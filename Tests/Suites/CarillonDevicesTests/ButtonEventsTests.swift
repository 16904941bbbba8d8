import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
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

    typealias Play = @Sendable (InputBench, Button) throws -> Void

    private static func down(_ milliseconds: Int) -> String { String(repeating: "-", count: milliseconds) }
    private static func up(_ milliseconds: Int) -> String { String(repeating: "_", count: milliseconds) }

    static let courses: [Row<Play, [String]>] = [
        Row("presses and releases are events", ["up", "press", "down", "release", "up"]) { bench, button in
            bench.follow(button.pressed(send: "press"))
            bench.follow(button.released(send: "release"))
            bench.follow(button.changed { $0 ? "down" : "up" })
            try bench.play("_----------__________")
        },
        Row("each listener has its own hold time", ["held", "held long"]) { bench, button in
            bench.follow(button.held(send: "held"))
            bench.follow(button.held(for: .milliseconds(80), send: "held long"))
            try bench.play("_" + down(100) + "______")
        },
        Row("a press that repeats is sent again while the button is held", ["up", "up", "up", "up"]) { bench, button in
            bench.follow(button.pressed(repeating: true, send: "up"))
            try bench.play("_" + down(100) + up(100))
        },
        Row("single and double clicks are distinguished", ["once", "twice"]) { bench, button in
            bench.follow(button.clicked(send: "once"))
            bench.follow(button.clicked(times: 2, send: "twice"))
            try bench.play("_----------" + up(50))
            try bench.play("_----------__________----------" + up(50))
        },
        Row("clicks can be counted", ["3"]) { bench, button in
            bench.follow(button.clicks(atMost: 3) { "\($0)" })
            try bench.play("_----------__________----------__________----------______")
        },
        Row("a disposed subscription sends nothing", []) { bench, button in
            bench.follow(button.held(send: "held")).dispose()
            try bench.play("_" + down(100))
        },
        Row("a repetition is reported before a release at its time", ["held", "held", "release"]) { bench, button in
            bench.follow(button.released(send: "release"))
            bench.follow(button.held(repeating: true, send: "held"))
            try bench.play("_" + down(70) + up(100))
        },
    ]

    @Test(arguments: courses) func buttonSendsTheseEvents(row: Row<Play, [String]>) throws {
        try row.given(bench, button)
        expectEqual(bench.log, row.expected, sourceLocation: row.place)
    }

    // MARK: Times

    private enum Timed: Equatable {
        case pressed(at: Duration)
        case released(at: Duration)
        case changed(Bool, at: Duration)
    }

    @Test func eventsHaveTheTimesOfTheirEdgesOnALateQueue() throws {
        let line = LateLine()
        let button = try Self.makeButton(on: line, bench)
        let seen = Locked<[Timed]>([])
        for source: AnyEventSource<Timed> in [
            button.pressed { .pressed(at: $0) }, button.released(send: Timed.released),
            button.changed { isPressed, time in .changed(isPressed, at: time) },
        ] {
            _ = source.subscribe { event in seen.withLock { $0.append(event) } }
        }
        bench.time.advance(by: .seconds(1))  // The queue is late: both edges are waiting.
        line.handle(.active, at: .milliseconds(100))
        line.handle(.inactive, at: .milliseconds(345))
        let (press, release) = (Duration.milliseconds(100), Duration.milliseconds(345))
        expectEqual(
            seen.withLock { $0 },
            [
                .changed(false, at: .zero), .pressed(at: press), .changed(true, at: press), .released(at: release),
                .changed(false, at: release),
            ])
    }

    @Test func pressThatBeganBeforeTheStartIsNotReportedAsAPress() throws {
        let line = LateLine()
        line.handle(.active, at: .zero)
        let button = try Self.makeButton(on: line, bench)
        bench.follow(button.pressed { "press at \($0)" })
        bench.follow(button.changed { isPressed, time in "\(isPressed) at \(time)" })
        expectEqual(bench.log, ["true at 0.0 seconds"])
    }

    // MARK: Holds and the releases that end them

    typealias LatePlay = @Sendable (InputBench, Button, LateLine) -> Void

    static let late: [Row<LatePlay, [String]>] = [
        Row("a hold is reported before the release that ends it", ["up", "down", "held", "release", "up"]) {
            bench, button, line in
            bench.follow(button.released(send: "release"))
            bench.follow(button.changed { $0 ? "down" : "up" })
            bench.follow(button.held(send: "held"))
            line.handle(.active, at: .milliseconds(10))
            line.handle(.inactive, at: .milliseconds(70))
            bench.time.advance(by: .seconds(1))
        },
        Row("a click is reported before a later press", ["press", "click", "press"]) { bench, button, line in
            bench.follow(button.pressed(send: "press"))
            bench.follow(button.clicked(send: "click"))
            line.handle(.active, at: .milliseconds(10))
            line.handle(.inactive, at: .milliseconds(20))
            line.handle(.active, at: .milliseconds(60))
        },
        Row("a hold of a disposed subscription is not reported by the release", ["release"]) { bench, button, line in
            let holds = bench.follow(button.held(send: "held"))
            bench.follow(button.released(send: "release"))
            line.handle(.active, at: .milliseconds(10))
            holds.dispose()
            line.handle(.inactive, at: .milliseconds(70))
        },
    ]

    @Test(arguments: late) func buttonOnALateQueueSendsTheseEvents(row: Row<LatePlay, [String]>) throws {
        let line = LateLine()
        row.given(bench, try Self.makeButton(on: line, bench), line)
        expectEqual(bench.log, row.expected, sourceLocation: row.place)
    }

    private static func makeButton(on line: any InputLine, _ bench: InputBench) throws -> Button {
        try Button(
            name: "test", line: line, debounce: .milliseconds(5),
            timing: .init(
                hold: .milliseconds(50), repeatInterval: .milliseconds(20), multiClickInterval: .milliseconds(30)),
            queue: bench.time, observer: bench.observer)
    }

    // MARK: Defects reported by users of gpiozero

    static let defects: [Row<Play, [String]>] = [
        // Issue 550: with a bounce time, it reports presses without releases and releases without presses.
        Row("presses and releases alternate however short they are", ["r"] + (1...12).flatMap { _ in ["p", "r"] }) {
            bench, button in
            bench.follow(button.changed { $0 ? "p" : "r" })
            for length in 1...12 { try bench.play("_" + down(length) + up(20)) }
        },
        // Issue 697: it reports a hold again and again for a button that has been released.
        Row("a lost release causes no hold", ["released"]) { bench, button in
            bench.follow(button.held(repeating: true, send: "held"))
            bench.follow(button.released(send: "released"))
            try bench.play("_--------------------?" + up(200))
        },
        Row("a hold ends when a release is lost meanwhile", ["held", "held"]) { bench, button in
            bench.follow(button.held(repeating: true, send: "held"))
            try bench.play("_" + down(75) + "?" + up(200))
        },
        // Issue 1039, and its users' reports on bounce times: after a press that is shorter than the bounce time, the button
        // stays pressed, and the next press is not detected.
        Row("a press shorter than the bounce time does not suppress the next", ["press", "press"]) { bench, button in
            bench.follow(button.pressed(send: "press"))
            try bench.play("_-___________________----------____________________")
        },
    ]

    @Test(arguments: defects) func defectOfGpiozeroIsAbsent(row: Row<Play, [String]>) throws {
        try row.given(bench, button)
        expectEqual(bench.log, row.expected, sourceLocation: row.place)
        #expect(!button.isPressed, sourceLocation: row.place)
    }

    // MARK: Lost edges

    @Test func lostEdgesAreReportedEachTimeTheirCountDoubles() throws {
        for _ in 1...8 { try bench.play("_----------?_________----------__________") }
        expectEqual(button.lostEdges, 8)
        expectEqual(bench.failures.map(\.first), ["1", "2", "4", "8"])
    }
}
