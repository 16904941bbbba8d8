import Fluxus

final class AppState: RootState {
    let counter = CounterState()
}

final class CounterState: FluxState {
    @Published var count = 0
}

enum CounterMutation: Mutation { case add(Int) }
enum CounterAction: Action { case increment, decrement }

struct CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .add(let number): state.count += number
        }
    }
}

struct CounterDispatcher: Dispatcher {
    let counter: CounterState
    let ring: () -> Void

    func dispatch(store: FluxStore, action: CounterAction) {
        switch action {
        case .increment: store.commit(CounterMutation.add(1))
        case .decrement where counter.count == 0: ring()
        case .decrement: store.commit(CounterMutation.add(-1))
        }
    }
}

func makeStore(show: @escaping @Sendable (Int) -> Void, ring: @escaping () -> Void) -> FluxStore {
    let state = AppState()
    let store = FluxStore(
        withState: state,
        withCommitter: RoutingCommitter<AppState>().route(CounterCommitter()) { $0.counter },
        withDispatcher: RoutingDispatcher().route(CounterDispatcher(counter: state.counter, ring: ring)))
    store.render(state.counter) { counter in show(counter.count) }
    return store  // store.dispatch(CounterAction.increment)
}
