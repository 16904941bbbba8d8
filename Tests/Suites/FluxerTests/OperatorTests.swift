import CarillonRealTime
import Dispatch
import Fluxer
import TestSupport
import Testing

@Suite struct OperatorTests {
    struct Bench: Sendable {
        let value = ObservableValue(0)
        let received = Recorder<Int>()
    }

    static let rows: [Row<@Sendable (Bench) -> Void, [Int]>] = [
        Row("map and filter outlive their variables", [20, 40]) { bench in
            do {
                let even = bench.value.filter { $0.isMultiple(of: 2) }
                let tens = even.map { $0 * 10 }
                _ = tens.subscribe { bench.received.append($0) }
            }
            for number in 1...4 { bench.value.value = number }
        },
        Row("without share, each subscriber has a transformation", [1, 1]) { bench in
            let map = bench.value.map { number in bench.received.append(number) }
            let disposables = [map.subscribe { _ in }, map.subscribe { _ in }]
            bench.value.value = 1
            for disposable in disposables { disposable.dispose() }
            bench.value.value = 2
        },
        Row("share transforms once for all while there are subscribers", [1, 2, 4]) { bench in
            let shared = bench.value.map { number in bench.received.append(number) }.share()
            let first = shared.subscribe { _ in }
            let second = shared.subscribe { _ in }
            bench.value.value = 1
            first.dispose()
            bench.value.value = 2
            second.dispose()
            bench.value.value = 3
            let third = shared.subscribe { _ in }
            bench.value.value = 4
            third.dispose()
        },
        Row("first subscriber of a shared cold observable receives every value", [1]) { bench in
            let cold = ColdObservable.create { (observer: Observer<Int>) in
                observer.send(1)
                return BlockDisposable {}
            }
            _ = cold.share().subscribe { bench.received.append($0) }
        },
        Row("subscriber may dispose during its notification", [1]) { bench in
            let shared = bench.value.share()
            let subscriptions = Recorder<any Disposable>()
            subscriptions.append(
                shared.subscribe { number in
                    bench.received.append(number)
                    for subscription in subscriptions.values { subscription.dispose() }
                })
            bench.value.value = 1
            bench.value.value = 2
        },
        // The 100 is the end of the first subscription.
        Row("cold observable starts again for each subscription and ends with it", [0, 11, 100, 15]) { bench in
            let observers = Recorder<Observer<Int>>()
            let cold = ColdObservable<Int> { observer in
                observer.send(observers.values.count)
                observers.append(observer)
                return BlockDisposable { bench.received.append(100) }
            }
            let first = cold.subscribe { bench.received.append($0) }
            _ = cold.subscribe { bench.received.append($0 + 10) }
            first.dispose()
            first.dispose()
            for observer in observers.values { observer.send(5) }
        },
        Row("connectable observable sends while it is connected", [2, 4]) { bench in
            let connectable = ConnectableObservable(bench.value)
            let subscription = connectable.subscribe { bench.received.append($0) }
            bench.value.value = 1
            let connection = connectable.connect()
            bench.value.value = 2
            connection.dispose()
            bench.value.value = 3
            let again = connectable.connect()
            bench.value.value = 4
            subscription.dispose()
            bench.value.value = 5
            again.dispose()
        },
    ]

    @Test(arguments: rows) func subscribersReceiveValues(row: Row<@Sendable (Bench) -> Void, [Int]>) {
        let bench = Bench()
        row.given(bench)
        expectEqual(bench.received.values, row.expected, sourceLocation: row.place)
    }

    // MARK: Render

    private let value = ObservableValue(0)
    private let received = Recorder<Int>()

    @Test func renderRunsInOrderOnItsQueue() {
        let time = VirtualTime()
        let isOnQueue = Recorder<Bool>()
        _ = value.asRender(on: time).subscribe { [received] number in
            received.append(number)
            isOnQueue.append(time.isCurrent)
        }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [value] in
            value.value = 1
            done.signal()
        }
        done.wait()
        expectEqual(received.values, [])
        value.value = 2
        expectEqual(received.values, [1, 2])
        time.advance(by: .zero)
        expectEqual(received.values, [1, 2])
        expectEqual(isOnQueue.values, [true, true])
    }

    @Test func disposedRenderDropsEnqueuedValues() {
        let time = VirtualTime()
        let disposable = value.asRender(on: time).subscribe { [received] in received.append($0) }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [value] in
            value.value = 1
            done.signal()
        }
        done.wait()
        disposable.dispose()
        time.advance(by: .zero)
        expectEqual(received.values, [])
    }

    @Test func renderRunsOnTheMainQueueByDefault() async {
        let disposables = CompositeDisposable()
        await withCheckedContinuation { continuation in
            disposables += value.asRender().subscribe { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume()
            }
            DispatchQueue.global().async { [value] in value.value = 1 }
        }
        disposables.dispose()
    }
}
