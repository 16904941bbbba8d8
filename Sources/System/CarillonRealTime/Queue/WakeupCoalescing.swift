/// The decision whether the queue's thread rests before it checks for work again, although more work may arrive
/// meanwhile.
///
/// Waking a sleeping thread for each piece of work costs both sides 100 times as much as passing the work. So when work
/// arrives faster than a wake-up is worth, the thread rests for a moment, and then finds all of it together. It tries a
/// rest from time to time, and less often after each unsuccessful attempt.
struct WakeupCoalescing {
    /// The length of a rest. A longer one would delay single pieces of work noticeably; a shorter one would find too
    /// little.
    static let rest = Duration.microseconds(20)
    /// The amount of work, found together, that makes a rest worthwhile.
    private static let busyCount = 16
    private static let maximumBackoff = 4096

    private(set) var isResting = false
    /// The number of wake-ups for little work before the next attempt to rest.
    private var backoff = busyCount
    private var left = busyCount

    /// Records that the thread has found `count` pieces of work.
    ///
    /// - Parameter isAll: Whether no work is left. If work is left, the thread must continue at once.
    mutating func found(_ count: Int, isAll: Bool = true) {
        if count >= Self.busyCount {
            isResting = isAll
            backoff = Self.busyCount
        } else if isResting {
            isResting = false
            backoff = min(backoff * 2, Self.maximumBackoff)
            left = backoff
        } else if count > 0 {
            left -= 1
            isResting = left == 0
        }
    }
}
