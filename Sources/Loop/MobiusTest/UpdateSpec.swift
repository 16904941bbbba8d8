import MobiusCore

/// A test of an update function, written as a sentence: given a model, when events happen, then the assertions hold.
///
///     UpdateSpec(update)
///         .given(0)
///         .when(.decrement)
///         .then(assertThatNext(hasNoModel(), hasOnlyEffects([.playSound])))
///
/// The test calls only the update function, on the caller's thread. No loop is started.
public struct UpdateSpec<Model, Event, Effect> {
    /// An assertion about a ``Result``. Use ``assertThatNext(_:failFunction:)``, or write a closure.
    public typealias Assert = (Result) -> Void

    private let update: (Model, Event) -> Next<Model, Effect>

    /// Creates a test of an update function.
    ///
    /// - Parameter update: The update function under test.
    public init(_ update: Update<Model, Event, Effect>) {
        self.update = { model, event in update.update(model: model, event: event) }
    }

    /// Creates a test of an update function.
    ///
    /// - Parameter update: The update function under test.
    public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) {
        self.update = update
    }

    /// Sets the model before the first event.
    public func given(_ model: Model) -> When {
        When(update: update, model: model)
    }

    /// A model, ready for events.
    public struct When {
        fileprivate let update: (Model, Event) -> Next<Model, Effect>
        fileprivate let model: Model

        /// Calls the update function for one event after the other. An event without a new model leaves the model
        /// unchanged.
        public func when(_ event: Event, _ events: Event...) -> Then {
            var next = update(model, event)
            var model = next.model ?? self.model
            for event in events {
                next = update(model, event)
                model = next.model ?? model
            }
            return Then(result: Result(model: model, lastNext: next))
        }
    }

    /// The result of the events, ready for assertions.
    public struct Then {
        fileprivate let result: Result

        /// Checks the result of the events.
        public func then(_ expression: Assert) {
            expression(result)
        }
    }

    /// The result of the events.
    public struct Result {
        /// The model after the last event, whether that event changed it or not.
        public let model: Model
        /// The result of the update function for the last event.
        public let lastNext: Next<Model, Effect>
    }
}
