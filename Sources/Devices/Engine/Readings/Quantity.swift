import CarillonScheduling
import MobiusCore

/// A quantity that a device measures, such as a temperature or the level of a potentiometer.
///
///     .withEventSource(
///         board.events(
///             try board.thermometer("room").below(20, hysteresis: 0.5, send: .isCold),
///             try board.climate("inside").humidity.changed(by: 2) { .humidity($0) }))
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Quantity: @unchecked Sendable {
    /// The newest number, in the unit of the quantity; nil before the first reading, and while the device is absent. Queue
    /// only.
    public private(set) var value: Double?
    /// Whether the device is absent: it does not answer. Queue only.
    public private(set) var isAbsent = false

    private let queue: any Scheduler
    private let listeners: Listeners<Double?>

    /// Creates the quantity of a device, without a number.
    ///
    /// - Parameter queue: The board's queue.
    public init(on queue: any Scheduler) {
        self.queue = queue
        listeners = Listeners(on: queue)
    }

    /// Sets the number; nil for a device that is absent. The device calls this with each reading. Queue only.
    public func set(_ new: Double?) {
        queue.assertCurrent()
        isAbsent = new == nil
        guard new != value || new == nil else { return }
        value = new
        listeners.notify(new)
    }

    /// Ends the events. The device calls this when it is closed. Queue only.
    public func close() { listeners.removeAll() }
}

/// A device that measures one quantity, or a quantity of a device that measures several.
public protocol Measuring: AnyObject, Sendable {
    /// The quantity that is measured.
    var quantity: Quantity { get }
}

extension Quantity: Measuring {
    public var quantity: Quantity { self }
}

/// Events of a quantity. After an absence of the device, the next number counts as the first one, so its events are sent again.
extension Measuring {
    /// The newest number, in the unit of the quantity; nil before the first reading, and while the device is absent. Queue
    /// only.
    public var value: Double? { quantity.value }

    /// Sends the result of `event` for the number when the loop starts, or for the first number if there is none yet, and then
    /// for each number that has changed by at least `least`.
    ///
    /// - Parameter least: The smallest change since the last event, in the unit of the quantity. Before that, the setting
    ///   `change` of the device in the wiring filters the numbers.
    public func changed<Event: Sendable>(
        by least: Double = 0, send event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        quantity.events(LeastChange(least)) { state, number in
            guard let number else {
                state = LeastChange(least)
                return nil
            }
            return state.take(number) ? event(number) : nil
        }
    }

    /// Sends `event` when the number rises above a limit, and when the number is already above the limit at the start of the
    /// loop or at the first reading.
    ///
    /// - Parameter hysteresis: In the unit of the quantity. `event` is sent again only after the number has fallen below
    ///   the limit by at least this amount.
    public func above<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, send event: Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.above, limit, hysteresis: hysteresis)) { $0 ? event : nil }
    }

    /// Sends `event` when the number falls below a limit, and when the number is already below the limit at the start of the
    /// loop or at the first reading.
    ///
    /// - Parameter hysteresis: In the unit of the quantity. `event` is sent again only after the number has risen above the
    ///   limit by at least this amount.
    public func below<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, send event: Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.below, limit, hysteresis: hysteresis)) { $0 ? event : nil }
    }

    /// Sends the result of `event` when the number crosses a limit, called with true if it is now above the limit, and with
    /// false otherwise. The event is also sent at the start of the loop, or at the first reading if there is no number yet.
    ///
    /// - Parameter hysteresis: In the unit of the quantity. The number counts as above the limit until it has fallen below
    ///   the limit by at least this amount.
    public func crossed<Event: Sendable>(
        _ limit: Double, hysteresis: Double = 0, send event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource<Event> {
        beyond(Threshold(.above, limit, hysteresis: hysteresis), event)
    }

    /// Sends `event` when the device begins to answer, also after each absence, and when it is already present as the loop
    /// starts.
    public func present<Event: Sendable>(send event: Event) -> AnyEventSource<Event> {
        quantity.events(false) { isPresent, number in
            defer { isPresent = number != nil }
            return number != nil && !isPresent ? event : nil
        }
    }

    /// Sends `event` when the device ceases to answer, and when it is already absent as the loop starts. The program should
    /// then switch the outputs that depend on the device to a safe state, such as a heater.
    public func absent<Event: Sendable>(send event: Event) -> AnyEventSource<Event> {
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
