import CarillonMemory
import CarillonTest

// Measures the time of an event with and without a memory, in turn: `MemoryCost [EVENTS]`. The release build counts.

struct Settings: Codable, Sendable {
    var count = 0
    var names = ["kitchen", "garden", "workshop"]
    var title = "a title that needs memory of its own"
}

/// A loop on a bench, and the way to send it events.
struct Loop<Model: Codable & Sendable> {
    private let bench: Bench<Model>
    private let consumer: Consumer<Int>

    init(from model: Model, remembers: Bool, _ update: @escaping @Sendable (Model, Int) -> Model) throws {
        nonisolated(unsafe) var consumer: Consumer<Int>?
        bench = try Bench { (board: Board) in
            let loop = Mobius.beginnerLoop(update: update)
                .withEventSource(
                    AnyEventSource<Int> { events in
                        consumer = events
                        return AnonymousDisposable {}
                    })
            return remembers
                ? try loop.makeController(from: model, remembering: "model", on: board)
                : loop.makeController(from: model, on: board.queue)
        }
        self.consumer = consumer!
    }

    /// Returns the nanoseconds of an event.
    func measure(events: Int) -> Double {
        bench.board.queue.perform {
            let time = ContinuousClock().measure { for _ in 1...events { consumer(1) } }
            return Double(time.components.attoseconds) / 1e9 / Double(events)
                + Double(time.components.seconds) * 1e9 / Double(events)
        }
    }
}

func compare<Model: Codable & Sendable>(
    _ name: String, from model: Model, events: Int, _ update: @escaping @Sendable (Model, Int) -> Model
) throws {
    let without = try Loop(from: model, remembers: false, update)
    let with = try Loop(from: model, remembers: true, update)
    var times: (without: [Double], with: [Double]) = ([], [])
    for _ in 1...31 {
        times.without.append(without.measure(events: events))
        times.with.append(with.measure(events: events))
    }
    func median(_ values: [Double]) -> String { "\((values.sorted()[values.count / 2] * 10).rounded() / 10)" }
    print("\(name): \(median(times.without)) ns without a memory, \(median(times.with)) ns with")
}

let events = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
try compare("a number", from: 0, events: events) { $0 + $1 }
try compare("a struct with arrays and texts", from: Settings(), events: events) { settings, step in
    var settings = settings
    settings.count += step
    return settings
}
