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
