import Fluxus
import TestSupport
import Testing

/// A rendering runs again, once per commit, after a change of a property that it has read.
@Suite struct RenderTests {
    private let state = PanelState()
    private let store: FluxStore
    private let shown = Recorder<String>()

    init() {
        store = makeStore(state)
    }

    @Test func itIsRenderedAtOnceAndAfterEachChange() {
        store.render(state.counter) { [shown] in shown.append("count \($0.count)") }
        store.commit(CounterMutation.add(1))
        store.commit(CounterMutation.add(1))
        #expect(shown.values == ["count 0", "count 1", "count 2"])
    }

    @Test func itIsRenderedOnceForAllChangesOfACommit() {
        store.render(state.counter) { [shown] in shown.append("\($0.count) by \($0.step)") }
        store.commit(CounterMutation.set(count: 7, step: 2))
        #expect(shown.values == ["0 by 1", "7 by 2"])
    }

    @Test func unreadValuesDoNotMatter() {
        store.render(state.counter) { [shown] in shown.append("count \($0.count)") }
        store.commit(DoorMutation.open)
        store.commit(CounterMutation.set(count: 0, step: 5))
        #expect(shown.values == ["count 0"])
    }

    @Test func equalAssignmentIsNoChange() {
        store.render(state.counter) { [shown] in shown.append("\($0.count) by \($0.step)") }
        store.commit(CounterMutation.set(count: 0, step: 1))
        #expect(shown.values == ["0 by 1"])
    }

    @Test func readsMayDependOnReads() {
        store.render(state) { [shown] state in
            shown.append(state.door.isOpen ? "count \(state.counter.count)" : "closed")
        }
        store.commit(CounterMutation.add(1))
        store.commit(DoorMutation.open)
        store.commit(CounterMutation.add(1))
        #expect(shown.values == ["closed", "count 1", "count 2"])
    }

    @Test func valuesNoLongerReadDoNotMatter() {
        store.render(state.counter) { [shown] counter in
            shown.append(counter.count < 2 ? "step \(counter.step)" : "many")
        }
        store.commit(CounterMutation.add(2))
        store.commit(CounterMutation.set(count: 2, step: 9))
        store.commit(CounterMutation.set(count: 1, step: 8))
        #expect(shown.values == ["step 1", "many", "step 8"])
    }

    @Test func orderOfReadsDoesNotMatter() {
        store.render(state.counter) { [shown] counter in
            let isEven = counter.count.isMultiple(of: 2)
            let values = isEven ? [counter.count, counter.step] : [counter.step, counter.count]
            shown.append("\(values)")
        }
        for number in 1...3 { store.commit(CounterMutation.set(count: number, step: number)) }
        store.commit(CounterMutation.set(count: 3, step: 9))
        #expect(shown.values == ["[0, 1]", "[1, 1]", "[2, 2]", "[3, 3]", "[9, 3]"])
    }

    @Test func changeInPlaceIsAChange() {
        store.render(state.door) { [shown] in shown.append($0.visitors.joined(separator: " and ")) }
        store.commit(DoorMutation.enter("Ada"))
        store.commit(DoorMutation.enter("Bob"))
        #expect(shown.values == ["", "Ada", "Ada and Bob"])
    }

    @Test func severalAreRenderedInTheOrderInWhichTheyWereMade() {
        for name in ["a", "b", "c"] {
            store.render(state.counter) { [shown] in shown.append("\(name)\($0.count)") }
        }
        store.commit(CounterMutation.add(1))
        #expect(shown.values == ["a0", "b0", "c0", "a1", "b1", "c1"])
    }

    @Test func disposedRenderingDoesNotRun() {
        let disposable = store.render(state.counter) { [shown] in shown.append("count \($0.count)") }
        disposable.dispose()
        disposable.dispose()
        store.commit(CounterMutation.add(1))
        #expect(shown.values == ["count 0"])
    }

    @Test func renderingDisposedByAnotherIsSkippedInThatCommit() {
        let others = Recorder<any Disposable>()
        store.render(state.counter) { counter in
            if counter.count == 1 { for other in others.values { other.dispose() } }
        }
        others.append(store.render(state.counter) { [shown] in shown.append("count \($0.count)") })
        store.commit(CounterMutation.add(1))
        #expect(shown.values == ["count 0"])
    }

    @Test func itMayDisposeItself() {
        let own = Recorder<any Disposable>()
        own.append(
            store.render(state.counter) { [shown] counter in
                shown.append("count \(counter.count)")
                for disposable in own.values { disposable.dispose() }
                _ = counter.step
            })
        for number in 1...3 { store.commit(CounterMutation.set(count: number, step: number)) }
        #expect(shown.values == ["count 0", "count 1"])
    }

    @Test func renderingAddedWhileRenderingRunsToo() {
        store.render(state) { [unowned store, shown] state in
            guard state.counter.count == 1 else { return }
            store.render(state.door) { shown.append($0.isOpen ? "open" : "closed") }
        }
        store.commit(CounterMutation.add(1))
        store.commit(DoorMutation.open)
        #expect(shown.values == ["closed", "open"])
    }

    @Test func doorThatAnInnerOneReadsIsNotReadByTheOuter() {
        store.render(state) { [unowned store, shown] state in
            shown.append("count \(state.counter.count)")
            store.render(state.door) { _ = $0.isOpen }.dispose()
        }
        store.commit(DoorMutation.open)
        #expect(shown.values == ["count 0"])
    }

    @Test func getterCountsAsReadingItsValues() {
        final class CounterGetters: Getters<CounterState, AppGetters> {
            var isEven: Bool { isMultiple(of: 2) }
            func isMultiple(of divisor: Int) -> Bool { state.count.isMultiple(of: divisor) }
            var isWelcome: Bool { isEven && rootGetters.isOpen }
        }
        final class AppGetters: RootGetters<PanelState> {
            lazy var counter = CounterGetters(withState: rootState.counter, usingGetters: self)
            var isOpen: Bool { state.door.isOpen }
        }
        store.render(AppGetters(withState: state)) { [shown] getters in
            shown.append("\(getters.counter.isWelcome) \(getters.counter.isMultiple(of: 3))")
        }
        store.commit(DoorMutation.open)
        store.commit(CounterMutation.add(3))
        #expect(shown.values == ["false true", "true true", "false true"])
    }
}
