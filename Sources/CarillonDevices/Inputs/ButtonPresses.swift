import MobiusCore

/// An event source for several buttons. Each press of a button sends the button's event to the loop.
public final class ButtonPresses<Event: Sendable>: EventSource, Sendable {
    private let events: [(button: Button, event: Event)]

    /// Creates an event source for several buttons.
    ///
    /// - Parameter events: The buttons, each with the event that a press sends.
    public init(_ events: [(button: Button, event: Event)]) {
        self.events = events
    }

    /// Starts sending events, on the buttons' queue. A loop on that queue is updated at once.
    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        let subscriptions = events.map { button, event in button.pressed(event).subscribe(consumer: consumer) }
        return AnonymousDisposable {
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
