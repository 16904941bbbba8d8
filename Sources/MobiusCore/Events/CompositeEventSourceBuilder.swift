/// Joins several event sources into one.
public struct CompositeEventSourceBuilder<Event>: Sendable {
    private let eventSources: [AnyEventSource<Event>]

    /// A builder without event sources.
    public init() {
        self.init(eventSources: [])
    }

    private init(eventSources: [AnyEventSource<Event>]) {
        self.eventSources = eventSources
    }

    /// A copy of the builder with one event source more.
    public func addEventSource<S: EventSource & Sendable>(_ source: S) -> CompositeEventSourceBuilder
    where S.Event == Event {
        CompositeEventSourceBuilder(eventSources: eventSources + [AnyEventSource(source)])
    }

    /// The event source that sends what any of them sends. Subscribed in the order in which they were added.
    public func build() -> AnyEventSource<Event> {
        AnyEventSource { [eventSources] consumer in
            CompositeDisposable(eventSources.map { $0.subscribe(consumer: consumer) })
        }
    }
}
