import Fluxer
import TestSupport
import Testing

/// Misuse is reported through the same hook as for loops, with the names.
@Suite struct WrongUseTests {
    /// - Parameter awaited: For each handler, the number of the handler that it waits for.
    @Test(arguments: [[1, 2, 0], [0]]) func cyclicWaitIsReportedWithItsTokens(awaited: [Int]) throws {
        let tokens = Recorder<String>()
        let message = try #require(
            misuse {
                let dispatcher = Dispatcher()
                for number in awaited {
                    tokens.append(
                        dispatcher.register { [unowned dispatcher] action in
                            dispatcher.waitFor([tokens.values[number]], action: action)
                        })
                }
                dispatcher.dispatch(Ring())
            })
        let circle = (tokens.values + [tokens.values[0]]).joined(separator: " waits for ")
        expectEqual(message, "the handlers of a Ring wait for each other: \(circle)")
        #expect(tokens.values[0].hasPrefix("FluxerTests/WrongUseTests.swift:"))
    }

    static let rows: [Row<@Sendable () -> Void, String?>] = [
        Row(
            "waiting outside of a dispatch is an error",
            "waitFor(a, b) was called with a Ring outside of a dispatch; call it in a handler of this dispatcher"
        ) {
            let dispatcher = Dispatcher()
            dispatcher.register { _ in }
            dispatcher.waitFor(["a", "b"], action: Ring())
        },
        Row(
            "action without any handler is an error",
            "no handler is registered for Step; register one before 3 is dispatched"
        ) {
            Dispatcher().dispatch(Step(3))
        },
        Row(
            "action for which no handler was ever registered is an error",
            "no handler is registered for Step; register one before 3 is dispatched"
        ) {
            let dispatcher = Dispatcher()
            dispatcher.register(Ring.self) { _ in }
            dispatcher.dispatch(Ring())
            dispatcher.dispatch(Step(3))
        },
        Row("action without remaining handlers is not an error", nil) {
            let dispatcher = Dispatcher()
            dispatcher.unregister(registrationToken: dispatcher.register(Ring.self) { _ in })
            dispatcher.dispatch(Ring())
        },
    ]

    @Test(arguments: rows) func misuseIsReported(row: Row<@Sendable () -> Void, String?>) {
        expectEqual(misuse(in: row.given), row.expected, sourceLocation: row.place)
    }
}
