import MobiusCore

/// The event source of some buttons: each press is an event of the loop.
public final class ButtonPresses<Event: Sendable>: EventSource, Sendable {
    private let events: [(button: Button, event: Event)]

    /// - Parameter events: What event a press of which button is.
    public init(_ events: [(button: Button, event: Event)]) {
        self.events = events
    }

    /// Begins to send events. They are sent on the queue of the buttons: a loop that lives there is updated at once.
    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        let subscriptions = events.map { button, event in button.pressed(event).subscribe(consumer: consumer) }
        return AnonymousDisposable {
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
