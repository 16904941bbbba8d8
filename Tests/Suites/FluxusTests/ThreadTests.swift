import CarillonRealTime
import Dispatch
import Fluxus
import TestSupport
import Testing

/// Several threads at a time. `make check LANE=sanitize` runs these tests under ThreadSanitizer.
@Suite struct ThreadTests {
    private let state = PanelState()
    private let shown = Recorder<Int>()

    @Test func allMutationsOfManyThreadsAreCommittedOneAtATime() {
        commitFromManyThreads(to: makeStore(state))
        expectEqual(state.counter.count, 4000)
        expectEqual(shown.values, Array(0...4000))
    }

    @Test func mutationsOfManyThreadsAreCommittedOnTheQueue() throws {
        let queue = try RealTimeQueue(name: "flux", priority: 0)
        commitFromManyThreads(
            to: FluxStore(withState: state, withCommitter: makeCommitter(), withDispatcher: nil, on: queue))
        queue.stop()
        expectEqual(shown.values, Array(0...4000))
    }

    @Test func renderingsCanStartAndEndWhileMutationsAreCommitted() {
        let store = makeStore(state)
        // Unsafe for the compiler only: the store renders one at a time.
        nonisolated(unsafe) let counter = state.counter
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 1...200 {
                if thread.isMultiple(of: 2) {
                    store.commit(CounterMutation.add(1))
                } else {
                    store.render(counter) { _ = ($0.count, $0.step) }.dispose()
                }
            }
        }
        expectEqual(store.read(state.counter) { $0.count }, 800)
    }

    private func commitFromManyThreads(to store: FluxStore) {
        store.render(state.counter) { [shown] in shown.append($0.count) }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 1...500 { store.commit(CounterMutation.add(1)) }
        }
    }
}
