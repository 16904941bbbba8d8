import CarillonScheduling

/// The decision whether a device that is read again and again may rest on a simulated board, because its readings stay the same
/// until it is operated. Real devices do not rest.
///
/// `@unchecked Sendable`: used on the thread of the device only.
final class Stillness: @unchecked Sendable {
    /// Calls a handler once, before the device changes; returns false, without a call, if it may change by itself.
    typealias Watch = (_ handler: @escaping () -> Void) -> Bool

    /// The number of equal results before a rest.
    private static let least = 16

    private let memory: Duration
    private let watch: Watch?
    private var wake: () -> Void = {}
    private var result: String?
    private var since = Duration.zero
    private var count = 0
    /// Whether a change of the device will be noticed.
    private var isWatched = false
    private var isResting = false

    /// - Parameters:
    ///   - memory: The time for which a result depends on earlier ones, such as that of a smoothing.
    ///   - watch: Watches the device; nil for a real one.
    init(memory: Duration, watch: Watch?) { (self.memory, self.watch) = (memory, watch) }

    /// Calls `wake` at the end of a rest, before the device changes. Call once, before the first result.
    func onWake(_ wake: @escaping () -> Void) { if watch != nil { self.wake = wake } }

    /// Notes a result, and returns whether the device rests.
    func take(_ new: String, at now: Duration) -> Bool {
        guard let watch else { return false }
        if !isWatched { isWatched = watch { [weak self] in self?.willChange() } }
        if new != result { (result, since, count) = (new, now, 0) }
        count += 1
        isResting = isWatched && count >= Self.least && now - since >= memory
        return isResting
    }

    /// Ends a rest without a call of `wake`.
    func endRest() { isResting = false }

    private func willChange() {
        (result, isWatched) = (nil, false)
        guard isResting else { return }
        isResting = false
        wake()
    }

    /// Returns the last of the times `first`, `first + period`, ... that is not after `now`; nil if the first one is.
    static func last(_ first: Duration, every period: Duration, until now: Duration) -> Duration? {
        guard now >= first else { return nil }
        return first + period * Int((now - first).wholeNanoseconds / max(period.wholeNanoseconds, 1))
    }
}

extension Sampling {
    /// The time after which a number that does not change has passed the smoothing, up to the last bit.
    var memory: Duration { smoothing * 64 }
}
