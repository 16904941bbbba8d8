import Fluxer
import TestSupport
import Testing

@Suite struct DispatcherTests {
    struct Bench: Sendable {
        let dispatcher = Dispatcher()
        let order = Recorder<String>()

        /// Registers a handler that records its name and the action.
        @discardableResult
        func note(_ name: String) -> String {
            dispatcher.register { [order] action in order.append("\(name)\(action)") }
        }
    }

    private let bench = Bench()

    static let rows: [Row<@Sendable (Bench) -> Void, [String]>] = [
        Row("handlers are called in the order in which they were registered", ["a1", "b1", "c1"]) { bench in
            for name in ["a", "b", "c"] { bench.note(name) }
            bench.dispatcher.dispatch(Step(1))
        },
        Row("waiting handler runs after the handlers that it waits for", ["b1", "c1", "a", "d1"]) { bench in
            let tokens = Recorder<String>()
            bench.dispatcher.register { action in
                bench.dispatcher.waitFor(tokens.values, action: action)
                bench.order.append("a")
            }
            tokens.append(bench.note("b"))
            tokens.append(bench.note("c"))
            bench.note("d")
            bench.dispatcher.dispatch(Step(1))
        },
        Row(
            "handlers that wait in a chain run in its order for each action",
            ["first 1", "middle", "last", "first 2", "middle", "last"]
        ) { bench in
            let tokens = Recorder<String>()
            bench.dispatcher.register { action in
                bench.dispatcher.waitFor([tokens.values[0]], action: action)
                bench.order.append("last")
            }
            tokens.append(
                bench.dispatcher.register { action in
                    bench.dispatcher.waitFor([tokens.values[1]], action: action)
                    bench.order.append("middle")
                })
            tokens.append(bench.note("first "))
            for number in 1...2 { bench.dispatcher.dispatch(Step(number)) }
        },
        Row("waiting for a handler that has been called does not call it again", ["a1", "b"]) { bench in
            let first = bench.note("a")
            bench.dispatcher.register { action in
                bench.dispatcher.waitFor([first, first], action: action)
                bench.order.append("b")
            }
            bench.dispatcher.dispatch(Step(1))
        },
        Row("unregistered token is skipped", ["a"]) { bench in
            bench.dispatcher.register { action in
                bench.dispatcher.waitFor(["nobody"], action: action)
                bench.order.append("a")
            }
            bench.dispatcher.dispatch(Step(1))
        },
        Row(
            "action that a handler dispatches follows after the present one", ["a1", "b1", "a2", "b2", "a3", "b3"]
        ) { bench in
            bench.dispatcher.register { action in
                bench.order.append("a\(action)")
                guard let step = action as? Step, step.number < 3 else { return }
                bench.dispatcher.dispatch(Step(step.number + 1))
            }
            bench.note("b")
            bench.dispatcher.dispatch(Step(1))
        },
        Row("handler that is unregistered by another is not called with the same action", ["b1"]) { bench in
            let tokens = Recorder<String>()
            bench.dispatcher.register { _ in
                for token in tokens.values { bench.dispatcher.unregister(registrationToken: token) }
            }
            tokens.append(bench.note("a"))
            bench.note("b")
            bench.dispatcher.dispatch(Step(1))
        },
        Row("handler that another one registers is first called with the next action", ["new 2"]) { bench in
            bench.dispatcher.register { action in
                guard (action as? Step)?.number == 1 else { return }
                bench.dispatcher.register { bench.order.append("new \($0)") }
            }
            bench.dispatcher.dispatch(Step(1))
            bench.dispatcher.dispatch(Step(2))
        },
        Row("handler of a type is called with actions of that type only", ["ring", "step 1"]) { bench in
            bench.dispatcher.register(Step.self) { step in bench.order.append("step \(step.number)") }
            bench.dispatcher.register(Ring.self) { _ in bench.order.append("ring") }
            bench.dispatcher.dispatch(Ring())
            bench.dispatcher.dispatch(Step(1))
        },
        Row("asynchronous action dispatches when it is done", ["a1", "a2", "a3"]) { bench in
            struct Count: AsyncAction {
                func exec(callback: @escaping Dispatcher.AsyncActionCallback) {
                    for number in 1...3 { callback(Step(number)) }
                }
            }
            bench.note("a")
            bench.dispatcher.dispatch(Count())
        },
    ]

    @Test(arguments: rows) func handlersAreCalledInOrder(row: Row<@Sendable (Bench) -> Void, [String]>) {
        row.given(bench)
        expectEqual(bench.order.values, row.expected, sourceLocation: row.place)
    }

    @Test func asyncActionCreatorMayAwait() async {
        let bench = bench
        await withCheckedContinuation { continuation in
            bench.dispatcher.register { action in
                bench.order.append("\(action)")
                continuation.resume()
            }
            bench.dispatcher.dispatch { callback in
                await Task.yield()
                callback(Step(1))
            }
        }
        expectEqual(bench.order.values, ["1"])
    }

    @Test func asyncActionCreatorDoesNotKeepTheDispatcher() {
        let callbacks = Recorder<Dispatcher.AsyncActionCallback>()
        let order = Recorder<String>()
        weak var gone: Dispatcher?
        do {
            let dispatcher = Dispatcher()
            gone = dispatcher
            dispatcher.register { _ in order.append("called") }
            dispatcher.dispatch { callback in callbacks.append(callback) }
        }
        #expect(gone == nil)
        callbacks.values[0](Step(1))
        expectEqual(order.values, [])
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
