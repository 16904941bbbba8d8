import CarillonRealTime
import Dispatch
import Fluxer
import TestSupport
import Testing

@Suite struct OperatorTests {
    private let value = ObservableValue(0)
    private let told = Recorder<Int>()

    @Test func unreferencedMapTransformsAndDelivers() {
        _ = value.map { $0 * 10 }.map { $0 + 1 }.subscribe { [told] in told.append($0) }
        value.value = 1
        #expect(told.values == [11])
    }

    @Test func filterLetsSomePass() {
        _ = value.filter { $0.isMultiple(of: 2) }.subscribe { [told] in told.append($0) }
        for number in 1...4 { value.value = number }
        #expect(told.values == [2, 4])
    }

    @Test func mapAndFilterOutliveTheirVariables() {
        do {
            let even = value.filter { $0.isMultiple(of: 2) }
            let tens = even.map { $0 * 10 }
            _ = tens.subscribe { [told] in told.append($0) }
        }
        for number in 1...4 { value.value = number }
        #expect(told.values == [20, 40])
    }

    @Test func withoutShareEachSubscriberHasATransformation() {
        let map = value.map { [told] number in told.append(number) }
        let disposables = [map.subscribe { _ in }, map.subscribe { _ in }]
        value.value = 1
        for disposable in disposables { disposable.dispose() }
        value.value = 2
        #expect(told.values == [1, 1])
    }

    @Test func shareTransformsOnceForAllWhileThereAreSubscribers() {
        let shared = value.map { [told] number in told.append(number) }.share()
        let first = shared.subscribe { _ in }
        let second = shared.subscribe { _ in }
        value.value = 1
        first.dispose()
        value.value = 2
        second.dispose()
        value.value = 3
        let third = shared.subscribe { _ in }
        value.value = 4
        third.dispose()
        #expect(told.values == [1, 2, 4])
    }

    @Test func firstSubscriberOfASharedColdObservableMissesNothing() {
        let cold = ColdObservable.create { (observer: Observer<Int>) in
            observer.send(1)
            return BlockDisposable {}
        }
        _ = cold.share().subscribe { [told] in told.append($0) }
        #expect(told.values == [1])
    }

    @Test func subscriberMayDisposeDuringItsNotification() {
        let shared = value.share()
        let subscriptions = Recorder<any Disposable>()
        subscriptions.append(
            shared.subscribe { [told] number in
                told.append(number)
                for subscription in subscriptions.values { subscription.dispose() }
            })
        value.value = 1
        value.value = 2
        #expect(told.values == [1])
    }

    @Test func coldObservableBeginsAnewForEachSubscriptionAndEndsWithIt() {
        let observers = Recorder<Observer<Int>>()
        let ended = Recorder<String>()
        let cold = ColdObservable<Int> { observer in
            observer.send(observers.values.count)
            observers.append(observer)
            return BlockDisposable { ended.append("ended") }
        }
        let first = cold.subscribe { [told] in told.append($0) }
        _ = cold.subscribe { [told] in told.append($0 + 10) }
        first.dispose()
        first.dispose()
        for observer in observers.values { observer.send(5) }
        #expect(told.values == [0, 11, 15])
        #expect(ended.values == ["ended"])
    }

    @Test func connectableObservableSendsWhileItIsConnected() {
        let connectable = ConnectableObservable(value)
        let subscription = connectable.subscribe { [told] in told.append($0) }
        value.value = 1
        let connection = connectable.connect()
        value.value = 2
        connection.dispose()
        value.value = 3
        let again = connectable.connect()
        value.value = 4
        subscription.dispose()
        value.value = 5
        again.dispose()
        #expect(told.values == [2, 4])
    }

    @Test func renderIsOnTheQueueItWasGivenAndInOrder() {
        let time = VirtualTime()
        let isOnQueue = Recorder<Bool>()
        _ = value.asRender(on: time).subscribe { [told] number in
            told.append(number)
            isOnQueue.append(time.isCurrent)
        }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [value] in
            value.value = 1
            done.signal()
        }
        done.wait()
        #expect(told.values == [])
        value.value = 2
        #expect(told.values == [1, 2])
        time.advance(by: .zero)
        #expect(told.values == [1, 2])
        #expect(isOnQueue.values == [true, true])
    }

    @Test func disposedRenderSendsNothingThatIsEnqueued() {
        let time = VirtualTime()
        let disposable = value.asRender(on: time).subscribe { [told] in told.append($0) }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [value] in
            value.value = 1
            done.signal()
        }
        done.wait()
        disposable.dispose()
        time.advance(by: .zero)
        #expect(told.values == [])
    }

    @Test func byDefaultARenderIsOnTheMainQueue() async {
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
