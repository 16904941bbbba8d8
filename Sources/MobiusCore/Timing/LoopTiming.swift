import CarillonScheduling
import Synchronization

/// The response times of a running loop.
///
/// Each measurement takes about 50 ns per event, and allocates nothing. May be read from any thread.
///
///     let timing = LoopTiming(deadline: .milliseconds(2))
///     let controller = Mobius.loop(update: timing.measuring(update), effectHandler: timing.measuring(handler))
///         .makeController(from: 0, on: queue, timing: timing) { overrun in print(overrun) }
///
/// An event that is sent to the loop on its queue while the loop processes another event counts as a part of the other event.
public final class LoopTiming: Sendable {
    /// The maximum time from an event to the end of its processing; nil for no limit.
    public let deadline: Duration?

    /// The times from an event to the start of its processing. The time of an event is the time of the edge or the timer that
    /// caused it (see `EventTimestamp`), or otherwise the time at which it was sent.
    public let waiting = LatencyHistogram()
    /// The times from the start of an event's processing to the end of its update, views and effects.
    public let processing = LatencyHistogram()
    /// The times that the update function takes, if it is passed through `measuring(_:)`.
    public let update = LatencyHistogram()
    /// The times for which the handler of each effect occupies the loop, if it is passed through `measuring(_:)`.
    public let effect = LatencyHistogram()

    private let missed = Atomic(0)

    /// Creates a timing without measurements.
    ///
    /// - Parameter deadline: The maximum time from an event to the end of its processing; nil for no limit.
    public init(deadline: Duration? = nil) {
        self.deadline = deadline
    }

    /// The number of events that missed the deadline.
    public var missedDeadlines: Int { missed.load(ordering: .relaxed) }

    /// Returns an update function that calls `function` and records its times in `update`.
    public func measuring<Model, Event, Effect>(
        _ function: @escaping @Sendable (Model, Event) -> Next<Model, Effect>
    ) -> @Sendable (Model, Event) -> Next<Model, Effect> {
        { [update] model, event in update.measure { function(model, event) } }
    }

    /// Returns an effect handler that calls `handler` and records its times in `effect`.
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

    /// Records that an event has been processed.
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
