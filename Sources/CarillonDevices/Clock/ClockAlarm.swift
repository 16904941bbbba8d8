import CarillonScheduling
import MobiusCore

/// An alarm whose schedule the program sets, such as one that a user can change.
///
///     controller.connectView(board.clock.alarm().showing { $0.isArmed ? .at($0.time, on: .weekdays) : nil })
///     ...
///     .withEventSource(board.clock.alarm().rings(.wake))
///
/// May be used from any thread.
public struct ClockAlarm: Sendable {
    private let clock: WallClock
    private let id: Int
    private let listeners: Listeners<ClockRing>
    private let views = ViewCount()

    init(_ clock: WallClock, _ id: Int, _ listeners: Listeners<ClockRing>) {
        (self.clock, self.id, self.listeners) = (clock, id, listeners)
    }

    /// Sets the times of the alarm; nil switches it off. A time of the day that has passed is one of the next day. An alarm
    /// without a place never rings at the sunrise; this is reported as a failure.
    public func set(_ schedule: Schedule?) {
        clock.queue.perform {
            if let schedule { clock.checkPlace(for: schedule) }
            clock.set(id, to: schedule)
        }
    }

    /// Returns the effect handler that sets the times of the alarm.
    public func set<Event>(_ schedule: Schedule?) -> AnyEffectHandler<Void, Event> {
        .performing { set(schedule) }
    }

    /// Returns the view that sets the times for each model.
    public func showing<Model>(_ schedule: @escaping @Sendable (Model) -> Schedule?) -> DeviceView<Model> {
        DeviceView(views) { model in set(schedule(model)) }
    }

    /// The next time; nil while the alarm is off. Queue only.
    public var next: LocalTime? { clock.next(of: id) }

    /// Sends an event when the alarm rings.
    public func rings<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> { rings { _ in event } }

    /// Sends the event that `event` returns when the alarm rings.
    public func rings<Event: Sendable>(
        _ event: @escaping @Sendable (ClockRing) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { consumer(event($0)) } }
    }
}
