import MobiusCore

/// What is to hold of a `First`. Made by ``assertThatFirst(_:failFunction:)``, or written by hand.
public typealias AssertFirst<Model, Effect> = (First<Model, Effect>) -> Void

/// Tests an initiate function, as a sentence: when a loop is started from a model, then something holds.
///
///     InitSpec(initiate)
///         .when(Model(page: nil))
///         .then(assertThatFirst(hasModel(Model(page: nil)), hasOnlyEffects([.loadPage])))
///
/// No loop is started: the initiate function is called, nothing else. Everything happens on the caller's thread.
public final class InitSpec<Model, Effect> {
    private let initiate: (Model) -> First<Model, Effect>

    /// - Parameter initiate: The initiate function to be tested.
    public init(_ initiate: @escaping (Model) -> First<Model, Effect>) {
        self.initiate = initiate
    }

    /// The model that the loop is started from.
    public func when(_ model: Model) -> Then {
        Then(first: initiate(model))
    }

    /// The initiate function has answered; to be followed by what holds then.
    public struct Then {
        fileprivate let first: First<Model, Effect>

        /// Checks what the initiate function answered.
        public func then(_ expression: AssertFirst<Model, Effect>) {
            expression(first)
        }
    }
}
