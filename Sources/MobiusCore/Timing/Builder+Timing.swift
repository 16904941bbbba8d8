import CarillonScheduling
import Synchronization

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
