/// The result of an update function: the new model, if it changes, and the effects to carry out.
@frozen public struct Next<Model, Effect> {
    /// The new model; `nil` if the model does not change.
    public let model: Model?
    /// The effects to carry out, in this order.
    public let effects: [Effect]

    @inlinable
    init(model: Model?, effects: [Effect]) {
        self.model = model
        self.effects = effects
    }

    /// Returns a result with a new model and, optionally, effects.
    ///
    /// - Parameters:
    ///   - model: The new model. Observers are notified even if it equals the old one.
    ///   - effects: The effects to carry out, in this order.
    @inlinable
    public static func next(_ model: Model, effects: [Effect] = []) -> Next {
        Next(model: model, effects: effects)
    }

    /// Returns a result with effects and without a new model.
    ///
    /// - Parameter effects: The effects to carry out, in this order.
    @inlinable
    public static func dispatchEffects(_ effects: [Effect]) -> Next {
        Next(model: nil, effects: effects)
    }

    /// A result without a new model and without effects.
    @inlinable public static var noChange: Next {
        Next(model: nil, effects: [])
    }
}

extension Next: Equatable where Model: Equatable, Effect: Equatable {}

extension Next: Sendable where Model: Sendable, Effect: Sendable {}

extension Next: CustomDebugStringConvertible {
    /// The model, or `nil`, and the effects, for example `(1, [playSound])`.
    public var debugDescription: String {
        let modelDescription = model.map { String(reflecting: $0) } ?? "nil"
        let effectDescriptions = effects.map { String(reflecting: $0) }.joined(separator: ", ")
        return "(\(modelDescription), [\(effectDescriptions)])"
    }
}
