import CarillonScheduling
import TestSupport
import Testing

@testable import MobiusCore

@Suite struct LoopMonitorTests {
    private let queue = ManualQueue()
    private let source = Probe<Int, Int>()
    private let monitor = LineMonitor()

    @Test func monitorReceivesEachRunFromItsFirstModelToTheEffects() {
        let controller = counterLoop(Probe<String, Int>(), effects: { ["effect \($0)"] }).withEventSource(source)
            .makeController(from: 1, initiate: { First(model: $0 + 1, effects: ["hello"]) }, on: queue)
        controller.addMonitor(monitor)
        controller.start()
        queue.enter { source.send(5) }
        controller.stop()
        let first = [
            "began 2 [hello]", "effect hello", "effect ended", "will update 5", "did update 2 5 (7, [\"effect 5\"])",
            "effect effect 5", "effect ended",
        ]
        expectEqual(monitor.lines.values, first)
        controller.start()
        controller.stop()
        expectEqual(monitor.lines.values, first + ["began 8 [hello]", "effect hello", "effect ended"])
        // The update function that the monitor receives may be called again.
        expectEqual(monitor.updates.values.map { $0.update(model: 3, event: 4).model }, [7, 7])
    }

    @Test func eventThatAnEffectSendsIsUpdatedAfterTheEffectHasEnded() {
        let handler = AnyConnectable<String, Int> { consumer in
            Connection(acceptClosure: { _ in consumer(10) }, disposeClosure: {})
        }
        let controller = counterLoop(handler, effects: { $0 < 10 ? ["answer"] : [] }).withEventSource(source)
            .makeController(from: 0, on: queue)
        controller.addMonitor(monitor)
        controller.start()
        queue.enter { source.send(1) }
        controller.stop()
        expectEqual(
            monitor.lines.values,
            [
                "began 0 []", "will update 1", "did update 0 1 (1, [\"answer\"])", "effect answer", "effect ended",
                "will update 10", "did update 1 10 (11, [])",
            ])
    }

    @Test func loggerAndAllMonitorsReceiveEachEvent() {
        let logger = CountingLogger()
        let other = LineMonitor()
        let handler = Probe<String, Int>()
        let controller = counterLoop(handler, effects: { ["effect \($0)"] }).withLogger(logger).withEventSource(source)
            .makeController(from: 0, on: queue)
        controller.addMonitor(monitor)
        controller.addMonitor(other)
        controller.start()
        queue.enter { source.send(5) }
        controller.stop()
        expectEqual(logger.updates.values, [5, 5])
        expectEqual(monitor.lines.values, other.lines.values)
        expectEqual(monitor.lines.values.count, 5)
        expectEqual(handler.accepted.values, ["effect 5"])
        expectEqual(handler.connections.values, [true, false])
    }

    @Test func loopThatEndsWhileItIsConnectedIsNotReported() {
        let stopping = StoppingSource()
        let controller = counterLoop().withEventSource(stopping).makeController(from: 0, on: queue)
        stopping.stop.append { [weak controller] in controller?.stop() }
        controller.addMonitor(monitor)
        controller.start()
        #expect(monitor.lines.values.isEmpty)
    }

    @Test func loopWithoutAMonitorHasNoLoggerAndTheApplicationsOwnEffectHandler() {
        let connection = Connection<String>(acceptClosure: { _ in }, disposeClosure: {})
        let core = LoopCore<Int, Int, String>(model: 0, update: Update { .next($0 + $1) }, logger: nil)
        core.effectHandler = connection
        core.begin(with: [])
        #expect(core.logger == nil)
        #expect(core.effectHandler === connection)
    }
}

private final class LineMonitor: LoopMonitor {
    let lines = Recorder<String>()
    let updates = Recorder<Update<Int, Int, String>>()

    func began(_ first: First<Int, String>, update: Update<Int, Int, String>) {
        updates.append(update)
        lines.append("began \(first.model) [\(first.effects.joined(separator: ", "))]")
    }

    func willUpdate(_ event: Int) { lines.append("will update \(event)") }

    func didUpdate(_ model: Int, _ event: Int, _ next: Next<Int, String>) {
        lines.append("did update \(model) \(event) \(next)")
    }

    func effectBegan(_ effect: String) { lines.append("effect \(effect)") }
    func effectEnded() { lines.append("effect ended") }
}

private struct CountingLogger: MobiusLogger {
    let updates = Recorder<Int>()

    func willUpdate(model: Int, event: Int) { updates.append(event) }
    func didUpdate(model: Int, event: Int, next: Next<Int, String>) { updates.append(event) }
}

/// Stops the controller when it is subscribed.
private final class StoppingSource: EventSource, Sendable {
    let stop = Recorder<@Sendable () -> Void>()

    func subscribe(consumer: @escaping Consumer<Int>) -> any Disposable {
        stop.values.first?()
        return AnonymousDisposable {}
    }
}
