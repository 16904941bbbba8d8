/// A builder that combines several event sources into one.
public struct CompositeEventSourceBuilder<Event>: Sendable {
    private let eventSources: [AnyEventSource<Event>]

    /// Creates a builder without event sources.
    public init() {
        self.init(eventSources: [])
    }

    private init(eventSources: [AnyEventSource<Event>]) {
        self.eventSources = eventSources
    }

    /// Returns a copy of the builder with `source` added.
    public func addEventSource<S: EventSource & Sendable>(_ source: S) -> CompositeEventSourceBuilder
    where S.Event == Event {
        CompositeEventSourceBuilder(eventSources: eventSources + [AnyEventSource(source)])
    }

    /// Returns an event source that sends the events of all sources. A loop subscribes to the sources in the order in which
    /// they were added.
    public func build() -> AnyEventSource<Event> {
        AnyEventSource { [eventSources] consumer in
            CompositeDisposable(eventSources.map { $0.subscribe(consumer: consumer) })
        }
    }
}
