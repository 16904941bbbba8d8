/// An ``EventSource`` whose own type is hidden.
public final class AnyEventSource<Event>: EventSource, Sendable {
    private let subscribeClosure: @Sendable (@escaping Consumer<Event>) -> any Disposable

    /// Hides the type of `eventSource`.
    public convenience init<S: EventSource & Sendable>(_ eventSource: S) where S.Event == Event {
        self.init { consumer in eventSource.subscribe(consumer: consumer) }
    }

    /// - Parameter subscribe: Begins to send events, as ``EventSource/subscribe(consumer:)`` does.
    public init(_ subscribe: @escaping @Sendable (@escaping Consumer<Event>) -> any Disposable) {
        subscribeClosure = subscribe
    }

    /// Begins to send events, as the hidden event source does.
    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        subscribeClosure(consumer)
    }
}
