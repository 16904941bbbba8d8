import Fluxus
import Testing

/// Nothing lives on when nobody uses it.
@Suite struct LeakTests {
    private final class Held: Sendable {}

    @Test func whatADisposedRenderingHeldIsLetGo() {
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

    @Test func theStoreIsLetGoWithAllItRenders() {
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
