import Fluxer
import TestSupport
import Testing

@Suite struct ObservableValueTests {
    private let value = ObservableValue(0)
    private let told = Recorder<String>()

    @Test func observersReceiveEachValueInTheOrderOfRegistration() {
        let disposables = [observe("a"), observe("b")]
        value.value = 1
        value.value = 1
        #expect(told.values == ["a1", "b1", "a1", "b1"])
        #expect(disposables.count == 2)
    }

    @Test func disposedObserverIsNotNotified() {
        let disposable = observe("a")
        disposable.dispose()
        disposable.dispose()
        value.value = 1
        #expect(told.values == [])
    }

    @Test func observerDisposedByAnotherMissesTheValue() {
        let others = Recorder<any Disposable>()
        _ = value.subscribe { _ in for other in others.values { other.dispose() } }
        others.append(observe("a"))
        _ = observe("b")
        value.value = 1
        #expect(told.values == ["b1"])
    }

    @Test func nestedValueFollowsTheCurrentOneForAllObservers() {
        _ = value.subscribe { [value, told] number in
            told.append("a\(number)")
            if number < 3 { value.value = number + 1 }
        }
        _ = observe("b")
        value.value = 1
        #expect(told.values == ["a1", "b1", "a2", "b2", "a3", "b3"])
        #expect(value.value == 3)
    }

    @Test func nestedObserverReceivesTheNextValue() {
        _ = value.subscribe { [self] number in
            if number == 1 { _ = observe("new") }
        }
        value.value = 1
        value.value = 2
        #expect(told.values == ["new2"])
    }

    @Test func startingWithTheValueSendsItFirst() {
        value.value = 7
        let disposable = value.startingWithValue.subscribe { [told] in told.append("\($0)") }
        value.value = 8
        disposable.dispose()
        value.value = 9
        #expect(told.values == ["7", "8"])
    }

    @Test func storePublishesItsValues() {
        final class Two: Store {
            let first = ObservableValue(1)
            let second = ObservableValue("two")

            init(with dispatcher: Dispatcher) {}
        }
        let store = Two(with: Dispatcher())
        _ = store.first.subscribe { [told] in told.append("\($0)") }
        _ = store.second.subscribe { [told] in told.append($0) }
        store.publish()
        #expect(told.values == ["1", "two"])
    }

    @Test func observersThatComeAndGoLeaveTheOthersInOrder() {
        var disposables = (0..<100).map { observe("\($0) ") }
        for index in disposables.indices where index % 10 != 0 { disposables[index].dispose() }
        disposables = [observe("new ")]
        value.value = 1
        #expect(told.values == (0..<10).map { "\($0 * 10) 1" } + ["new 1"])
    }

    private func observe(_ name: String) -> any Disposable {
        value.subscribe { [told] in told.append("\(name)\($0)") }
    }
}
