import Fluxer
import TestSupport
import Testing

/// The code of the README of Fluxer, and what it describes without code.
@Suite(.serialized) struct ReadmeTests {
    private let printed = Recorder<String>()

    init() {
        mainStore.value.value = 0
    }

    @Test func dispatchedActionChangesTheStore() {
        dispatchAnAction()
        expectEqual(mainStore.value.value, 10)
    }

    @Test func asyncActionCreatorDispatchesWhenItIsDone() {
        dispatchAsynchronously()
        expectEqual(mainStore.value.value, 10)
    }

    @Test func storeKeepsItsValue() {
        let value = makeFirstStore()
        expectEqual(value.value, 0)
        value.value = 1
        expectEqual(value.value, 1)
    }

    @Test func bagDisposesItsContents() {
        disposeBetweenTwoChanges { [printed] in printed.append("\($0)") }
        expectEqual(printed.values, ["1"])
    }

    /// The block is the program RenderProbe, because the main thread of a test serves no queue.
    @Test func renderRunsOnTheMainThread() throws {
        expectEqual(try Program("RenderProbe", []).output, "true\n")
    }

    // MARK: 004, Usage: Dispatcher: waitFor, for which the README has no code

    @Test func handlerWaitsForAnotherHandler() {
        let order = Recorder<String>()
        let dispatcher = Dispatcher()
        let tokens = Recorder<String>()
        _ = dispatcher.register { action in
            dispatcher.waitFor(tokens.values, action: action)
            order.append("first")
        }
        tokens.append(dispatcher.register { _ in order.append("second") })
        dispatcher.dispatch(HogeAction())
        expectEqual(order.values, ["second", "first"])
    }

    // MARK: 004, Usage: Disposable: BlockDisposable, CompositeDisposable, for which the README has no code

    @Test func compositeDisposableDisposesItsBlocks() {
        let disposables = CompositeDisposable()
        disposables += BlockDisposable { [printed] in printed.append("one") }
        disposables += [
            BlockDisposable { [printed] in printed.append("two") },
            BlockDisposable { [printed] in printed.append("three") },
        ]
        disposables.dispose()
        expectEqual(printed.values, ["one", "two", "three"])
    }
}
