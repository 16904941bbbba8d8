/// A source that sends events by itself: buttons, sensors, a clock.
public protocol EventSource: AnyObject {
    /// The events that the source sends.
    associatedtype Event

    /// Starts to send events.
    ///
    /// - Parameter consumer: Takes the events. May be called from any thread.
    /// - Returns: A disposable that ends the subscription. The loop disposes it on its own queue.
    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}

/// A type-erased ``EventSource``.
public final class AnyEventSource<Event>: EventSource, Sendable {
    private let subscribeClosure: @Sendable (@escaping Consumer<Event>) -> any Disposable

    /// Erases the type of `eventSource`.
    public convenience init<S: EventSource & Sendable>(_ eventSource: S) where S.Event == Event {
        self.init { consumer in eventSource.subscribe(consumer: consumer) }
    }

    /// Creates an event source from a function.
    ///
    /// - Parameter subscribe: Starts to send events, like ``EventSource/subscribe(consumer:)``.
    public init(_ subscribe: @escaping @Sendable (@escaping Consumer<Event>) -> any Disposable) {
        subscribeClosure = subscribe
    }

    /// Subscribes to the wrapped event source.
    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        subscribeClosure(consumer)
    }
}
