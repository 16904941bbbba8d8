import CarillonScheduling
import MobiusCore

/// The latest events of a loop, with their times.
///
/// The loop's queue only keeps values, because a copy is cheap and text is not. It keeps each event and each 32nd model.
/// The update function is pure, so the page's thread computes the other models and the effects again when they are
/// looked at. Memory is bounded: the oldest events are dropped.
///
/// The memory is allocated once. The elements are written in place, so that an event costs a copy and three readings of
/// the clock.
///
/// Unchecked Sendable: mutable state is accessed on the loop's queue only. The values go to another thread as copies;
/// they are Sendable wherever a controller can be made.
package final class LoopHistory<Model, Event, Effect>: LoopMonitor, @unchecked Sendable {
    private let clock: any Scheduler
    private let didGrow: @Sendable () -> Void
    private let times: EventTimes
    /// The events by number, modulo the capacity. The slots of starts are not initialized.
    private let events: UnsafeMutablePointer<Event>
    /// The models before some events, and their numbers: one for each start, and one for each 32nd event.
    private let models: UnsafeMutablePointer<Model>
    private var numbersOfModels: [Int]
    private var countOfModels = 0
    private var starts: [(number: Int, first: First<Model, Effect>)] = []
    private var update: Update<Model, Event, Effect>?

    /// - Parameters:
    ///   - capacity: The number of events to keep, at least 64.
    ///   - clock: The loop's queue.
    ///   - didGrow: Called on the loop's queue for each event.
    package init(capacity: Int, clock: any Scheduler, didGrow: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.didGrow = didGrow
        times = EventTimes(capacity: capacity)
        events = .allocate(capacity: times.capacity)
        numbersOfModels = Array(
            repeating: 0, count: times.capacity / HistoryForm.eventsPerModel + HistoryForm.mostStarts)
        models = .allocate(capacity: numbersOfModels.count)
    }

    deinit {
        for number in times.kept where !times.isStart(number) {
            (events + number % times.capacity).deinitialize(count: 1)
        }
        models.deinitialize(count: min(countOfModels, numbersOfModels.count))
        events.deallocate()
        models.deallocate()
    }

    // MARK: From the loop

    package func began(_ first: First<Model, Effect>, update: Update<Model, Event, Effect>) {
        self.update = update
        let number = times.count
        deinitializeEvent(at: number)
        times.append(isStart: true, happened: clock.now, began: clock.now, updated: clock.now)
        keep(first.model, before: number)
        starts.append((number, first))
        if starts.count > HistoryForm.mostStarts { starts.removeFirst() }
        didGrow()
    }

    package func willUpdate(_ event: Event) { times.begin(at: clock.now) }

    package func didUpdate(_ model: Model, _ event: Event, _ next: Next<Model, Effect>) {
        let number = times.count
        let slot = events + number % times.capacity
        if number >= times.capacity, !times.isStart(number - times.capacity) {
            slot.pointee = event
        } else {
            slot.initialize(to: event)
        }
        if number % HistoryForm.eventsPerModel == 0 { keep(model, before: number) }
        times.append(at: clock.now)
        didGrow()
    }

    package func effectBegan(_ effect: Effect) { times.effectBegan(at: clock.now) }
    package func effectEnded() { times.effectEnded(at: clock.now) }

    private func deinitializeEvent(at number: Int) {
        guard number >= times.capacity, !times.isStart(number - times.capacity) else { return }
        (events + number % times.capacity).deinitialize(count: 1)
    }

    private func keep(_ model: Model, before number: Int) {
        let slot = countOfModels % numbersOfModels.count
        if countOfModels < numbersOfModels.count {
            (models + slot).initialize(to: model)
        } else {
            models[slot] = model
        }
        numbersOfModels[slot] = number
        countOfModels += 1
    }
}

extension LoopHistory: HistorySource {
    package var count: Int { times.count }

    /// The oldest event whose model can be computed.
    package var first: Int {
        let kept = times.kept.lowerBound
        return agesOfModels.reversed().lazy.map { self.number(ofModel: $0) }.first { $0 >= kept } ?? count
    }

    package func copy(_ numbers: Range<Int>) -> HistoryCopy {
        let (first, count) = (first, count)
        let wanted = numbers.clamped(to: first..<count)
        guard let update, !wanted.isEmpty,
            let age = agesOfModels.first(where: { number(ofModel: $0) <= wanted.lowerBound })
        else { return HistoryCopy(first: first, count: count) { [] } }
        let range = number(ofModel: age)..<wanted.upperBound
        // Unsafe for the compiler only: see above.
        nonisolated(unsafe) let checkpoint = models[slot(ofModel: age)]
        nonisolated(unsafe) let events = range.map { times.isStart($0) ? nil : self.events[$0 % times.capacity] }
        let moments = wanted.map { times.moments($0) }
        nonisolated(unsafe) let starts = starts.filter { range.contains($0.number) }
        return HistoryCopy(first: first, count: count) {
            var model = checkpoint
            var entries: [HistoryEntry] = []
            for (number, event) in zip(range, events) {
                let before = model
                let next: Next<Model, Effect>
                if let event {
                    next = update.update(model: model, event: event)
                } else if let start = starts.first(where: { $0.number == number }) {
                    next = .next(start.first.model, effects: start.first.effects)
                } else {
                    next = .noChange
                }
                model = next.model ?? model
                guard number >= wanted.lowerBound else { continue }
                entries.append(
                    HistoryEntry(
                        number: number, event: event, before: before, after: next.model, effects: next.effects,
                        moments: moments[number - wanted.lowerBound]))
            }
            return entries
        }
    }

    /// The ages of the kept models: 1 is the newest.
    private var agesOfModels: some BidirectionalCollection<Int> { 1..<min(countOfModels, numbersOfModels.count) + 1 }

    private func slot(ofModel age: Int) -> Int { (countOfModels - age) % numbersOfModels.count }
    private func number(ofModel age: Int) -> Int { numbersOfModels[slot(ofModel: age)] }
}
