import CarillonScheduling
import Synchronization

/// How quickly a loop answers, as it is measured while it runs.
///
/// Each part takes some 50 ns an event to measure, and no allocation. May be read from any thread.
///
///     let timing = LoopTiming(deadline: .milliseconds(2))
///     let controller = Mobius.loop(update: timing.measuring(update), effectHandler: timing.measuring(handler))
///         .makeController(from: 0, on: queue, timing: timing) { overrun in print(overrun) }
///
/// An event that the loop itself makes while it processes another one counts as a part of that one.
public final class LoopTiming: Sendable {
    /// How long after it happened an event may be answered; nil for no limit.
    public let deadline: Duration?

    /// From when something happened to when the loop begins with it. It happened when the edge or the timer says so, see
    /// `Origin`; otherwise when the event was sent.
    public let waiting = LatencyHistogram()
    /// From when the loop begins with an event to when all is done: the update, the views, the effects.
    public let processing = LatencyHistogram()
    /// The update function alone; see `measuring(_:)`.
    public let update = LatencyHistogram()
    /// Each effect, as long as its handler keeps the loop; see `measuring(_:)`.
    public let effect = LatencyHistogram()

    private let missed = Atomic(0)

    /// - Parameter deadline: How long after it happened an event may be answered; nil for no limit.
    public init(deadline: Duration? = nil) {
        self.deadline = deadline
    }

    /// How many events have been answered later than the deadline.
    public var missedDeadlines: Int { missed.load(ordering: .relaxed) }

    /// An update function that is measured as `update`.
    public func measuring<Model, Event, Effect>(
        _ function: @escaping @Sendable (Model, Event) -> Next<Model, Effect>
    ) -> @Sendable (Model, Event) -> Next<Model, Effect> {
        { [update] model, event in update.measure { function(model, event) } }
    }

    /// An effect handler that is measured as `effect`.
    public func measuring<Handler: Connectable & Sendable>(
        _ handler: Handler
    ) -> AnyConnectable<Handler.Input, Handler.Output> {
        AnyConnectable { [effect] consumer in
            let connection = handler.connect(consumer)
            return Connection(
                acceptClosure: { value in effect.measure { connection.accept(value) } },
                disposeClosure: connection.dispose)
        }
    }

    /// Notes that an event has been processed.
    ///
    /// - Returns: The deadline, if it was missed.
    func note(happened: Duration, began: Duration, ended: Duration) -> Duration? {
        waiting.record(began - happened)
        processing.record(ended - began)
        guard let deadline, ended - happened > deadline else { return nil }
        missed.add(1, ordering: .relaxed)
        return deadline
    }
}
