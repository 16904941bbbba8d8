import CSystem

/// Numbers the effects of a session, in the order in which they begin, so that an event from another thread can be
/// assigned to its effect. Numbers start at 1.
///
/// `@unchecked Sendable`: the count is accessed on the session's queue only.
package final class EffectCounter: @unchecked Sendable {
    private var count = 0

    package init() {}

    /// The counter of the session that the calling thread is working for; nil without a session.
    package static var current: EffectCounter? {
        crt_effects().map { Unmanaged<EffectCounter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes this the counter of the calling thread while `body` runs.
    @inline(__always)
    package func during(_ body: () -> Void) {
        let before = crt_effects()
        crt_set_effects(Unmanaged.passUnretained(self).toOpaque())
        body()
        crt_set_effects(before)
    }

    /// Returns the number of an effect that begins. Queue only.
    package func next() -> Int {
        count += 1
        return count
    }

    /// The number of the effect that the calling thread is sending for; 0 if there is none.
    package static var currentEffect: Int { Int(crt_effect()) }

    /// Marks what `body` sends as that of an effect.
    package static func during(_ effect: Int, _ body: () -> Void) {
        let before = crt_effect()
        crt_set_effect(Int64(effect))
        body()
        crt_set_effect(before)
    }
}
