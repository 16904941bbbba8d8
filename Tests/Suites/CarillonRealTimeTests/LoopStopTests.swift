import CarillonRealTime
import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

/// Controllers that are started, receive events from four threads, and are stopped, with handlers on each kind of queue: 200
/// times, in a thorough run 2000 times.
@Suite struct LoopStopTests {
    private static let rounds = isThorough ? 2000 : 200

    enum LoopPlace: CaseIterable { case realTimeQueue, serialQueue, globalQueue }

    @Test(arguments: LoopPlace.allCases) func handlersOfALoopAreDisposedOnce(place: LoopPlace) throws {
        let serial = DispatchQueue(label: "storm")
        switch place {
        case .realTimeQueue:
            let queue = try RealTimeQueue(name: "storm", priority: 0)
            storm { builder in builder.makeController(from: 0, initiate: nil, on: queue) }
            queue.stop()
        case .serialQueue:
            storm { builder in builder.makeController(from: 0, loopQueue: serial, viewQueue: serial) }
        case .globalQueue:
            storm { builder in builder.makeController(from: 0, loopQueue: .global(), viewQueue: serial) }
        }
    }

    private func storm(_ makeController: (Mobius.Builder<Int, Int, Place>) -> MobiusController<Int, Int, Place>) {
        let uses = Uses()
        let handled = Counter()
        let serial = DispatchQueue(label: "handlers")
        // Each event has one effect, for one place after the other.
        let builder = Mobius.loop(
            update: { (model: Int, _: Int) in
                handled.increment()
                return Next<Int, Place>.next(model + 1, effects: [Place.allCases[model % Place.allCases.count]])
            },
            effectHandler: EffectRouter<Place, Int>()
                .routeCase(Place.handlerHere).to(uses.begin)
                .routeCase(Place.handlerThatIgnoresItsCallback).to(uses.beginWithoutCallback)
                .routeCase(Place.handlerOnGlobalQueue).on(queue: .global()).to(uses.begin)
                .routeCase(Place.handlerOnSerialQueue).on(queue: serial).to(uses.begin)
                .routeCase(Place.connectableHere).to(uses.connectable)
                .routeCase(Place.connectableOnGlobalQueue).on(queue: .global()).to(uses.connectable)
                .routeCase(Place.connectableOnSerialQueue).on(queue: serial).to(uses.connectable)
                .asConnectable)
        let target = Target()
        let controller = makeController(builder.withEventSource(target.eventSource))
        let threads = (0..<4).map { number in DispatchQueue(label: "thread \(number)") }
        for _ in 0..<Self.rounds {
            controller.start()
            let (firing, ceased) = (DispatchSemaphore(value: 0), DispatchGroup())
            for thread in threads {
                thread.async(group: ceased) {
                    for shot in 0..<12 {
                        target.send(shot)
                        if shot == 6 { firing.signal() }
                    }
                }
            }
            for _ in threads { firing.wait() }
            controller.stop()
            let handledBeforeStop = handled.value
            ceased.wait()
            // When the loop's queue returns the model, it has run all work enqueued meanwhile.
            _ = controller.model
            expectEqual(handled.value, handledBeforeStop)
        }
        uses.waitUntilDisposed()
        #expect(uses.complaints.entries.isEmpty)
        #expect(handled.value > Self.rounds)
    }
}

private enum Place: CaseIterable {
    case handlerHere, handlerThatIgnoresItsCallback, handlerOnGlobalQueue, handlerOnSerialQueue
    case connectableHere, connectableOnGlobalQueue, connectableOnSerialQueue
}

/// The event source through which the threads send events.
private final class Target: Sendable {
    private struct Inlet {
        let consumer: Consumer<Int>
    }

    private let inlet = Mutex<Inlet?>(nil)

    var eventSource: AnyEventSource<Int> {
        AnyEventSource { [self] consumer in
            inlet.withLock { $0 = Inlet(consumer: consumer) }
            return AnonymousDisposable {}
        }
    }

    func send(_ event: Int) {
        inlet.withLock { $0 }?.consumer(event)
    }
}

/// The objects that handlers and connections have created. Each has to be disposed once, and not used afterwards.
private final class Uses: Sendable {
    let complaints = Log()
    private let ongoing = DispatchGroup()

    /// Begins an effect that never ends by itself, and sends an event when it begins and when it is disposed.
    func begin(_: Void, _ callback: EffectCallback<Int>) -> any Disposable {
        let use = begin()
        callback.send(0)
        return AnonymousDisposable {
            callback.send(0)
            use.dispose()
        }
    }

    func beginWithoutCallback(_: Void, _ callback: EffectCallback<Int>) -> any Disposable {
        let use = begin()
        callback.send(0)
        return AnonymousDisposable { use.dispose() }
    }

    var connectable: AnyConnectable<Void, Int> {
        AnyConnectable { [self] consumer in
            let use = begin()
            return Connection(
                acceptClosure: {
                    if use.isDisposed { self.complaints.append("an effect is accepted after the dispose") }
                    consumer(0)
                }, disposeClosure: use.dispose)
        }
    }

    func waitUntilDisposed() {
        ongoing.wait()
    }

    private func begin() -> Use {
        ongoing.enter()
        return Use { [self] count in
            guard count == 1 else { return complaints.append("disposed \(count) times") }
            ongoing.leave()
        }
    }
}

private final class Use: Sendable {
    private let disposals = Atomic(0)
    private let onDispose: @Sendable (Int) -> Void

    init(onDispose: @escaping @Sendable (Int) -> Void) {
        self.onDispose = onDispose
    }

    var isDisposed: Bool { disposals.load(ordering: .acquiring) > 0 }

    func dispose() {
        onDispose(disposals.add(1, ordering: .acquiringAndReleasing).newValue)
    }
}
