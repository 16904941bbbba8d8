import Fluxer
import TestSupport
import Testing

@Suite struct ObservableValueTests {
    struct Bench: Sendable {
        let value = ObservableValue(0)
        let received = Recorder<String>()

        /// Subscribes an observer that records its name and the value.
        @discardableResult
        func observe(_ name: String) -> any Disposable {
            value.subscribe { [received] in received.append("\(name)\($0)") }
        }
    }

    private let bench = Bench()

    private static let everyTenth = (0..<10).map { "\($0 * 10) 1" }

    static let rows: [Row<@Sendable (Bench) -> Void, [String]>] = [
        Row("observers receive each value in the order of registration", ["a1", "b1", "a1", "b1"]) { bench in
            bench.observe("a")
            bench.observe("b")
            bench.value.value = 1
            bench.value.value = 1
        },
        Row("disposed observer is not notified", []) { bench in
            let disposable = bench.observe("a")
            disposable.dispose()
            disposable.dispose()
            bench.value.value = 1
        },
        Row("observer disposed by another does not receive the value", ["b1"]) { bench in
            let others = Recorder<any Disposable>()
            _ = bench.value.subscribe { _ in for other in others.values { other.dispose() } }
            others.append(bench.observe("a"))
            bench.observe("b")
            bench.value.value = 1
        },
        Row("nested value follows the present one for all observers", ["a1", "b1", "a2", "b2", "a3", "b3", "3"]) {
            bench in
            _ = bench.value.subscribe { number in
                bench.received.append("a\(number)")
                if number < 3 { bench.value.value = number + 1 }
            }
            bench.observe("b")
            bench.value.value = 1
            bench.received.append("\(bench.value.value)")
        },
        Row("nested observer receives the next value", ["new2"]) { bench in
            _ = bench.value.subscribe { number in
                if number == 1 { bench.observe("new") }
            }
            bench.value.value = 1
            bench.value.value = 2
        },
        Row("observer that starts with the value receives it first", ["7", "8"]) { bench in
            bench.value.value = 7
            let disposable = bench.value.startingWithValue.subscribe { bench.received.append("\($0)") }
            bench.value.value = 8
            disposable.dispose()
            bench.value.value = 9
        },
        Row("store publishes its values", ["1", "two"]) { bench in
            final class Two: Store {
                let first = ObservableValue(1)
                let second = ObservableValue("two")

                init(with dispatcher: Dispatcher) {}
            }
            let store = Two(with: Dispatcher())
            _ = store.first.subscribe { bench.received.append("\($0)") }
            _ = store.second.subscribe { bench.received.append($0) }
            store.publish()
        },
        Row(
            "observers that come and go leave the others in order", everyTenth + ["new 1"]
        ) { bench in
            let disposables = (0..<100).map { bench.observe("\($0) ") }
            for index in disposables.indices where index % 10 != 0 { disposables[index].dispose() }
            bench.observe("new ")
            bench.value.value = 1
        },
    ]

    @Test(arguments: rows) func observersReceiveValues(row: Row<@Sendable (Bench) -> Void, [String]>) {
        row.given(bench)
        expectEqual(bench.received.values, row.expected, sourceLocation: row.place)
    }
}
