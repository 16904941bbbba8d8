import MobiusCore

enum CounterEvent { case increment, decrement }
enum CounterEffect { case ring }

func update(count: Int, event: CounterEvent) -> Next<Int, CounterEffect> {
    switch event {
    case .increment: .next(count + 1)
    case .decrement where count == 0: .dispatchEffects([.ring])
    case .decrement: .next(count - 1)
    }
}

func makeLoop(
    show: @escaping Consumer<Int>, ring: @escaping @Sendable () -> Void
) -> MobiusLoop<Int, CounterEvent, CounterEffect> {
    let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
        .routeCase(CounterEffect.ring).to(ring)
        .asConnectable
    let loop = Mobius.loop(update: update, effectHandler: effectHandler).start(from: 0)
    loop.addObserver(show)
    return loop  // loop.dispatchEvent(.increment)
}
