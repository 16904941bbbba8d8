import CarillonScheduling
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import MobiusCore

@Suite struct ControllerTests {
    @Test func eventOnTheQueueIsProcessedBeforeTheSenderContinues() {
        let queue = ManualQueue()
        let source = Probe<Int, Int>()
        let view = Probe<Int, Never>()
        let controller = counterLoop().withEventSource(source).makeController(from: 0, on: queue)
        controller.connectView(view)
        controller.start()
        queue.enter {
            source.send(1)
            expectEqual(view.accepted.values, [0, 1])
            source.send(2)
            expectEqual(view.accepted.values, [0, 1, 3])
        }
        controller.stop()
    }

    @Test func eventFromOutsideTheQueueWaitsForTheQueue() {
        let queue = ManualQueue()
        let view = Probe<Int, Int>()
        let controller = counterLoop().makeController(from: 0, on: queue)
        controller.connectView(view)
        controller.start()
        view.send(1)
        expectEqual(view.accepted.values, [0])
        queue.run()
        expectEqual(view.accepted.values, [0, 1])
        controller.stop()
    }

    @Test func nextStartUsesTheLastModelOrItsReplacement() {
        let view = Probe<Int, Int>()
        let controller = counterLoop().makeController(
            from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: DispatchQueue(label: "view"))
        controller.connectView(view)
        #expect(!controller.running)
        controller.start()
        #expect(controller.running)
        view.send(5)
        controller.stop()
        #expect(!controller.running)
        expectEqual(controller.model, 5)
        // An event after the stop is ignored.
        view.send(1)
        expectEqual(controller.model, 5)
        controller.start()
        view.send(2)
        expectEqual(controller.model, 7)
        controller.stop()
        controller.replaceModel(9)
        expectEqual(controller.model, 9)
        controller.start()
        expectEqual(controller.model, 9)
        controller.stop()
    }

    @Test func initiateSetsTheFirstModelOfEachStart() {
        let handled = Recorder<String>()
        let handler = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { handled.append($0) }
        let controller = counterLoop(handler.asConnectable).makeController(
            from: 1, initiate: { model in First(model: model * 10, effects: ["load \(model)"]) }, on: ManualQueue())
        controller.start()
        expectEqual(controller.model, 10)
        controller.stop()
        controller.start()
        expectEqual(controller.model, 100)
        expectEqual(handled.values, ["load 1", "load 10"])
        controller.stop()
    }

    @Test func everyViewReceivesEachModelUntilItIsDisconnected() {
        let first = Probe<Int, Int>()
        let second = Probe<Int, Int>()
        let controller = counterLoop().makeController(from: 0, on: ManualQueue())
        let id = controller.connectView(first)
        controller.connectView(second)
        controller.start()
        second.send(1)
        controller.stop()
        controller.disconnectView(id: id)
        controller.start()
        controller.stop()
        controller.disconnectView()
        controller.start()
        controller.stop()
        expectEqual(first.accepted.values, [0, 1])
        expectEqual(second.accepted.values, [0, 1, 1])
        expectEqual(first.connections.values, [true, false])
        expectEqual(second.connections.values, [true, false, true, false])
    }

    @Test func viewReceivesItsModelsOnItsOwnQueue() {
        let viewQueue = DispatchQueue(label: "view")
        let place = DispatchScheduler(viewQueue)
        let places = Recorder<Bool>()
        let view = Probe<Int, Int> { _ in places.append(place.isCurrent) }
        let controller = counterLoop().makeController(
            from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: viewQueue)
        controller.connectView(view)
        controller.start()
        view.send(1)
        view.send(2)
        expectEqual(controller.model, 3)
        viewQueue.sync {}
        controller.stop()
        expectEqual(view.accepted.values, [0, 1, 3])
        expectEqual(places.values, [true, true, true])
    }

