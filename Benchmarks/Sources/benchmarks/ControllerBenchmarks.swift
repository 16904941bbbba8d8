import CarillonRealTime
import Dispatch
import MobiusCore

/// A loop on a queue: the cost of an event, and the time from another thread to the view.
enum ControllerBenchmarks {
    /// Benchmarks of CPU time.
    static func all(on realTimeQueue: RealTimeQueue) -> [Benchmark] {
        [
            eventInPlace,
            startAndStop,
            rally(named: "controller.pingpong") { $0.makeController(from: 0, on: realTimeQueue) },
            rally(named: "controller.pingpong.dispatch") {
                $0.makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: views)
            },
            shownRally(
                named: "controller.pingpong.dispatch.view",
                pingPong().makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: views)),
        ]
    }

    /// The wall-clock times from sending an event until the view receives its model: as the machine is, and under
    /// stress-ng. The reference is a controller on a `DispatchQueue`.
    static func latencies(_ form: Form) throws -> [Row] {
        try latency(named: "controller.latency", form)
            + Stress.during { try latency(named: "controller.latency.busy", form) }
    }

    /// The growth of the process's resources over 10,000 starts and stops, after 10,000 to warm up.
    static func growth(on realTimeQueue: RealTimeQueue) -> [Row] {
        let controllers = [
            counter.makeController(from: 0, on: realTimeQueue),
            counter.makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: views),
        ]
        for controller in controllers { controller.connectView(ViewProbe<Int>(waitsFor: nil).connectable) }
        func cycle() {
            for controller in controllers {
                for _ in 1...10_000 {
                    controller.start()
                    controller.stop()
                }
            }
            views.sync {}
        }
        cycle()
        let before = Holdings.now
        cycle()
        let after = Holdings.now
        return [
            Row(name: "controller.cycles.bytes", unit: "bytes", value: after.bytes - before.bytes),
            Row(name: "controller.cycles.threads", unit: "threads", value: after.threads - before.threads),
            Row(
                name: "controller.cycles.descriptors", unit: "descriptors",
                value: after.descriptors - before.descriptors),
        ]
    }

    /// The cost of a button press: an event on the loop's own queue, its effect, and a view on the same queue.
    private static var eventInPlace: Benchmark {
        Benchmark("controller.event", operations: 50_000) {
            let queue = VirtualTime()
            let button = ViewProbe<Int>(waitsFor: -1)
            let seen = Seen()
            let controller = Mobius.loop(
                update: { (model: Int, event: Int) in Next<Int, ShowEffect>.next(model + event, effects: [.show(model)])
                },
                effectHandler: EffectRouter<ShowEffect, Int>()
                    .routeCase(ShowEffect.show).to { seen.last = $0 }
                    .asConnectable
            ).makeController(from: 0, on: queue)
            controller.connectView(button.connectable)
            controller.start()
            return {
                queue.sync { for _ in 1...50_000 { button.send(1) } }
                precondition(controller.running)
            }
        }
    }

    private static var startAndStop: Benchmark {
        Benchmark("controller.cycle", operations: 5000) {
            let controller = counter.makeController(from: 0, on: VirtualTime())
            controller.connectView(ViewProbe<Int>(waitsFor: nil).connectable)
            return {
                for _ in 1...5000 {
                    controller.start()
                    controller.stop()
                }
            }
        }
    }

    private enum ShowEffect: Sendable {
        case show(Int)
    }

    private static let views = DispatchQueue(label: "views")

    private static let counter = Mobius.loop(
        update: { (model: Int, event: Int) in Next<Int, Never>.next(model + event) },
        effectHandler: EffectRouter<Never, Int>().asConnectable)

    /// A rally of events and effects in the controller's loop.
    private static func rally(
        named name: String,
        make:
            @escaping (Mobius.Builder<Int, PingPongEvent, PingPongEffect>)
            -> MobiusController<Int, PingPongEvent, PingPongEffect>
    ) -> Benchmark {
        Benchmark(name, reference: 12970, referenceAllocations: 45, clock: .process, operations: 50_000) {
            let player = ViewProbe<PingPongEvent>(waitsFor: nil)
            let source = AnyEventSource<PingPongEvent> { consumer in
                let connection = player.connectable.connect(consumer)
                return AnonymousDisposable(disposer: connection.dispose)
            }
            let controller = make(pingPong().withEventSource(source))
            controller.start()
            return {
                player.send(.serve(50_000))
                // The model is read on the loop's queue, after all earlier events have been processed.
                precondition(controller.model == 0)
            }
        }
    }

    /// A rally with a view on a queue of its own. The view skips models when it cannot keep up.
    private static func shownRally(
        named name: String, _ controller: MobiusController<Int, PingPongEvent, PingPongEffect>
    ) -> Benchmark {
        Benchmark(name, reference: 12970, referenceAllocations: 45, clock: .process, operations: 50_000) {
            let view = ViewProbe<PingPongEvent>(waitsFor: 0)
            controller.connectView(view.connectable)
            controller.start()
            return {
                view.send(.serve(50_000))
                view.wait()
            }
        }
    }

    /// The controllers take turns, each on a new queue, because much depends on where the kernel first places a queue's
    /// thread.
    private static func latency(named name: String, _ form: Form) throws -> [Row] {
        var (times, references) = ([Double](), [Double]())
        for _ in 1...form.latencyRounds {
            let queue = try RealTimeQueue(name: "latency")
            times += latencies(of: counter.makeController(from: 0, on: queue))
            queue.stop()
            references += latencies(
                of: counter.makeController(from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: views))
        }
        return [("p50", 0.5), ("p99", 0.99)].map { suffix, share in
            Row(
                name: "\(name).\(suffix)", unit: "ns", value: times.quantile(share),
                reference: references.quantile(share))
        }
    }

    /// Returns the time of each of 2000 events, in nanoseconds.
    private static func latencies(of controller: MobiusController<Int, Int, Never>) -> [Double] {
        let view = ViewProbe<Int>(waitsFor: nil)
        controller.connectView(view.connectable)
        controller.start()
        defer { controller.stop() }
        return (1...2000).map { _ in
            let start = Measurement.wallNanoseconds()
            view.send(1)
            view.wait()
            return Measurement.wallNanoseconds() - start
        }
    }
}

/// A view through which another thread sends events and waits for a model.
///
/// Unchecked Sendable: the consumer is set once, while the controller starts, before any use.
private final class ViewProbe<Event>: @unchecked Sendable {
    private let shown = DispatchSemaphore(value: 0)
    private let awaited: Int?
    private var consumer: Consumer<Event>?
    private var isNew = true

    /// - Parameter awaited: The model to wait for; `nil` for any model but the first.
    init(waitsFor awaited: Int?) {
        self.awaited = awaited
    }

    var connectable: AnyConnectable<Int, Event> {
        AnyConnectable { [self] consumer in
            self.consumer = consumer
            return Connection(acceptClosure: accept, disposeClosure: {})
        }
    }

    func send(_ event: Event) {
        consumer?(event)
    }

    func wait() {
        shown.wait()
    }

    private func accept(_ model: Int) {
        if !isNew, awaited == nil || model == awaited { shown.signal() }
        isNew = false
    }
}
