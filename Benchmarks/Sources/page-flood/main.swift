import Carillon
import Glibc

// The loop of the rows page.*: 10,000 events a second for SECONDS, or BURST events one after the other. Prints the p50
// and the p99 of their waiting in ns, the number of missed ticks, and the CPU time of an event in ns. Then it goes on
// until its end is requested.

struct Model: Sendable {
    var count = 0
    var isOn = false
}

enum Event: Sendable { case tick, answer, report }
enum Effect: Sendable { case ask, report }

let seconds = getenv("SECONDS").flatMap { Int(String(cString: $0)) } ?? 0
let burst = getenv("BURST").flatMap { Int(String(cString: $0)) } ?? 0

func update(model: Model, event: Event) -> Next<Model, Effect> {
    var next = model
    next.count += 1
    switch event {
    case .tick:
        // The light changes a hundred times a second.
        if next.count % 100 == 0 { next.isOn.toggle() }
        return .next(next)
    case .answer:
        return .next(next, effects: [next.count < burst ? .ask : .report])
    case .report:
        return .dispatchEffects([.report])
    }
}

func makeFlood(on board: Board) throws -> MobiusController<Model, Event, Effect> {
    let timing = LoopTiming()
    nonisolated(unsafe) var missed = 0
    nonisolated(unsafe) var start = timespec()
    let handler = EffectRouter<Effect, Event>()
        .routeCase(Effect.ask).to { _, callback in
            callback.end(with: .answer)
            return EmptyDisposable()
        }
        .routeCase(Effect.report).to {
            var end = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            let nanoseconds = Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
            let waiting = [50.0, 99].map { (timing.waiting.value(atPercentile: $0) ?? .zero) / .nanoseconds(1) }
            var line =
                "flood \(waiting[0]) \(waiting[1]) \(missed) \(nanoseconds / Double(max(burst, 1)))\n"
            _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }.asConnectable
    let builder = Mobius.loop(update: update, effectHandler: handler)
    let controller: MobiusController<Model, Event, Effect>
    if burst > 0 {
        let source = AnyEventSource<Event> { consumer in
            board.queue.schedule(at: board.queue.now + .milliseconds(500)) {
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
                consumer(.answer)
            }
        }
        controller = builder.withEventSource(source).makeController(from: Model(), on: board.queue)
    } else {
        let report = AnyEventSource<Event> { consumer in
            board.queue.schedule(at: board.queue.now + .seconds(seconds)) { consumer(.report) }
        }
        let ticks = AnyEventSource<Event> { consumer in
            board.queue.every(.microseconds(100), startingAt: nil) { tick in
                missed += tick.missed
                consumer(.tick)
            }
        }
        controller = builder.withEventSource(board.events(ticks, report))
            .makeController(from: Model(), on: board.queue, timing: timing)
    }
    controller.connectView(try board.led("beat").view { .on(if: $0.isOn) })
    return controller
}

Board.run(wiring: "page-flood", makeFlood)
