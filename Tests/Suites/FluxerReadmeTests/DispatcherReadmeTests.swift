import Fluxer
import TestSupport
import Testing

// The code of the README of Fluxer (seed 004_f69e1e42468a84d4.txt), block by block, in Swift's language mode 5. Added:
// `_ = token`, without which the compiler warns that the constant is not used.

// MARK: 004, Usage: Dispatcher: Registration ActionHandler

private struct HogeAction: Action {}

private class MainStore: Store {
    let value = ObservableValue(0)

    required init(with dispatcher: Dispatcher) {
        let token = dispacher.register { [weak self] action in
            self?.value.value = 10
        }
        _ = token
    }
}

private let dispacher = Dispatcher()
private let mainStore = MainStore(with: dispatcher)

// MARK: Declarations that the blocks omit: they refer to them by two names

private let dispatcher = dispacher

@Suite(.serialized) struct DispatcherReadmeTests {
    init() {
        mainStore.value.value = 0
    }

    @Test func dispatchedActionChangesTheStore() {
        dispatcher.dispatch(HogeAction())

        #expect(mainStore.value.value == 10)
    }

    // MARK: 004, Usage: Dispatcher: AsyncActionCreator

    @Test func asyncActionCreatorDispatchesWhenItIsDone() {
        dispatcher.dispatch { callback in

            // do background tasks
            callback(HogeAction())
        }

        #expect(mainStore.value.value == 10)
    }

    // MARK: 004, Usage: Dispatcher: waitFor, for which the README has no code

    @Test func handlerWaitsForAnother() {
        let order = Recorder<String>()
        let dispatcher = Dispatcher()
        let tokens = Recorder<String>()
        _ = dispatcher.register { action in
            dispatcher.waitFor(tokens.values, action: action)
            order.append("first")
        }
        tokens.append(dispatcher.register { _ in order.append("second") })
        dispatcher.dispatch(HogeAction())
        #expect(order.values == ["second", "first"])
    }
}
