import CarillonScheduling
import MobiusCore

/// An alarm whose schedule the program sets, such as one that a user can change.
///
///     controller.connectView(board.clock.alarm().view { $0.isArmed ? .at($0.time, on: .weekdays) : nil })
///     ...
///     .withEventSource(board.clock.alarm().rings(send: .wake))
///
/// May be used from any thread.
public struct ClockAlarm: Settable {
    private let clock: WallClock
    private let id: Int
    private let listeners: Listeners<ClockRing>
    public let views = ViewCount()

    init(_ clock: WallClock, _ id: Int, _ listeners: Listeners<ClockRing>) {
        (self.clock, self.id, self.listeners) = (clock, id, listeners)
    }

    /// Sets the schedule of the alarm; nil switches the alarm off. If the time has already passed today, the alarm first rings
    /// on the next day. If the wiring states no place, a schedule with the sunrise or the sunset never rings, and the board
    /// reports ``ClockError/noPlace``.
    public func set(_ schedule: Schedule?) {
        clock.queue.perform {
            if let schedule { clock.checkPlace(for: schedule) }
            clock.set(id, to: schedule)
        }
    }

    /// The next time at which the alarm rings; nil if there is none within a year, while the alarm is off, and while the clock
    /// is not set. Queue only.
    public var next: LocalTime? { clock.next(of: id) }

    /// Sends `event` when the alarm rings.
    public func rings<Event: Sendable>(send event: Event) -> AnyEventSource<Event> { rings { _ in event } }

    /// Sends the result of `event` for each ring of the alarm.
    public func rings<Event: Sendable>(
        send event: @escaping @Sendable (ClockRing) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { consumer(event($0)) } }
    }
}
