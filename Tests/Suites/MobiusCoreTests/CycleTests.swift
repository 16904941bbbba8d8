import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

@Suite struct CycleTests {
    /// In each of 10,000 cycles, four threads send some events and announce that these are sent. Then the controller is
    /// stopped while the threads continue to send. When `stop` returns, the announced events have been processed, and
    /// no event is processed later.
    @Test func stopDuringManyEventsLosesNoneAndHandlesNoneTooLate() {
        let handled = Counter()
        let resources = Counter()
        let handler = AnyConnectable<Never, Shot> { _ in
            resources.add(1)
            return Connection(acceptClosure: { _ in }, disposeClosure: { resources.add(-1) })
        }
        let update: @Sendable (Int, Shot) -> Next<Int, Never> = { model, shot in
            handled.add(1)
            return .next(shot == .announced ? model + 1 : model)
        }
        let view = Probe<Int, Shot>()
        let viewQueue = DispatchQueue(label: "view")
        let controller = Mobius.loop(update: update, effectHandler: handler)
            .makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: viewQueue)
        controller.connectView(view)
        let gunners = (1...4).map { _ in Gunner(at: view) }
        for cycle in 1...10_000 {
            controller.replaceModel(0)
            controller.start()
            for gunner in gunners { gunner.fire() }
            for gunner in gunners { gunner.waitForAnnouncement() }
            controller.stop()
            let handledWhenStopped = handled.value
            for gunner in gunners { gunner.cease() }
            // When the loop's queue returns the model, it has run all work enqueued meanwhile.
            let model = controller.model
            guard model == 4 * Gunner.announcedShots, handled.value == handledWhenStopped else {
                Issue.record("cycle \(cycle): \(model) announced, \(handled.value - handledWhenStopped) too late")
                break
            }
        }
        expectEqual(resources.value, 0)
        // A view that is receiving a model is disposed after that.
        viewQueue.sync {}
        let connections = view.connections.values
        expectEqual(connections.count, 20_000)
        expectEqual(connections.count { $0 }, 10_000)
    }

    @Test func stoppedControllerThatIsReleasedEnqueuesNothing() {
        let queue = ManualQueue()
        do {
            let controller = counterLoop().makeController(from: 0, on: queue)
            controller.start()
            controller.stop()
        }
        #expect(queue.isEmpty)
    }

    @Test func runningControllerThatIsReleasedLeaksNothing() {
        final class Weight: Sendable {}
        weak var handlerWeight: Weight?
        weak var viewWeight: Weight?
        weak var modelWeight: Weight?
        let queue = ManualQueue()
        do {
            let (inHandler, inView, model) = (Weight(), Weight(), Weight())
            (handlerWeight, viewWeight, modelWeight) = (inHandler, inView, model)
            let controller = Mobius.loop(
                update: { (_: Weight, event: Weight) in Next<Weight, Weight>.next(event, effects: [event]) },
                effectHandler: AnyConnectable<Weight, Weight> { _ in
                    Connection(acceptClosure: { _ in _ = inHandler }, disposeClosure: {})
                }
            ).makeController(from: model, on: queue)
            let view = AnyConnectable<Weight, Weight> { consumer in
                Connection(acceptClosure: { model in if model !== inView { consumer(inView) } }, disposeClosure: {})
            }
            controller.connectView(view)
            controller.start()
            queue.run()
        }
        queue.run()
        #expect(handlerWeight == nil)
        #expect(viewWeight == nil)
        #expect(modelWeight == nil)
    }
}

private enum Shot: Sendable {
    /// An event sent before the stop.
    case announced
    /// An event sent before, during or after the stop.
    case blind
}

/// A thread that sends events.
private final class Gunner: Sendable {
    static let announcedShots = 3
    static let maximumBlindShots = 30

    private let target: Probe<Int, Shot>
    private let queue = DispatchQueue(label: "gunner")
    private let isCeasing = Atomic(false)
    private let announcement = DispatchSemaphore(value: 0)

    init(at target: Probe<Int, Shot>) {
        self.target = target
    }

    func fire() {
        isCeasing.store(false, ordering: .relaxed)
        queue.async { [self] in
            for _ in 1...Self.announcedShots { target.send(.announced) }
            announcement.signal()
            for _ in 1...Self.maximumBlindShots where !isCeasing.load(ordering: .relaxed) { target.send(.blind) }
        }
    }

    func waitForAnnouncement() {
        announcement.wait()
    }

    /// Stops sending. Returns when no event is sent any more.
    func cease() {
        isCeasing.store(true, ordering: .relaxed)
        queue.sync {}
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) {
        count.add(change, ordering: .relaxed)
    }
}
