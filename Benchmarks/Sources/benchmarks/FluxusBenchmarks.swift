import Fluxus

/// The cost of a commit with observers.
enum FluxusBenchmarks {
    static var all: [Benchmark] {
        [
            commit("flux.commit", CounterRootCommitter()),
            commit("flux.commit.routed", RoutingCommitter<CounterRootState>().route(CounterCommitter()) { $0.counter }),
            Benchmark("flux.commit.renderings.10", operations: 50_000) {
                let (store, state) = counter(CounterRootCommitter())
                for _ in 1...10 { show(state.counter, of: store) }
                return { for _ in 1...50_000 { store.commit(CounterMutation.increment) } }
            },
        ]
    }

    /// A commit with one observer.
    private static func commit(_ name: String, _ committer: any RootCommitter) -> Benchmark {
        Benchmark(name, operations: 100_000) {
            let (store, state) = counter(committer)
            show(state.counter, of: store)
            return { for _ in 1...100_000 { store.commit(CounterMutation.increment) } }
        }
    }

    private static func show(_ counter: CounterState, of store: FluxStore) {
        let seen = Seen()
        store.render(counter) { counter in seen.last = counter.count }
    }

    private static func counter(_ committer: any RootCommitter) -> (FluxStore, CounterRootState) {
        let state = CounterRootState()
        return (FluxStore(withState: state, withCommitter: committer, withDispatcher: nil), state)
    }
}

private final class CounterRootState: RootState {
    let counter = CounterState()
}

private final class CounterState: FluxState {
    @Published var count = 0
}

private enum CounterMutation: Mutation {
    case increment
}

private final class CounterCommitter: Committer {
    func commit(state: CounterState, mutation: CounterMutation) {
        switch mutation {
        case .increment: state.count += 1
        }
    }
}

/// A committer as in the README of Fluxus.
private final class CounterRootCommitter: RootCommitter {
    let counterCommitter = CounterCommitter()

    func commit(state rootState: RootState, mutation: any Mutation) {
        guard let state = rootState as? CounterRootState else { return }
        switch mutation {
        case is CounterMutation:
            counterCommitter.commit(state: state.counter, mutation: mutation as! CounterMutation)
        default:
            refuse(mutation)
        }
    }
}
