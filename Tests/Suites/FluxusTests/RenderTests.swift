import Fluxus
import TestSupport
import Testing

/// A rendering runs again, once per commit, after a change of a property that it has read.
@Suite struct RenderTests {
    typealias Play = @Sendable (FluxStore, PanelState, Recorder<String>) -> Void

    static let rows: [Row<Play, [String]>] = [
        Row("part is rendered at once and after each change", ["count 0", "count 1", "count 2"]) {
            store, state, shown in
            store.render(state.counter) { shown.append("count \($0.count)") }
            store.commit(CounterMutation.add(1))
            store.commit(CounterMutation.add(1))
        },
        Row("part is rendered once for all changes of a commit", ["0 by 1", "7 by 2"]) { store, state, shown in
            store.render(state.counter) { shown.append("\($0.count) by \($0.step)") }
            store.commit(CounterMutation.set(count: 7, step: 2))
        },
        Row("change of an unread value causes no rendering", ["count 0"]) { store, state, shown in
            store.render(state.counter) { shown.append("count \($0.count)") }
            store.commit(DoorMutation.open)
            store.commit(CounterMutation.set(count: 0, step: 5))
        },
        Row("equal assignment is not a change", ["0 by 1"]) { store, state, shown in
            store.render(state.counter) { shown.append("\($0.count) by \($0.step)") }
            store.commit(CounterMutation.set(count: 0, step: 1))
        },
        Row("reads may depend on reads", ["closed", "count 1", "count 2"]) { store, state, shown in
            store.render(state) { state in
                shown.append(state.door.isOpen ? "count \(state.counter.count)" : "closed")
            }
            store.commit(CounterMutation.add(1))
            store.commit(DoorMutation.open)
            store.commit(CounterMutation.add(1))
        },
        Row("values no longer read cause no rendering", ["step 1", "many", "step 8"]) { store, state, shown in
            store.render(state.counter) { counter in
                shown.append(counter.count < 2 ? "step \(counter.step)" : "many")
            }
            store.commit(CounterMutation.add(2))
            store.commit(CounterMutation.set(count: 2, step: 9))
            store.commit(CounterMutation.set(count: 1, step: 8))
        },
        Row("order of reads has no effect", ["[0, 1]", "[1, 1]", "[2, 2]", "[3, 3]", "[9, 3]"]) {
            store, state, shown in
            store.render(state.counter) { counter in
                let isEven = counter.count.isMultiple(of: 2)
                let values = isEven ? [counter.count, counter.step] : [counter.step, counter.count]
                shown.append("\(values)")
            }
            for number in 1...3 { store.commit(CounterMutation.set(count: number, step: number)) }
            store.commit(CounterMutation.set(count: 3, step: 9))
        },
        Row("change in place is a change", ["", "Ada", "Ada and Bob"]) { store, state, shown in
            store.render(state.door) { shown.append($0.visitors.joined(separator: " and ")) }
            store.commit(DoorMutation.enter("Ada"))
            store.commit(DoorMutation.enter("Bob"))
        },
        Row(
            "several are rendered in the order in which they were made", ["a0", "b0", "c0", "a1", "b1", "c1"]
        ) { store, state, shown in
            for name in ["a", "b", "c"] {
                store.render(state.counter) { shown.append("\(name)\($0.count)") }
            }
            store.commit(CounterMutation.add(1))
        },
        Row("disposed rendering does not run", ["count 0"]) { store, state, shown in
            let disposable = store.render(state.counter) { shown.append("count \($0.count)") }
            disposable.dispose()
            disposable.dispose()
            store.commit(CounterMutation.add(1))
        },
        Row("rendering disposed by another is skipped in that commit", ["count 0"]) { store, state, shown in
            let others = Recorder<any Disposable>()
            store.render(state.counter) { counter in
                if counter.count == 1 { for other in others.values { other.dispose() } }
            }
            others.append(store.render(state.counter) { shown.append("count \($0.count)") })
            store.commit(CounterMutation.add(1))
        },
        Row("rendering may dispose itself", ["count 0", "count 1"]) { store, state, shown in
            let own = Recorder<any Disposable>()
            own.append(
                store.render(state.counter) { counter in
                    shown.append("count \(counter.count)")
                    for disposable in own.values { disposable.dispose() }
                    _ = counter.step
                })
            for number in 1...3 { store.commit(CounterMutation.set(count: number, step: number)) }
        },
        Row("rendering added while rendering also runs", ["closed", "open"]) { store, state, shown in
            store.render(state) { [unowned store] state in
                guard state.counter.count == 1 else { return }
                store.render(state.door) { shown.append($0.isOpen ? "open" : "closed") }
            }
            store.commit(CounterMutation.add(1))
            store.commit(DoorMutation.open)
        },
        Row("door that an inner rendering reads is not read by the outer one", ["count 0"]) { store, state, shown in
            store.render(state) { [unowned store] state in
                shown.append("count \(state.counter.count)")
                store.render(state.door) { _ = $0.isOpen }.dispose()
            }
            store.commit(DoorMutation.open)
        },
        Row("getter counts as reading its values", ["false true", "true true", "false true"]) { store, state, shown in
            store.render(AppGetters(withState: state)) { getters in
                shown.append("\(getters.counter.isWelcome) \(getters.counter.isMultiple(of: 3))")
            }
            store.commit(DoorMutation.open)
            store.commit(CounterMutation.add(3))
        },
        Row(
            "mutation that is committed while rendering runs after the present one",
            ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"]
        ) { store, state, shown in
            store.render(state.counter) { [unowned store] counter in
                shown.append("a\(counter.count)")
                if (1..<3).contains(counter.count) { store.commit(CounterMutation.add(1)) }
            }
            store.render(state.counter) { shown.append("b\($0.count)") }
            store.commit(CounterMutation.add(1))
        },
        Row(
            "action that is dispatched while rendering runs after the present mutation",
            ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"]
        ) { store, state, shown in
            store.render(state.counter) { [unowned store] counter in
                shown.append("a\(counter.count)")
                if counter.count == 1 { store.dispatch(CounterAction.addTwice(1)) }
            }
            store.render(state.counter) { shown.append("b\($0.count)") }
            store.commit(CounterMutation.add(1))
        },
    ]

    @Test(arguments: rows) func storeRendersChanges(row: Row<Play, [String]>) {
        let (state, shown) = (PanelState(), Recorder<String>())
        row.given(makeStore(state), state, shown)
        expectEqual(shown.values, row.expected, sourceLocation: row.place)
    }
}

private final class CounterGetters: Getters<CounterState, AppGetters> {
    var isEven: Bool { isMultiple(of: 2) }
    func isMultiple(of divisor: Int) -> Bool { state.count.isMultiple(of: divisor) }
    var isWelcome: Bool { isEven && rootGetters.isOpen }
}

private final class AppGetters: RootGetters<PanelState> {
    lazy var counter = CounterGetters(withState: rootState.counter, usingGetters: self)
    var isOpen: Bool { state.door.isOpen }
}
