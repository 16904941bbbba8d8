import MobiusCore

/// Tests an update function, as a sentence: given a model, when events happen, then something holds.
///
///     UpdateSpec(update)
///         .given(0)
///         .when(.decrement)
///         .then(assertThatNext(hasNoModel(), hasOnlyEffects([.playSound])))
///
/// No loop is started: the update function is called, nothing else. Everything happens on the caller's thread.
public struct UpdateSpec<Model, Event, Effect> {
    /// What is to hold of a ``Result``. Made by ``assertThatNext(_:failFunction:)``, or written by hand.
    public typealias Assert = (Result) -> Void

    private let update: (Model, Event) -> Next<Model, Effect>

    /// - Parameter update: The update function to be tested.
    public init(_ update: Update<Model, Event, Effect>) {
        self.update = { model, event in update.update(model: model, event: event) }
    }

    /// - Parameter update: The update function to be tested.
    public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) {
        self.update = update
    }

    /// The model to begin with.
    public func given(_ model: Model) -> When {
        When(update: update, model: model)
    }

    /// A model, to which events may happen.
    public struct When {
        fileprivate let update: (Model, Event) -> Next<Model, Effect>
        fileprivate let model: Model

        /// What happens, one event after the other. An event that gives no model leaves the one before.
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

    /// Events have happened; to be followed by what holds then.
    public struct Then {
        fileprivate let result: Result

        /// Checks what came of the events.
        public func then(_ expression: Assert) {
            expression(result)
        }
    }

    /// What came of the events.
    public struct Result {
        /// The model after the last event, whether that event changed it or not.
        public let model: Model
        /// What the update function answered to the last event.
        public let lastNext: Next<Model, Effect>
    }
}
