import MobiusCore

/// An effect that lasts until its device has carried it out, or does something else.
struct LastingEffect: Sendable {
    /// The identity among the effects that have not ended.
    let id: ObjectIdentifier
    /// Ends the effect. A second call has no effect.
    let end: @Sendable () -> Void

    init<Event: Sendable>(_ callback: EffectCallback<Event>) {
        id = ObjectIdentifier(callback)
        end = { callback.end() }
    }
}