    @Test func slowViewReceivesTheNewestModels() {
        let loopQueue = DispatchQueue(label: "loop")
        let viewQueue = DispatchQueue(label: "view")
        let view = Probe<Int, Int>()
        let controller = counterLoop().makeController(from: 0, loopQueue: loopQueue, viewQueue: viewQueue)
        controller.connectView(view)
        controller.start()
        viewQueue.sync {
            for _ in 1...1000 { view.send(1) }
            expectEqual(controller.model, 1000)
        }
        viewQueue.sync {}
        controller.stop()
        expectEqual(view.accepted.values.last, 1000)
        #expect(view.accepted.values.count < 100)
    }

    @Test func eventOfAnEarlierRunIsDropped() {
        let queue = ManualQueue()
        let source = Probe<Int, Int>()
        let controller = counterLoop().withEventSource(source).makeController(from: 0, on: queue)
        controller.start()
        source.send(1)
        queue.enter { controller.stop() }
        controller.start()
        queue.run()
        expectEqual(controller.model, 0)
        controller.stop()
    }

    @Test func effectMayStopTheController() {
        let queue = ManualQueue()
        let controller = Mutex<MobiusController<Int, Int, String>?>(nil)
        let handled = Recorder<String>()
        let handler = EffectRouter<String, Int>()
            .routeEffects(equalTo: "stop").to { _ in controller.withLock { $0 }?.stop() }
            .routeEffects(equalTo: "after").to { handled.append($0) }
        let source = Probe<Int, Int>()
        let running = counterLoop(handler.asConnectable) { _ in ["stop", "after"] }
            .withEventSource(source).makeController(from: 0, on: queue)
        controller.withLock { $0 = running }
        running.start()
        queue.enter { source.send(4) }
        #expect(!running.running)
        expectEqual(running.model, 4)
        #expect(handled.values.isEmpty)
        expectEqual(source.connections.values, [true, false])
        controller.withLock { $0 = nil }
    }

    @Test func viewWhoseTypeIsInferredMayBeConnected() {
        let models = Recorder<Int>()
        let controller = counterLoop().makeController(from: 1, on: ManualQueue())
        controller.connectView(
            AnyConnectable { _ in Connection(acceptClosure: { models.append($0) }, disposeClosure: {}) })
        controller.start()
        controller.stop()
        expectEqual(models.values, [1])
    }

    @Test func controllerMayHaveNoEvents() {
        @Sendable func update<Event>(model: Int, event: Event) -> Next<Int, Never> { .noChange }
        let view = Probe<Int, Never>()
        let controller = Mobius.loop(update: update, effectHandler: Probe<Never, Never>())
            .makeController(from: 1, on: ManualQueue())
        controller.connectView(view)
        controller.start()
        controller.stop()
        expectEqual(view.accepted.values, [1])
    }

    @Test func initiateAndUpdateAreLogged() {
        let logger = LineLogger()
        let source = Probe<Int, Int>()
        let controller = counterLoop().withLogger(logger).withEventSource(source)
            .makeController(from: 1, initiate: { First(model: $0 + 1) }, on: ManualQueue())
        controller.start()
        controller.stop()
        controller.start()
        source.send(5)
        _ = controller.model
        controller.stop()
        expectEqual(
            logger.lines.values,
            [
                "willInitiate 1", "didInitiate 1 2", "willInitiate 2", "didInitiate 2 3", "willUpdate 3 5",
                "didUpdate 3 5 (8, [])",
            ])
    }
}

private struct LineLogger: MobiusLogger {
    let lines = Recorder<String>()

    func willInitiate(model: Int) {
        lines.append("willInitiate \(model)")
    }

    func didInitiate(model: Int, first: First<Int, String>) {
        lines.append("didInitiate \(model) \(first.model)")
    }

    func willUpdate(model: Int, event: Int) {
        lines.append("willUpdate \(model) \(event)")
    }

    func didUpdate(model: Int, event: Int, next: Next<Int, String>) {
        lines.append("didUpdate \(model) \(event) \(next)")
    }
}
