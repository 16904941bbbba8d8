import CarillonRealTime
import Dispatch
import Fluxer
import TestSupport
import Testing

/// Several threads at a time. `make check LANE=sanitize` runs these tests under ThreadSanitizer.
@Suite struct ThreadTests {
    @Test func allActionsOfManyThreadsAreHandledOneAtATime() {
        final class Counter: Store, Sendable {
            let count = ObservableValue(0)

            init(with dispatcher: Dispatcher) {
                dispatcher.register(Ring.self) { [count] _ in count.value += 1 }
            }
        }
        let dispatcher = Dispatcher()
        let counter = Counter(with: dispatcher)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 1...500 { dispatcher.dispatch(Ring()) }
        }
        expectEqual(counter.count.value, 4000)
    }

    @Test func handlersCanBeRegisteredAndUnregisteredDuringDispatches() {
        let dispatcher = Dispatcher()
        let calls = ObservableValue(0)
        dispatcher.register { _ in calls.value += 1 }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 1...200 {
                if thread.isMultiple(of: 2) {
                    dispatcher.dispatch(Ring())
                } else {
                    dispatcher.unregister(registrationToken: dispatcher.register { _ in })
                }
            }
        }
        expectEqual(calls.value, 800)
    }

    @Test func allObserversReceiveTheValuesOfManyThreadsInTheSameOrder() {
        let value = ObservableValue(0)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = value.subscribe { first.append($0) }
        _ = value.subscribe { second.append($0) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 1...250 { value.value = thread * 1000 + number }
        }
        expectEqual(first.values.count, 1000)
        expectEqual(first.values, second.values)
        expectEqual(first.values.last, value.value)
    }

    @Test func observersCanSubscribeAndUnsubscribeWhileTheValueIsSet() {
        let value = ObservableValue(0)
        let shared = value.map { $0 + 1 }.share()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 1...200 {
                switch thread % 4 {
                case 0: value.value = number
                case 1: value.subscribe { _ in }.dispose()
                case 2: shared.subscribe { _ in }.dispose()
                default: value.startingWithValue.subscribe { _ in }.dispose()
                }
            }
        }
        let told = Recorder<Int>()
        _ = shared.subscribe { told.append($0) }
        value.value = 41
        expectEqual(told.values, [42])
    }

    @Test func dispatcherHandlesActionsInOrderOnItsRealTimeQueue() throws {
        let queue = try RealTimeQueue(name: "flux", priority: 0)
        let dispatcher = Dispatcher(on: queue)
        let handled = Recorder<Int>()
        dispatcher.register(Step.self) { step in
            #expect(queue.isCurrent)
            handled.append(step.number)
            if step.number == 1 { dispatcher.dispatch(Step(10)) }
        }
        for number in 1...3 { dispatcher.dispatch(Step(number)) }
        queue.stop()
        expectEqual(handled.values, [1, 10, 2, 3])
    }
}
