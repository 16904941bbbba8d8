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
/// An event that is sent on the loop's queue while the loop processes another event counts as a part of that event.
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

    /// Returns an update function that calls `function` and records the duration of each call in `update`.
    public func measuring<Model, Event, Effect>(
        _ function: @escaping @Sendable (Model, Event) -> Next<Model, Effect>
    ) -> @Sendable (Model, Event) -> Next<Model, Effect> {
        { [update] model, event in update.measure { function(model, event) } }
    }

    /// Returns an effect handler that calls `handler` and records the duration of each call in `effect`.
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

extension Mobius.Builder {
    /// Creates a controller that reports events processed after their deadline.
    ///
    /// - Parameters:
    ///   - model: The model that the controller is first started from.
    ///   - initiate: Called at each start with the model to start from, on `queue`.
    ///   - queue: The queue of the loop and of its views.
    ///   - deadline: The maximum time from an event to the end of its processing, which includes the update, the views, and the
    ///     time for which effect handlers occupy the loop.
    ///   - onOverrun: Called on `queue` for each event that missed the deadline, after it has been processed. The call
    ///     delays the loop.
    @preconcurrency
    public func makeController(
        from model: Model, initiate: Initiate<Model, Effect>? = nil, on queue: any Scheduler, deadline: Duration,
        onOverrun: @escaping @Sendable (Overrun<Event>) -> Void
    ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
        makeController(
            from: model, initiate: initiate, on: queue, timing: LoopTiming(deadline: deadline), onOverrun: onOverrun)
    }

    /// Creates a controller whose timing is measured.
    ///
    /// - Parameters:
    ///   - model: The model that the controller is first started from.
    ///   - initiate: Called at each start with the model to start from, on `queue`.
    ///   - queue: The queue of the loop and of its views.
    ///   - timing: Receives the measurements.
    ///   - onOverrun: Called on `queue` for each event that missed the deadline, after it has been processed. The call
    ///     delays the loop.
    @preconcurrency
    public func makeController(
        from model: Model, initiate: Initiate<Model, Effect>? = nil, on queue: any Scheduler, timing: LoopTiming,
        onOverrun: @escaping @Sendable (Overrun<Event>) -> Void = { _ in }
    ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
        withEventConsumerTransformer { consumer in
            let measured = MeasuredConsumer(consumer, queue: queue, timing: timing, onOverrun: onOverrun)
            return { event in measured.accept(event) }
        }
        .makeController(from: model, initiate: initiate, on: queue, viewQueue: queue, timing: timing)
    }
}

/// A consumer that measures the time that the loop's consumer takes.
///
/// It moves events to the loop's queue itself, so that the loop processes each event during the call of its consumer.
private final class MeasuredConsumer<Event: Sendable>: Sendable {
    private let consumer: Consumer<Event>
    private let queue: any Scheduler
    /// The clock goes on during a turn of a recorded session, unlike that of the queue.
    private let clock: any Scheduler
    private let timing: LoopTiming
    private let onOverrun: @Sendable (Overrun<Event>) -> Void
    /// Whether an event is being processed. Queue only.
    private let isBusy = Atomic(false)

    init(
        _ consumer: @escaping Consumer<Event>, queue: any Scheduler, timing: LoopTiming,
        onOverrun: @escaping @Sendable (Overrun<Event>) -> Void
    ) {
        self.consumer = consumer
        self.queue = queue
        clock = queue.unrecorded
        self.timing = timing
        self.onOverrun = onOverrun
    }

    func accept(_ event: Event) {
        if queue.isCurrent {
            process(event, happened: EventTimestamp.current ?? clock.now)
        } else {
            let sent = clock.now
            queue.async { [self] in process(event, happened: sent) }
        }
    }

    private func process(_ event: Event, happened: Duration) {
        guard !isBusy.exchange(true, ordering: .relaxed) else { return consumer(event) }
        let began = clock.now
        consumer(event)
        let ended = clock.now
        isBusy.store(false, ordering: .relaxed)
        guard let deadline = timing.note(happened: happened, began: began, ended: ended) else { return }
        onOverrun(
            Overrun(
                event: event, time: happened, waiting: began - happened, processing: ended - began,
                deadline: deadline))
    }
}
