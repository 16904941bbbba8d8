import MobiusCore

/// Events with effects: the cost of a route, for each way to select its effects.
enum EffectBenchmarks {
    static var all: [Benchmark] {
        [
            Benchmark("loop.event.effect.equalTo", reference: 6380, referenceAllocations: 28, operations: 50_000) {
                let loop = equalTo().start(from: 0)
                return { for _ in 1...50_000 { loop.dispatchEvent(.ring) } }
            },
            Benchmark("loop.event.effect.routeCase", reference: 7170, referenceAllocations: 29, operations: 50_000) {
                let loop = routeCase().start(from: 0)
                return { for _ in 1...50_000 { loop.dispatchEvent(.show) } }
            },
            Benchmark("loop.pingpong", reference: 6890, referenceAllocations: 32, operations: 50_000) {
                let loop = pingPong().start(from: 0)
                return { loop.dispatchEvent(.serve(50_000)) }
            },
            burst(effects: 10, bursts: 5000, reference: nil),
            burst(effects: 100_000, bursts: 1, reference: 8300),
        ]
    }

    private enum Event: Sendable {
        case ring, show
    }

    private enum SimpleEffect: Equatable, Sendable {
        case ring, show
    }

    private enum Effect: Sendable {
        case ring
        case show(Int)
    }

    private static func equalTo() -> Mobius.Builder<Int, Event, SimpleEffect> {
        Mobius.loop(
            update: { model, event in .next(model + 1, effects: [event == .ring ? .ring : .show]) },
            effectHandler: EffectRouter<SimpleEffect, Event>()
                .routeEffects(equalTo: .ring).to { _ in }
                .routeEffects(equalTo: .show).to { _ in }
                .asConnectable)
    }

    private static func routeCase() -> Mobius.Builder<Int, Event, Effect> {
        let seen = Seen()
        return Mobius.loop(
            update: { model, event in .next(model + 1, effects: [event == .ring ? .ring : .show(model)]) },
            effectHandler: EffectRouter<Effect, Event>()
                .routeCase(Effect.ring).to {}
                .routeCase(Effect.show).to { number in seen.last = number }
                .asConnectable)
    }

    /// Events with `effects` effects each; the cost is that of one effect.
    private static func burst(effects: Int, bursts: Int, reference: Double?) -> Benchmark {
        Benchmark("loop.effects.\(effects)", reference: reference, operations: effects * bursts) {
            let all = Array(repeating: SimpleEffect.ring, count: effects)
            let loop = Mobius.loop(
                update: { (model: Int, _: Event) in Next<Int, SimpleEffect>.dispatchEffects(all) },
                effectHandler: EffectRouter<SimpleEffect, Event>()
                    .routeEffects(equalTo: .ring).to { _ in }
                    .routeEffects(equalTo: .show).to { _ in }
                    .asConnectable
            ).start(from: 0)
            return { for _ in 1...bursts { loop.dispatchEvent(.ring) } }
        }
    }
}

/// An effect that sends the next event, until the rally is over.
func pingPong() -> Mobius.Builder<Int, PingPongEvent, PingPongEffect> {
    Mobius.loop(
        update: { model, event in
            switch event {
            case .serve(let count): .next(count, effects: [.ping])
            case .pong where model == 0: .noChange
            case .pong: .next(model - 1, effects: [.ping])
            }
        },
        effectHandler: EffectRouter<PingPongEffect, PingPongEvent>()
            .routeEffects(equalTo: .ping).toEvent { _ in .pong }
            .asConnectable)
}

enum PingPongEvent: Sendable {
    /// Starts a rally of that many strokes.
    case serve(Int)
    case pong
}

enum PingPongEffect: Equatable, Sendable {
    case ping
}
