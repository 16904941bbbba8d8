import MobiusCore

/// A logger that writes a line for each step of a loop.
///
///     Mobius: starting from 0
///     Mobius: started from 0
///     Mobius: increment happens to 0
///     Mobius: increment gave 1
///     Mobius: decrement happens to 0
///     Mobius: decrement gave no model, effects [playSound]
public final class SimpleLogger<Model, Event, Effect>: MobiusLogger, Sendable {
    private let tag: String
    private let consumer: Consumer<String>

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - tag: The beginning of each line.
    ///   - consumer: Receives the lines, on the queue of the loop. Prints them by default.
    public init(tag: String = "Mobius", consumer: @escaping Consumer<String> = { print($0) }) {
        self.tag = tag
        self.consumer = consumer
    }

    /// Writes the model that the controller starts from.
    public func willInitiate(model: Model) {
        write("starting from \(model)")
    }

    /// Writes the first model, and the first effects.
    public func didInitiate(model: Model, first: First<Model, Effect>) {
        write("started from \(first.model)\(text(first.effects))")
    }

    /// Writes the event, and the model before it.
    public func willUpdate(model: Model, event: Event) {
        write("\(event) happens to \(model)")
    }

    /// Writes the result of the update function.
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
        let model = next.model.map { "\($0)" } ?? "no model"
        write("\(event) gave \(model)\(text(next.effects))")
    }

    private func text(_ effects: [Effect]) -> String {
        guard !effects.isEmpty else { return "" }
        return ", effects [\(effects.map { "\($0)" }.joined(separator: ", "))]"
    }

    private func write(_ line: String) {
        consumer("\(tag): \(line)")
    }
}
