import MobiusCore

/// The bare loop: the cost of an event, alone and with an observer.
enum LoopBenchmarks {
    static var all: [Benchmark] {
        [
            Benchmark("loop.event", reference: 1430, referenceAllocations: 2, operations: 100_000) {
                let loop = counter()
                return { for _ in 1...100_000 { loop.dispatchEvent(.increment) } }
            },
            Benchmark("loop.event.observer", reference: 1840, referenceAllocations: 4, operations: 100_000) {
                let loop = counter()
                let seen = Seen()
                loop.addObserver { model in seen.last = model }
                return { for _ in 1...100_000 { loop.dispatchEvent(.increment) } }
            },
            Benchmark("loop.event.noChange", reference: 925, referenceAllocations: 2, operations: 100_000) {
                let loop = counter()
                return { for _ in 1...100_000 { loop.dispatchEvent(.ignore) } }
            },
            Benchmark("loop.start", reference: 2950, referenceAllocations: 25, operations: 10_000) {
                let builder = counterBuilder()
                return { for _ in 1...10_000 { builder.start(from: 0).dispose() } }
            },
        ]
    }

    private enum Event: Sendable {
        case increment, ignore
    }

    private static func update(model: Int, event: Event) -> Next<Int, Never> {
        switch event {
        case .increment: .next(model + 1)
        case .ignore: .noChange
        }
    }

    private static func counterBuilder() -> Mobius.Builder<Int, Event, Never> {
        Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
    }

    private static func counter() -> MobiusLoop<Int, Event, Never> {
        counterBuilder().start(from: 0)
    }
}

/// The last value that an observer received. Unchecked Sendable: each benchmark uses its own on one thread.
final class Seen: @unchecked Sendable {
    var last = 0
}
