import CarillonRealTime
import Fluxus
import Synchronization
import TestSupport
import Testing

/// Objects are released when they are no longer used.
@Suite struct LeakTests {
    private final class Held: Sendable {}

    @Test func capturesOfADisposedRenderingAreReleased() {
        let state = PanelState()
        let store = makeStore(state)
        weak var held: Held?
        var disposable: (any Disposable)?
        do {
            let object = Held()
            held = object
            disposable = store.render(state.counter) { [object] counter in _ = (object, counter.count) }
        }
        #expect(held != nil)
        disposable?.dispose()
        disposable = nil
        #expect(held == nil)
        store.commit(CounterMutation.add(1))
    }

    @Test func storeIsReleasedWithItsRenderings() {
        let state = PanelState()
        weak var held: Held?
        weak var gone: FluxStore?
        do {
            let object = Held()
            let store = makeStore(state)
            (held, gone) = (object, store)
            store.render(state.counter) { [object] counter in _ = (object, counter.count, counter.step) }
            store.commit(CounterMutation.add(1))
        }
        #expect(gone == nil)
        #expect(held == nil)
        state.counter.count = 7
    }

    @Test func renderingThatHasNotBegunWhenItsStoreIsReleasedIsIgnored() throws {
        let time = VirtualTime()
        let state = PanelState()
        let rendered = Recorder<Int>()
        let store = Mutex<FluxStore?>(makeStore(state, on: time))
        let counter = Handed(state.counter)
        try onAnotherThread { store.withLock { $0 }?.render(counter.part) { rendered.append($0.count) } }
        store.withLock { $0 = nil }
        time.advance(by: .zero)
        #expect(rendered.values.isEmpty)
        makeStore(state, on: time).commit(CounterMutation.add(1))
        #expect(rendered.values.isEmpty)
    }

    @Test func renderingThatReleasesItsStoreHasNoDependencies() throws {
        let time = VirtualTime()
        let state = PanelState()
        let steps = Recorder<Int>()
        let store = Mutex<FluxStore?>(makeStore(state, on: time))
        store.withLock { $0 }?.render(state.counter) { counter in
            if counter.count == 1 { store.withLock { $0.take() }.map { _ in } }
            steps.append(counter.step)
        }
        try onAnotherThread { store.withLock { $0 }?.commit(CounterMutation.add(1)) }
        time.advance(by: .zero)
        makeStore(state, on: time).commit(CounterMutation.set(count: 2, step: 2))
        expectEqual(steps.values, [1, 1])
    }

    @Test func storeWithAStoppedQueueLeavesNothingInTheState() throws {
        let queue = try RealTimeQueue(name: "stopped", priority: 0)
        let state = PanelState()
        let counter = Handed(state.counter)
        let rendered = Recorder<Int>()
        do {
            let store = makeStore(state, on: queue)
            queue.sync { store.render(counter.part) { rendered.append($0.count) } }
            queue.stop()
        }
        makeStore(state).commit(CounterMutation.add(1))
        expectEqual(rendered.values, [0])
    }

    /// A part of a state, to be passed to another thread.
    ///
    /// Unchecked Sendable: the store uses it on its queue only.
    private struct Handed: @unchecked Sendable {
        let part: CounterState

        init(_ part: CounterState) {
            self.part = part
        }
    }

    private func onAnotherThread(_ body: @escaping @Sendable () -> Void) throws {
        try RealTimeThread(name: "another", priority: 0, body: body).join()
    }

    @Test func gettersOfModulesDoNotKeepTheirRoot() {
        final class Root: RootGetters<PanelState> {
            lazy var module = Getters<DoorState, Root>(withState: state.door, usingGetters: self)
        }
        weak var gone: Root?
        do {
            let getters = Root(withState: PanelState())
            gone = getters
            #expect(getters.module.rootGetters === getters)
        }
        #expect(gone == nil)
    }
}
