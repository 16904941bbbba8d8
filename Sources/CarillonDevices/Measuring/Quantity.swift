import CarillonScheduling
import MobiusCore

/// A quantity that a device measures: a temperature, the level of a potentiometer.
///
///     .withEventSource(try board.thermometer("room").below(20, hysteresis: 0.5, .isCold))
///     .withEventSource(try board.climate("inside").humidity.changed(by: 2) { .humidity($0) })
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Quantity: @unchecked Sendable {
    /// The newest number, in the unit of the quantity; nil before the first one, and while the device is absent. Queue only.
    public private(set) var value: Double?
    /// Whether the device does not answer. Queue only.
    public private(set) var isAbsent = false

    private let queue: any Scheduler
    private let listeners: Listeners<Double?>

    /// - Parameter queue: The board's queue.
    init(on queue: any Scheduler) {
        self.queue = queue
        listeners = Listeners(on: queue)
    }

    /// Sets the number; nil for a device that is absent. Queue only.
    func set(_ new: Double?) {
        queue.assertCurrent()
        isAbsent = new == nil
        guard new != value || new == nil else { return }
        value = new
        listeners.notify(new)
    }

    func close() { listeners.removeAll() }
}

/// A device that measures one quantity, or such a quantity itself.
public protocol Measuring: AnyObject, Sendable {
    /// The quantity.
    var quantity: Quantity { get }
}

extension Quantity: Measuring {
    public var quantity: Quantity { self }
}

/// After an absence of the device, its number counts as new, so that the program learns it again.
extension Measuring {
    /// The newest number, in the unit of the quantity; nil before the first one, and while the device is absent. Queue only.
    public var value: Double? { quantity.value }

    /// Sends the result of `event` for the number when the loop starts, as soon as it is known, and for each change after
    /// that.
    ///
    /// - Parameter least: The least change from the number of the event before, in the unit of the quantity. The device's
    ///   `change` in the wiring applies before this.
    public func changed<Event: Sendable>(
        by least: Double = 0, _ event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        quantity.events(LeastChange(least)) { state, number in
            guard let number else {
                state = LeastChange(least)
                return nil
            }
            return state.take(number) ? event(number) : nil
        }
    }

    /// Sends `event` when the number rises above a limit, also if it is above it when the loop starts or with the first
    /// number.
    ///
    /// - Parameter hysteresis: `event` is sent again only after the number has fallen this far below the limit.
    public func above<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, _ event: Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.above, limit, hysteresis: hysteresis)) { $0 ? event : nil }
    }

    /// Sends `event` when the number falls below a limit, also if it is below it when the loop starts or with the first
    /// number.
    ///
    /// - Parameter hysteresis: `event` is sent again only after the number has risen this far above the limit.
    public func below<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, _ event: Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.below, limit, hysteresis: hysteresis)) { $0 ? event : nil }
    }

    /// Sends the result of `event` for whether the number is above a limit, when the loop starts, as soon as it is known, and
    /// for each change after that.
    ///
    /// - Parameter hysteresis: The number counts as above the limit until it has fallen this far below it.
    public func isAbove<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, _ event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.above, limit, hysteresis: hysteresis), event)
    }

    /// Sends `event` when the device answers, also if it answers when the loop starts, and again after each absence.
    public func present<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        quantity.events(false) { isPresent, number in
            defer { isPresent = number != nil }
            return number != nil && !isPresent ? event : nil
        }
    }

    /// Sends `event` when the device does not answer, also if it does not when the loop starts. What it controls should then
    /// become safe, such as a heating.
    public func absent<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        quantity.events(false) { isAbsent, number in
            defer { isAbsent = number == nil }
            return number == nil && !isAbsent ? event : nil
        }
    }

    private func beyond<Event: Sendable>(
        _ threshold: Threshold, _ event: @escaping @Sendable (Bool) -> Event?
    ) -> AnyEventSource<Event> {
        quantity.events(threshold) { state, number in
            guard let number else {
                state = threshold
                return nil
            }
            return state.take(number).flatMap(event)
        }
    }
}

extension Quantity {
    /// Returns the source of the events that a state machine makes of the number at the start of the loop and of each later
    /// one.
    fileprivate func events<State: Sendable, Event: Sendable>(
        _ initial: State, _ event: @escaping @Sendable (inout State, Double?) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let state = Locked(initial)
            let handle: @Sendable (Double?) -> Void = { number in
                if let event = state.withLock({ event(&$0, number) }) { consumer(event) }
            }
            return queue.perform {
                if value != nil || isAbsent { handle(value) }
                return listeners.add(handle)
            }
        }
    }
}
