import CarillonGPIO
import CarillonScheduling
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Work that never ends in one moment ends the bench, with an error that names the events.
@Suite struct EndlessWorkTests {
    enum Event: Sendable {
        case go, again, other
    }

    private enum Effect: Sendable {
        case start, startOther
    }

    typealias Handler = AnyEffectHandler<Void, Event>

    /// An application whose press starts the first handler; its event starts the second one, and that one's the first.
    private func bench(_ make: (Board) -> (first: Handler, second: Handler)) throws -> Bench<Int> {
        try Bench { board in
            let (first, second) = make(board)
            return Mobius.loop(
                update: { (count: Int, event: Event) -> Next<Int, Effect> in
                    .next(count + 1, effects: [event == .again ? .startOther : .start])
                },
                effectHandler: EffectRouter<Effect, Event>()
                    .routeCase(Effect.start).to(first)
                    .routeCase(Effect.startOther).to(second)
                    .asConnectable
            )
            .withEventSource(try board.button("go").pressed(send: .go))
            .makeController(from: 0, on: board.queue)
        }
    }

    /// Lets the bench end, and returns its errors.
    private func failures(_ make: (Board) -> (first: Handler, second: Handler)) throws -> [String] {
        var failures: [String] = []
        withKnownIssue {
            let bench = try bench(make)
            try bench.press("go")
            bench.advance(by: .seconds(3600))
            let count = bench.model
            #expect(count < 50_000)
            bench.advance(by: .seconds(3600))
            #expect(bench.model == count && bench.now >= .seconds(7200))
            failures = bench.failures
            bench.close()
        }
        return failures
    }

    typealias Handlers = @Sendable (Board) -> (first: Handler, second: Handler)

    /// The handlers of an application, and the possible ends of the last failure.
    static let endless: [Row<Handlers, [String]>] = [
        Row("a timer without a delay that starts itself ends the bench", again) { timer($0, after: .zero) },
        Row("a timer set to the past that starts itself ends the bench", again) { timer($0, after: .seconds(-1)) },
        Row("a timer of a nanosecond that starts itself ends the bench", again) { timer($0, after: .nanoseconds(1)) },
        Row(
            "timers that start each other end the bench",
            ["again, other; give their timers longer times", "other, again; give their timers longer times"]
        ) { board in
            (board.timer().start(after: .zero, send: .again), board.timer().start(after: .zero, send: .other))
        },
        Row("events that cause each other end the bench", ["other, again; give their timers longer times"]) { _ in
            (
                Handler { _, callback in
                    callback.end(with: .again)
                    return EmptyDisposable()
                },
                Handler { _, callback in
                    callback.end(with: .other)
                    return EmptyDisposable()
                }
            )
        },
        Row(
            "work that enqueues itself ends the bench",
            ["let no time pass: the last event is go; give its timer a longer time"]
        ) { board in
            let queue = board.queue
            @Sendable func enqueue() { queue.async { enqueue() } }
            return (Handler.performing { enqueue() }, Handler.performing {})
        },
    ]

    private static let again = ["the last event is again; give its timer a longer time"]

    private static func timer(_ board: Board, after duration: Duration) -> (first: Handler, second: Handler) {
        let timer = board.timer()
        return (timer.start(after: duration, send: .again), timer.start(after: duration, send: .again))
    }

    @Test(arguments: endless) func endlessWorkEndsTheBench(row: Row<Handlers, [String]>) throws {
        let failures = try failures(row.given)
        let last = try #require(failures.last, sourceLocation: row.place)
        #expect(last.hasPrefix("the bench has ended at "), "\(last)", sourceLocation: row.place)
        let ends = row.expected.contains { last.hasSuffix($0) }
        #expect(ends, "\(last)", sourceLocation: row.place)
        // Only a timer without a pause has a failure of its own.
        let ofTimers = failures.dropLast().allSatisfy { $0.hasPrefix("the timer of the event ") }
        #expect(ofTimers, "\(failures)", sourceLocation: row.place)
        if row.expected == Self.again {
            let timer = "the timer of the event again has sent it 1000 times without a pause"
            #expect(failures.contains { $0.hasPrefix(timer) }, sourceLocation: row.place)
        }
    }

    @Test func settleReturnsAfterTheBenchHasEnded() async {
        await withKnownIssue {
            let bench = try bench { board in
                let timer = board.timer()
                return (timer.start(after: .zero, send: .again), timer.start(after: .zero, send: .again))
            }
            try bench.press("go")
            #expect(bench.failures.last?.hasPrefix("the bench has ended at ") ?? false)
            #expect(await !bench.settle { false })
        }
    }

    /// Work that a test or its tasks send is not without an end.
    @Test(arguments: [0, 1]) func largeAmountOfWorkFromATestDoesNotEndTheBench(second: Int) throws {
        let bench = try Bench()
        bench.advance(by: .seconds(second))
        let count = Locked(0)
        for _ in 0..<50_000 { bench.board.queue.async { count.withLock { $0 += 1 } } }
        bench.advance(by: .zero)
        expectEqual(count.withLock(\.self), 50_000)
        expectEqual(bench.failures, [])
    }

    /// Each piece of work may cause some more.
    @Test(arguments: [false, true]) func workThatManyItemsEnqueueDoesNotEndTheBench(isSync: Bool) throws {
        let bench = try Bench()
        let (queue, count) = (bench.board.queue, Locked(0))
        for _ in 0..<4000 {
            let work: @Sendable () -> Void = { for _ in 0..<4 { queue.async { count.withLock { $0 += 1 } } } }
            if isSync { queue.sync(work) } else { queue.async(work) }
        }
        bench.advance(by: .zero)
        expectEqual(count.withLock(\.self), 16_000)
        expectEqual(bench.failures, [])
    }

    @Test func manyEventsAtOneTimeDoNotEndTheBench() throws {
        let wiring = try Wiring(.button("go", line: "GPIO17") { $0.debounce = .zero })
        let bench = try Bench(wiring: wiring) { board in
            Mobius.beginnerLoop { (count: Int, _: Event) in count + 1 }
                .withEventSource(try board.button("go").pressed(send: .go)).makeController(from: 0, on: board.queue)
        }
        for _ in 0..<20_000 {
            for level in [Level.active, .inactive] { try bench.chip.drive("GPIO17", level) }
        }
        bench.advance(by: .zero)
        expectEqual(bench.model, 20_000)
        expectEqual(bench.failures, [])
    }

    @Test func timerWithAThousandEventsASecondDoesNotEndTheBench() throws {
        let bench = try bench { board in
            let timer = board.timer()
            return (
                timer.start(after: .milliseconds(1), send: .again), timer.start(after: .milliseconds(1), send: .again)
            )
        }
        try bench.press("go")
        bench.advance(by: .seconds(2))
        #expect(bench.failures == [] && bench.model > 2000)
    }
}
