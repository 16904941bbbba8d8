import Fluxer

struct Increment: Action {}
struct Decrement: Action {}

final class CounterStore: Store {
    let count = ObservableValue(0)
    let rings = ObservableValue(0)

    init(with dispatcher: Dispatcher) {
        dispatcher.register(Increment.self) { [count] _ in count.value += 1 }
        dispatcher.register(Decrement.self) { [count, rings] _ in
            if count.value == 0 { rings.value += 1 } else { count.value -= 1 }
        }
    }
}

func makeDispatcher(show: @escaping @Sendable (Int) -> Void, ring: @escaping @Sendable () -> Void) -> Dispatcher {
    let dispatcher = Dispatcher()
    let store = CounterStore(with: dispatcher)
    _ = store.count.startingWithValue.subscribe(show)
    _ = store.rings.subscribe { _ in ring() }
    return dispatcher  // dispatcher.dispatch(Increment())
}
