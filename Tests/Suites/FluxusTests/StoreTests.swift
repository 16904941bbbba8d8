import Fluxus
import TestSupport
import Testing

@Suite struct StoreTests {
    private let state = PanelState()
    private let store: FluxStore

    init() {
        store = makeStore(state)
    }

    @Test func mutationThatACommitterCommitsRunsAfterThePresentOne() {
        final class Greedy: RootCommitter {
            weak var store: FluxStore?

            func commit(state: RootState, mutation: any Mutation) {
                guard let state = state as? PanelState, case CounterMutation.add(let number) = mutation else { return }
                if number > 1 { store?.commit(CounterMutation.add(number - 1)) }
                state.counter.count = state.counter.count * 10 + number
            }
        }
        let committer = Greedy()
        let store = FluxStore(withState: state, withCommitter: committer, withDispatcher: nil)
        committer.store = store
        store.commit(CounterMutation.add(3))
        expectEqual(state.counter.count, 321)
    }

    @Test func actionReadsItsOwnCommits() {
        let dispatcher = CounterDispatcher()
        let store = FluxStore(
            withState: state, withCommitter: makeCommitter(), withDispatcher: RoutingDispatcher().route(dispatcher))
        store.dispatch(CounterAction.addAndRead)
        expectEqual(dispatcher.read.values, [1])
    }

    @Test func asynchronousActionCommitsWhenItIsDone() async {
        await withCheckedContinuation { continuation in
            store.render(state.door) { door in
                if door.visitors.count == 2 { continuation.resume() }
            }
            store.dispatch(Download(names: ["Ada", "Bob"]))
        }
        expectEqual(store.read(state.door) { $0.visitors }, ["Ada", "Bob"])
    }

    @Test func storeExposesItsParts() {
        #expect(store.state === state)
        #expect(store.rootCommitter is RoutingCommitter<PanelState>)
        #expect(store.rootDispatcher is RoutingDispatcher)
    }
}
