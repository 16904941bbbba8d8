/// What an update function answers to an event: the new model, if it changes, and the effects to be carried out.
@frozen public struct Next<Model, Effect> {
    /// The new model; `nil` when the model stays as it is.
    public let model: Model?
    /// The effects to be carried out, in this order.
    public let effects: [Effect]

    @inlinable
    init(model: Model?, effects: [Effect]) {
        self.model = model
        self.effects = effects
    }

    /// The model changes, and then effects may follow.
    ///
    /// - Parameters:
    ///   - model: The new model. Observers are told of it even if it equals the old one.
    ///   - effects: What is to be done, in this order.
    @inlinable
    public static func next(_ model: Model, effects: [Effect] = []) -> Next {
        Next(model: model, effects: effects)
    }

    /// The model stays as it is, and effects follow.
    ///
    /// - Parameter effects: What is to be done, in this order.
    @inlinable
    public static func dispatchEffects(_ effects: [Effect]) -> Next {
        Next(model: nil, effects: effects)
    }

    /// The event changes nothing.
    @inlinable public static var noChange: Next {
        Next(model: nil, effects: [])
    }
}

extension Next: Equatable where Model: Equatable, Effect: Equatable {}

extension Next: Sendable where Model: Sendable, Effect: Sendable {}

extension Next: CustomDebugStringConvertible {
    /// The model, or `nil`, and the effects, as in `(1, [playSound])`.
    public var debugDescription: String {
        let modelDescription = model.map { String(reflecting: $0) } ?? "nil"
        let effectDescriptions = effects.map { String(reflecting: $0) }.joined(separator: ", ")
        return "(\(modelDescription), [\(effectDescriptions)])"
    }
}
