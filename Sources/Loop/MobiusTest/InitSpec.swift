import MobiusCore

/// An assertion about a `First`. Use ``assertThatFirst(_:failFunction:)``, or write a closure.
public typealias AssertFirst<Model, Effect> = (First<Model, Effect>) -> Void

/// A test of an initiate function, written as a sentence: when a loop starts from a model, then the assertions hold.
///
///     InitSpec(initiate)
///         .when(Model(page: nil))
///         .then(assertThatFirst(hasModel(Model(page: nil)), hasOnlyEffects([.loadPage])))
///
/// The test calls only the initiate function, on the caller's thread. No loop is started.
public final class InitSpec<Model, Effect> {
    private let initiate: (Model) -> First<Model, Effect>

    /// Creates a test of an initiate function.
    ///
    /// - Parameter initiate: The initiate function under test.
    public init(_ initiate: @escaping (Model) -> First<Model, Effect>) {
        self.initiate = initiate
    }

    /// Calls the initiate function with `model`.
    public func when(_ model: Model) -> Then {
        Then(first: initiate(model))
    }

    /// The result of the initiate function, ready for assertions.
    public struct Then {
        fileprivate let first: First<Model, Effect>

        /// Checks the result of the initiate function.
        public func then(_ expression: AssertFirst<Model, Effect>) {
            expression(first)
        }
    }
}
