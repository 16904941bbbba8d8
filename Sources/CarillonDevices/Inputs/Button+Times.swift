import CarillonScheduling
import MobiusCore

/// The events of a button with their times, for measurements.
///
///     .withEventSource(try board.button("lap").pressed { .lap(at: $0) })
///
/// The time is the moment at which the contact changed, on the clock of `Board.queue`. The time does not depend on when the
/// program handles the change, so a busy loop measures as precisely as an idle one.
extension Button {
    /// Sends the result of `event` for the time of each press.
    public func pressed<Event: Sendable>(
        _ event: @escaping @Sendable (_ time: Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            contact.listeners.add { change in
                if change.isActive, change.isSeen { consumer(event(change.time)) }
            }
        }
    }

    /// Sends the result of `event` for the time of each release. If the chip goes away while the button is pressed, that moment
    /// is the time of the release.
    public func released<Event: Sendable>(
        _ event: @escaping @Sendable (_ time: Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            contact.listeners.add { change in
                if !change.isActive { consumer(event(change.time)) }
            }
        }
    }

    /// Sends the result of `event` when the loop starts, for the button's state and the current time, and then on each change,
    /// for the new state and the time of the change.
    public func changed<Event: Sendable>(
        _ event: @escaping @Sendable (_ isPressed: Bool, _ time: Duration) -> Event
    ) -> AnyEventSource<Event> { contact.changes(event) }
}

extension Switch {
    /// Sends the result of `event` when the loop starts, for the switch's state and the current time, and then on each change,
    /// for the new state and the time at which the contact changed.
    public func changed<Event: Sendable>(
        _ event: @escaping @Sendable (_ isOn: Bool, _ time: Duration) -> Event
    ) -> AnyEventSource<Event> { contact.changes(event) }
}

extension Contact {
    fileprivate func changes<Event: Sendable>(
        _ event: @escaping @Sendable (Bool, Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            queue.perform {
                consumer(event(level == .active, queue.now))
                return listeners.add { change in consumer(event(change.isActive, change.time)) }
            }
        }
    }
}
