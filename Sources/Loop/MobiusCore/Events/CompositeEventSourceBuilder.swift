import CarillonScheduling
import Dispatch

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

extension CompositeEventSourceBuilder where Event: Sendable {
    /// Returns a copy of the builder with a sequence of events added, such as an `AsyncStream`.
    ///
    /// Each loop iterates the sequence from its start to its end, in a task that is cancelled when the loop ends. A stream
    /// whose elements can be read only once, such as an `AsyncStream`, suits only a loop that is started once.
    ///
    /// - Parameters:
    ///   - sequence: The events. An error ends the sequence.
    ///   - queue: The queue on which the loop receives the events; nil to receive them on the thread of the task. The loop of a
    ///     controller needs no queue here.
    public func addEventSource<Events: AsyncSequence & Sendable>(
        _ sequence: Events, receiveOn queue: DispatchQueue? = nil
    ) -> CompositeEventSourceBuilder where Events.Element == Event {
        addEventSource(
            AnyEventSource { consumer in
                let gate = EffectCallback(onSend: consumer, onEnd: {})
                let task = Task {
                    for try await event in sequence {
                        if let queue { queue.async { gate.send(event) } } else { gate.send(event) }
                    }
                }
                return AnonymousDisposable {
                    gate.end()
                    task.cancel()
                }
            })
    }
}
