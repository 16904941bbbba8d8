/// The result of an ``Initiate`` function: the model that a loop begins with, and its first effects.
@frozen public struct First<Model, Effect> {
    /// The model that the loop begins with.
    public let model: Model
    /// The effects to carry out first, in this order.
    public let effects: [Effect]

    /// Creates the result of an initiate function.
    ///
    /// - Parameters:
    ///   - model: The model that the loop begins with.
    ///   - effects: The effects to carry out first, in this order.
    @inlinable
    public init(model: Model, effects: [Effect] = []) {
        self.model = model
        self.effects = effects
    }
}

extension First: Sendable where Model: Sendable, Effect: Sendable {}
