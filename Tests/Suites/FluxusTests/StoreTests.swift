import Fluxus
import TestSupport
import Testing

@Suite struct StoreTests {
    private let state = PanelState()
    private let store: FluxStore
    private let order = Recorder<String>()

    init() {
        store = makeStore(state)
    }

    @Test func mutationChangesItsModule() {
        store.commit(CounterMutation.add(2))
        store.commit(DoorMutation.enter("Ada"))
        #expect(state.counter.count == 2)
        #expect(state.door.visitors == ["Ada"])
    }

    @Test func mutationThatIsCommittedWhileRenderingFollowsAfterThePresentOne() {
        store.render(state.counter) { [unowned store, order] counter in
            order.append("a\(counter.count)")
            if (1..<3).contains(counter.count) { store.commit(CounterMutation.add(1)) }
        }
        store.render(state.counter) { [order] counter in order.append("b\(counter.count)") }
        store.commit(CounterMutation.add(1))
        #expect(order.values == ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func mutationThatACommitterCommitsFollowsAfterThePresentOne() {
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
        #expect(state.counter.count == 321)
    }

    @Test func actionWithParametersCommitsAtOnce() {
        store.dispatch(CounterAction.addTwice(3))
        #expect(state.counter.count == 6)
    }

    @Test func actionSeesItsOwnCommits() {
        let dispatcher = CounterDispatcher()
        let store = FluxStore(
            withState: state, withCommitter: makeCommitter(), withDispatcher: RoutingDispatcher().route(dispatcher))
        store.dispatch(CounterAction.addAndRead)
        #expect(dispatcher.read.values == [1])
    }

    @Test func actionThatIsDispatchedWhileRenderingFollowsAfter() {
        store.render(state.counter) { [unowned store, order] counter in
            order.append("a\(counter.count)")
            if counter.count == 1 { store.dispatch(CounterAction.addTwice(1)) }
        }
        store.render(state.counter) { [order] counter in order.append("b\(counter.count)") }
        store.commit(CounterMutation.add(1))
        #expect(order.values == ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func asynchronousActionCommitsWhenItIsDone() async {
        await withCheckedContinuation { continuation in
            store.render(state.door) { door in
                if door.visitors.count == 2 { continuation.resume() }
            }
            store.dispatch(Download(names: ["Ada", "Bob"]))
        }
        #expect(store.read(state.door) { $0.visitors } == ["Ada", "Bob"])
    }

    @Test func storeDescribesItsParts() {
        #expect(store.state === state)
        #expect(store.rootCommitter is RoutingCommitter<PanelState>)
        #expect(store.rootDispatcher is RoutingDispatcher)
    }
}
