import CarillonScheduling
import MobiusCore

/// The values of one event of a loop, from which a line of the event log is made.
///
/// `@unchecked Sendable`: Model, Event and Effect are Sendable wherever a controller can be made.
package struct LoopStep<Model, Event, Effect>: @unchecked Sendable {
    /// The number of the event, from 1; 0 for the start of the loop.
    let number: Int
    /// The time of the event on the queue's clock.
    let time: Duration
    /// The event; nil for the start of the loop.
    let event: Event?
    /// The model after the event.
    let model: Model
    let effects: [Effect]

    init(number: Int, time: Duration, event: Event?, model: Model, next: Next<Model, Effect>) {
        (self.number, self.time, self.event) = (number, time, event)
        (self.model, effects) = (next.model ?? model, next.effects)
    }

    package var line: EventLogLine { line(withTimes: true) }

    /// - Parameter withTimes: Whether the texts contain values of `Duration`.
    package func line(withTimes: Bool) -> EventLogLine {
        func text(_ value: Any) -> String { EventLogText.describe(value, withTimes: withTimes) }
        return EventLogLine(
            time: time, number: number, event: event.map(text) ?? "start", model: text(model),
            effects: effects.map(text).joined(separator: ", "))
    }
}

/// Passes the events of a loop on, with their numbers and times.
///
/// `@unchecked Sendable`: mutable state is accessed on the loop's queue only.
package final class EventLogMonitor<Model, Event, Effect>: LoopMonitor, @unchecked Sendable {
    private let queue: any Scheduler
    private let report: @Sendable (LoopStep<Model, Event, Effect>) -> Void
    private var count = 0

    /// - Parameters:
    ///   - queue: The clock of the event log's times.
    ///   - report: Called on the queue.
    package init(
        on queue: any Scheduler, _ report: @escaping @Sendable (LoopStep<Model, Event, Effect>) -> Void
    ) {
        self.queue = queue
        self.report = report
    }

    package func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>) {
        report(
            LoopStep(
                number: count, time: queue.now, event: nil, model: first.model, next: .dispatchEffects(first.effects)))
    }

    package func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>) {
        count += 1
        report(LoopStep(number: count, time: queue.now, event: event, model: model, next: next))
    }
}
