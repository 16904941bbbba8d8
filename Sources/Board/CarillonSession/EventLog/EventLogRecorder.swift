import CarillonScheduling
import MobiusCore
import Synchronization

/// Keeps the events of a loop until another thread makes text of them.
///
/// The loop's queue copies values only, and never waits: if the other thread does not keep up, events are left out of
/// the event log. Their numbers show it.
///
/// The values are stored one by one, in memory of their own types: a type composed of them would be looked up for each
/// event, which costs more than the copies.
///
/// `@unchecked Sendable`: the loop's queue accesses the slots from `added` on, the other thread those before it. The
/// values are Sendable wherever a controller can be made.
package final class EventLogRecorder<Model, Event, Effect>: LoopMonitor, @unchecked Sendable {
    /// Enough for a quarter of a second with 1000 events per second.
    private static var capacity: Int { 256 }

    private let queue: any Scheduler
    private let facts = EventLogSlots<EventLogFacts>(EventLogRecorder.capacity)
    /// Without a value for a start.
    private let events = EventLogSlots<Event>(EventLogRecorder.capacity)
    private let models = EventLogSlots<Model>(EventLogRecorder.capacity)
    private let results = EventLogSlots<Next<Model, Effect>>(EventLogRecorder.capacity)
    private let added = Atomic(0)
    private let taken = Atomic(0)
    private var number = 0

    /// - Parameter queue: The queue of the loop.
    package init(on queue: any Scheduler) { self.queue = queue }

    deinit { while takeStep() != nil {} }

    /// Returns the next line; nil if there is none. Call on one thread only.
    package func next() -> EventLogLine? { takeStep()?.line }

    private func takeStep() -> LoopStep<Model, Event, Effect>? {
        let count = taken.load(ordering: .relaxed)
        guard count < added.load(ordering: .acquiring) else { return nil }
        defer { taken.store(count + 1, ordering: .releasing) }
        let slot = count % Self.capacity
        let fact = facts.take(slot)
        return LoopStep(
            number: fact.number, time: fact.time, event: fact.isStart ? nil : events.take(slot),
            model: models.take(slot), next: results.take(slot))
    }

    /// The slot for an event; nil if all are taken.
    private var slot: Int? {
        let count = added.load(ordering: .relaxed)
        return count - taken.load(ordering: .acquiring) < Self.capacity ? count % Self.capacity : nil
    }

    private func finish(_ slot: Int, isStart: Bool) {
        facts.put(EventLogFacts(number: number, time: queue.now, isStart: isStart), slot)
        added.wrappingAdd(1, ordering: .releasing)
    }

    // MARK: LoopMonitor

    package func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>) {
        guard let slot else { return }
        models.put(first.model, slot)
        results.put(.dispatchEffects(first.effects), slot)
        finish(slot, isStart: true)
    }

    package func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>) {
        number += 1
        guard let slot else { return }
        events.put(event, slot)
        models.put(model, slot)
        results.put(next, slot)
        finish(slot, isStart: false)
    }
}

/// The facts of an event that are of no type of its loop.
private struct EventLogFacts {
    let number: Int
    let time: Duration
    let isStart: Bool
}

/// Memory for values, which are put and taken one by one. Each method is one that its caller cannot contain, because the
/// object knows the type of its values and the caller would have to look it up.
private final class EventLogSlots<Value> {
    private let values: UnsafeMutablePointer<Value>

    init(_ count: Int) { values = .allocate(capacity: count) }

    deinit { values.deallocate() }

    @inline(never) func put(_ value: Value, _ slot: Int) { (values + slot).initialize(to: value) }
    @inline(never) func take(_ slot: Int) -> Value { (values + slot).move() }
}
