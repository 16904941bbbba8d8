/// A route of an ``EffectRouter``, before it is connected.
@frozen @usableFromInline
struct Route<Effect, Event>: Sendable {
    @usableFromInline let connect: @Sendable (@escaping Consumer<Event>) -> ConnectedRoute<Effect>

    /// - Parameters:
    ///   - extractParameters: Returns the parameters for the handler; `nil` for the effects of other routes.
    ///   - handler: Takes the parameters of this route's effects.
    @inlinable
    init<EffectParameters>(
        extractParameters: @escaping @Sendable (Effect) -> EffectParameters?,
        handler: AnyConnectable<EffectParameters, Event>
    ) {
        connect = { consumer in
            let connection = handler.connect(consumer)
            let claimed = Claim<EffectParameters>()
            return ConnectedRoute(
                claim: { effect in
                    claimed.parameters = extractParameters(effect)
                    return claimed.parameters != nil
                },
                handleClaimed: {
                    guard let parameters = claimed.parameters.take() else { return }
                    connection.accept(parameters)
                },
                dispose: connection.dispose)
        }
    }
}

/// A route of a running loop. All routes first check whether they match an effect, so that it has exactly one route.
/// Then that route handles it.
@frozen @usableFromInline
struct ConnectedRoute<Effect> {
    /// Returns whether the effect matches this route, which then keeps its parameters.
    @usableFromInline let claim: (Effect) -> Bool
    /// Handles the effect that `claim` matched last.
    @usableFromInline let handleClaimed: () -> Void
    @usableFromInline let dispose: () -> Void

    @inlinable
    init(claim: @escaping (Effect) -> Bool, handleClaimed: @escaping () -> Void, dispose: @escaping () -> Void) {
        self.claim = claim
        self.handleClaimed = handleClaimed
        self.dispose = dispose
    }
}

/// The parameters of an effect, between `claim` and `handleClaimed`.
@usableFromInline
final class Claim<EffectParameters> {
    @exclusivity(unchecked) @usableFromInline var parameters: EffectParameters?

    @inlinable init() {}
}
