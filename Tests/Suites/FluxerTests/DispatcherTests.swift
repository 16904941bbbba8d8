import Fluxer
import TestSupport
import Testing

@Suite struct DispatcherTests {
    private let dispatcher = Dispatcher()
    private let order = Recorder<String>()

    @Test func handlersAreCalledInTheOrderInWhichTheyWereRegistered() {
        for name in ["a", "b", "c"] { note(name) }
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["a1", "b1", "c1"])
    }

    @Test func handlerThatWaitsComesAfterThoseItWaitsFor() {
        let tokens = Recorder<String>()
        dispatcher.register { [dispatcher, order] action in
            dispatcher.waitFor(tokens.values, action: action)
            order.append("a")
        }
        tokens.append(note("b"))
        tokens.append(note("c"))
        note("d")
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["b1", "c1", "a", "d1"])
    }

    @Test func handlersThatWaitInAChainComeInItsOrderForEachAction() {
        let tokens = Recorder<String>()
        dispatcher.register { [dispatcher, order] action in
            dispatcher.waitFor([tokens.values[0]], action: action)
            order.append("last")
        }
        tokens.append(
            dispatcher.register { [dispatcher, order] action in
                dispatcher.waitFor([tokens.values[1]], action: action)
                order.append("middle")
            })
        tokens.append(note("first "))
        for number in 1...2 { dispatcher.dispatch(Step(number)) }
        #expect(order.values == ["first 1", "middle", "last", "first 2", "middle", "last"])
    }

    @Test func waitingForAHandlerThatHasBeenCalledDoesNotCallItAgain() {
        let first = note("a")
        dispatcher.register { [dispatcher, order] action in
            dispatcher.waitFor([first, first], action: action)
            order.append("b")
        }
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["a1", "b"])
    }

    @Test func unregisteredTokenIsSkipped() {
        dispatcher.register { [dispatcher, order] action in
            dispatcher.waitFor(["nobody"], action: action)
            order.append("a")
        }
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["a"])
    }

    @Test func actionThatAHandlerDispatchesFollowsAfterThePresentOne() {
        dispatcher.register { [dispatcher, order] action in
            order.append("a\(action)")
            guard let step = action as? Step, step.number < 3 else { return }
            dispatcher.dispatch(Step(step.number + 1))
        }
        note("b")
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func unregisteredHandlerIsNotCalled() {
        let token = note("a")
        dispatcher.unregister(registrationToken: token)
        dispatcher.dispatch(Step(1))
        #expect(order.values == [])
    }

    @Test func handlerThatIsUnregisteredByAnotherIsNotCalledWithTheSameAction() {
        let tokens = Recorder<String>()
        dispatcher.register { [dispatcher] _ in
            for token in tokens.values { dispatcher.unregister(registrationToken: token) }
        }
        tokens.append(note("a"))
        note("b")
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["b1"])
    }

    @Test func handlerThatIsRegisteredByAnotherBeginsWithTheNextAction() {
        dispatcher.register { [dispatcher, order] action in
            guard (action as? Step)?.number == 1 else { return }
            dispatcher.register { order.append("new \($0)") }
        }
        dispatcher.dispatch(Step(1))
        dispatcher.dispatch(Step(2))
        #expect(order.values == ["new 2"])
    }

    @Test func handlerOfATypeIsCalledWithActionsOfThatTypeOnly() {
        dispatcher.register(Step.self) { [order] step in order.append("step \(step.number)") }
        dispatcher.register(Ring.self) { [order] _ in order.append("ring") }
        dispatcher.dispatch(Ring())
        dispatcher.dispatch(Step(1))
        #expect(order.values == ["ring", "step 1"])
    }

    @Test func asyncActionDispatchesWhenItIsDone() {
        struct Count: AsyncAction {
            func exec(callback: @escaping Dispatcher.AsyncActionCallback) {
                for number in 1...3 { callback(Step(number)) }
            }
        }
        note("a")
        dispatcher.dispatch(Count())
        #expect(order.values == ["a1", "a2", "a3"])
    }

    @Test func asyncActionCreatorMayAwait() async {
        await withCheckedContinuation { continuation in
            dispatcher.register { [order] action in
                order.append("\(action)")
                continuation.resume()
            }
            dispatcher.dispatch { callback in
                await Task.yield()
                callback(Step(1))
            }
        }
        #expect(order.values == ["1"])
    }

    @Test func asyncActionCreatorDoesNotKeepTheDispatcher() {
        let callbacks = Recorder<Dispatcher.AsyncActionCallback>()
        weak var gone: Dispatcher?
        do {
            let dispatcher = Dispatcher()
            gone = dispatcher
            dispatcher.register { [order] _ in order.append("called") }
            dispatcher.dispatch { callback in callbacks.append(callback) }
        }
        #expect(gone == nil)
        callbacks.values[0](Step(1))
        #expect(order.values == [])
    }

    @discardableResult
    private func note(_ name: String) -> String {
        dispatcher.register { [order] action in order.append("\(name)\(action)") }
    }
}

struct Step: Action, CustomStringConvertible {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    var description: String { "\(number)" }
}

struct Ring: Action {}
