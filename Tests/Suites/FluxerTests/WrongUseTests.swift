import Fluxer
import TestSupport
import Testing

/// Misuse is reported through the same hook as for loops, with the names.
@Suite struct WrongUseTests {
    @Test func cyclicWaitIsReportedWithItsTokens() throws {
        let tokens = Recorder<String>()
        let message = try #require(
            misuse {
                let dispatcher = Dispatcher()
                for next in [1, 2, 0] {
                    tokens.append(
                        dispatcher.register { [unowned dispatcher] action in
                            dispatcher.waitFor([tokens.values[next]], action: action)
                        })
                }
                dispatcher.dispatch(Ring())
            })
        let (a, b, c) = (tokens.values[0], tokens.values[1], tokens.values[2])
        #expect(
            message
                == "the handlers of a Ring wait for each other: \(a) waits for \(b) waits for \(c) waits for \(a)"
        )
        #expect(a.hasPrefix("FluxerTests/WrongUseTests.swift:"))
    }

    @Test func handlerThatWaitsForItselfIsACircle() throws {
        let tokens = Recorder<String>()
        let message = try #require(
            misuse {
                let dispatcher = Dispatcher()
                tokens.append(
                    dispatcher.register { [unowned dispatcher] action in
                        dispatcher.waitFor(tokens.values, action: action)
                    })
                dispatcher.dispatch(Ring())
            })
        #expect(message.hasSuffix("wait for each other: \(tokens.values[0]) waits for \(tokens.values[0])"))
    }

    @Test func waitingOutsideADispatchIsAnError() {
        let message = misuse {
            let dispatcher = Dispatcher()
            dispatcher.register { _ in }
            dispatcher.waitFor(["a", "b"], action: Ring())
        }
        #expect(
            message
                == "waitFor(a, b) was called with a Ring outside of a dispatch; call it in a handler of this dispatcher"
        )
    }

    @Test func actionThatNoHandlerWasEverRegisteredForIsAnErrorWithItsType() {
        let expected = "no handler is registered for Step; register one before 3 is dispatched"
        #expect(misuse { Dispatcher().dispatch(Step(3)) } == expected)
        #expect(
            misuse {
                let dispatcher = Dispatcher()
                dispatcher.register(Ring.self) { _ in }
                dispatcher.dispatch(Ring())
                dispatcher.dispatch(Step(3))
            } == expected)
    }

    @Test func actionWhoseHandlersAreGoneIsNone() {
        #expect(
            misuse {
                let dispatcher = Dispatcher()
                dispatcher.unregister(registrationToken: dispatcher.register(Ring.self) { _ in })
                dispatcher.dispatch(Ring())
            } == nil)
    }
}
