import CarillonRealTime
import Fluxus
import MobiusCore
import TestSupport
import Testing

/// Stores and loops in one program.
@Suite struct LoopTests {
    private let time = VirtualTime()
    private let state = PanelState()
    private let store: FluxStore

    init() {
        store = makeStore(state)
    }

    @Test func partOfTheStateCanBeAnEventSource() {
        let events = Recorder<Int>()
        let controller = sum(noting: events)
            .withEventSource(store.eventSource(state.counter) { $0.count == 5 ? nil : $0.count })
            .makeController(from: 0, on: time)
        store.commit(CounterMutation.add(3))
        controller.start()
        for _ in 1...3 { store.commit(CounterMutation.add(1)) }
        store.commit(DoorMutation.open)
        controller.stop()
        store.commit(CounterMutation.add(1))
        expectEqual(events.values, [3, 4, 6])
    }

    @Test func valuesReadByTheLoopDoNotAffectTheEventSource() {
        let events = Recorder<Int>()
        let loop = sum(noting: events)
            .withEventSource(store.eventSource(state.counter) { $0.count })
            .start(from: 0)
        let door = UncheckedReference(state.door)
        loop.addObserver { _ in _ = door.object.isOpen }
        store.commit(CounterMutation.add(1))
        store.commit(DoorMutation.open)
        expectEqual(events.values, [0, 1])
    }

    @Test func effectCommitsAMutation() {
        let loop = Mobius.loop(
            update: { (model: Int, event: Int) in .next(model + event, effects: [event]) },
            effectHandler: EffectRouter<Int, Int>().routeEffects(withParameters: { $0 })
                .to { [store] in store.commit(CounterMutation.add($0)) }
                .asConnectable
        ).start(from: 0)
        loop.dispatchEvent(2)
        loop.dispatchEvent(3)
        expectEqual(state.counter.count, 5)
    }

    @Test func modelOfALoopCanBePartOfTheState() {
        let shown = Recorder<Int>()
        store.render(state.counter) { shown.append($0.count) }
        let consumers = Recorder<Consumer<Int>>()
        let events = AnyEventSource<Int> { consumer in
            consumers.append(consumer)
            return AnonymousDisposable {}
        }
        let controller = sum(noting: Recorder()).withEventSource(events).makeController(from: 4, on: time)
        controller.connectView(store.view { CounterMutation.set(count: $0, step: 1) })
        controller.start()
        consumers.values[0](6)
        expectEqual(shown.values, [0, 4, 10])
    }

    @Test func loopAndStoreThatUpdateEachOtherSettle() {
        let loop = Mobius.loop(
            update: { (_: Int, event: Int) in event < 5 ? .next(event, effects: [1]) : .next(event) },
            effectHandler: EffectRouter<Int, Int>().routeEffects(withParameters: { $0 })
                .to { [store] in store.commit(CounterMutation.add($0)) }
                .asConnectable
        ).withEventSource(store.eventSource(state.counter) { $0.count }).start(from: 0)
        expectEqual(loop.latestModel, 5)
        expectEqual(state.counter.count, 5)
    }

    @Test func storeRunsOnARealTimeQueue() throws {
        let queue = try RealTimeQueue(name: "flux", priority: 0)
        let store = FluxStore(
            withState: state, withCommitter: makeCommitter(), withDispatcher: makeDispatcher(), on: queue)
        let shown = Recorder<Int>()
        store.render(state.counter) { counter in
            #expect(queue.isCurrent)
            shown.append(counter.count)
        }
        store.commit(CounterMutation.add(1))
        store.dispatch(CounterAction.addTwice(2))
        expectEqual(store.read(state.counter) { $0.count }, 5)
        queue.stop()
        expectEqual(shown.values, [0, 1, 3, 5])
    }

    private func sum(noting events: Recorder<Int>) -> Mobius.Builder<Int, Int, Never> {
        Mobius.loop(
            update: { model, event in
                events.append(event)
                return .next(model + event)
            }, effectHandler: EffectRouter<Never, Int>().asConnectable)
    }
}

/// Unchecked Sendable: the test that creates it has one thread.
private struct UncheckedReference<Object>: @unchecked Sendable {
    let object: Object

    init(_ object: Object) {
        self.object = object
    }
}
