import MobiusCore

/// Writes a line for each thing that a loop does.
public final class SimpleLogger<Model, Event, Effect>: MobiusLogger, Sendable {
    private let tag: String
    private let consumer: Consumer<String>

    /// - Parameters:
    ///   - tag: Stands before each line.
    ///   - consumer: Takes the lines, on the queue of the loop. Prints them if not given.
    @preconcurrency
    public init(tag: String = "Mobius", consumer: @escaping Consumer<String> = { print($0) }) {
        self.tag = tag
        self.consumer = consumer
    }

    /// Writes the model that the controller starts from.
    public func willInitiate(model: Model) {
        consumer("\(tag): initiating with \(model)")
    }

    /// Writes what the loop begins with.
    public func didInitiate(model: Model, first: First<Model, Effect>) {
        consumer("\(tag): initiated with \(first.model), effects \(first.effects)")
    }

    /// Writes the event.
    public func willUpdate(model: Model, event: Event) {
        consumer("\(tag): event \(event) for \(model)")
    }

    /// Writes the answer of the update function.
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
        consumer("\(tag): event \(event) gave \(next)")
    }
}
