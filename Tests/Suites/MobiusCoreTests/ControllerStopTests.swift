import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

/// Controllers that are stopped while they start, and the resources left after a stop.
@Suite struct ControllerStopTests {
    @Test func effectHandlerThatStopsItsControllerWhileItIsConnectedIsDisposed() {
        let stopper = Stopper<String>()
        let source = Probe<Int, Int>()
        let view = Probe<Int, Int>()
        let viewQueue = DispatchQueue(label: "view")
        let controller = counterLoop(stopper.connectable).withEventSource(source)
            .makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: viewQueue)
        controller.connectView(view)
        stopper.start(controller)
        viewQueue.sync {}
        #expect(!controller.running)
        expectEqual(stopper.uses.values, ["connected", "disposed"])
        #expect(source.connections.values.isEmpty)
        #expect(view.connections.values.isEmpty)
    }

    @Test func eventSourceThatStopsItsControllerWhileItIsConnectedIsDisposed() {
        let stopper = Stopper<Int>()
        let controller = counterLoop().withEventSource(stopper.connectable).makeController(from: 0, on: ManualQueue())
        stopper.start(controller)
        #expect(!controller.running)
        expectEqual(stopper.uses.values, ["connected", "disposed"])
    }

    @Test func viewThatStopsItsControllerWhileItIsConnectedIsDisposedAndReceivesNoModel() {
        let stopper = Stopper<Int>()
        let (first, third) = (Probe<Int, Int>(), Probe<Int, Int>())
        let controller = counterLoop().makeController(from: 0, on: ManualQueue())
        controller.connectView(first)
        controller.connectView(stopper.connectable)
        controller.connectView(third)
        stopper.start(controller)
        #expect(!controller.running)
        expectEqual(stopper.uses.values, ["connected", "disposed"])
        expectEqual(first.connections.values, [true, false])
        #expect(third.connections.values.isEmpty)
    }

    @Test func keptConsumerDoesNotRetainTheModel() {
        expectThatAKeptConsumerDoesNotKeepTheModel { controller, _ in controller.stop() }
    }

    @Test func keptConsumerDoesNotRetainTheModelOfALoopThatItsEventStopped() {
        expectThatAKeptConsumerDoesNotKeepTheModel { controller, view in
            let running = Mutex<MobiusController<Weight, Weight?, Never>?>(controller)
            view.reaction.withLock { $0 = { running.withLock { $0.take() }?.stop() } }
            view.send(Weight())
            view.reaction.withLock { $0 = {} }
        }
    }

    private func expectThatAKeptConsumerDoesNotKeepTheModel(
        sourceLocation: SourceLocation = #_sourceLocation,
        stop: (MobiusController<Weight, Weight?, Never>, KeepingView) -> Void
    ) {
        weak var model: Weight?
        weak var captured: Weight?
        let queue = ManualQueue()
        let view = KeepingView()
        do {
            let (first, inUpdate) = (Weight(), Weight())
            (model, captured) = (first, inUpdate)
            let controller = Mobius.loop(
                update: { (_: Weight, event: Weight?) in
                    _ = inUpdate
                    return event.map { Next<Weight, Never>.next($0) } ?? .noChange
                }, effectHandler: Probe<Never, Weight?>()
            ).makeController(from: first, on: queue)
            controller.connectView(view.connectable)
            queue.enter {
                controller.start()
                stop(controller, view)
            }
        }
        #expect(model == nil, sourceLocation: sourceLocation)
        #expect(captured == nil, sourceLocation: sourceLocation)
        view.send(nil)
        queue.run()
    }
}

/// Stops its controller while it is being connected.
private final class Stopper<Input>: Sendable {
    let uses = Recorder<String>()
    private let controller = Mutex<MobiusController<Int, Int, String>?>(nil)

    var connectable: AnyConnectable<Input, Int> {
        AnyConnectable { [self] _ in
            uses.append("connected")
            controller.withLock { $0.take() }?.stop()
            return Connection(acceptClosure: { [uses] in uses.append("accepted \($0)") }) { [uses] in
                uses.append("disposed")
            }
        }
    }

    func start(_ controller: MobiusController<Int, Int, String>) {
        self.controller.withLock { $0 = controller }
        controller.start()
    }
}

private final class Weight: Sendable {}

/// A view that keeps its consumer, and responds to each new model.
private final class KeepingView: Sendable {
    let reaction = Mutex<@Sendable () -> Void>({})
    private let consumer = Mutex<(@Sendable (Weight?) -> Void)?>(nil)

    var connectable: AnyConnectable<Weight, Weight?> {
        AnyConnectable { consumer in
            self.consumer.withLock { $0 = consumer }
            return Connection(acceptClosure: { _ in self.reaction.withLock { $0 }() }, disposeClosure: {})
        }
    }

    func send(_ event: Weight?) {
        consumer.withLock { $0 }?(event)
    }
}
