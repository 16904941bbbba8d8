/// The decision whether the queue's thread moves to the processor of the thread that wakes it up.
///
/// The kernel wakes a real-time thread on the processor on which it ran last. From another processor, this takes several
/// times as long. So the thread moves after a few wake-ups in a row by the same thread on the same processor. While it
/// works there, the other thread waits. So it moves only for work that takes no longer than a wake-up, and returns when a
/// flood of work can occupy two processors.
///
/// The scheduler may separate the two again, and the kernel may wake the thread elsewhere. So moves become rarer as long
/// as few wake-ups benefit from them.
struct Pursuit {
    /// The maximum duration of the work, in nanoseconds, for which the other thread should wait.
    static let shortWork: Int64 = 10_000
    /// The number of wake-ups nearby that make a move worthwhile.
    private static let worthwhile = 64
    private static let minimumPatience = 4
    private static let maximumPatience = 4096

    /// The number of wake-ups in a row before the next move.
    private var patience = minimumPatience
    private var inARow = 0
    private var last: Waker?
    /// The number of wake-ups on the waker's own processor since the last move.
    private var nearby = 0
    /// The processor that the thread has left, as long as it is not woken up from another one.
    private var origin: Int32?

    /// Records a wake-up on the waker's own processor.
    mutating func wokenNearby() {
        inARow = 0
        nearby += 1
        if nearby == Self.worthwhile { patience = Self.minimumPatience }
    }

    /// Records a wake-up by a timer or a descriptor.
    mutating func wokenByEvent() { inARow = 0 }

    /// Records a wake-up from another processor.
    ///
    /// - Parameters:
    ///   - processor: The processor on which the thread runs.
    ///   - duration: The time that the work took, in nanoseconds.
    /// - Returns: Whether to move to the waker's processor.
    mutating func wokenFar(by waker: Waker, on processor: Int32, duration: Int64) -> Bool {
        inARow = duration > Self.shortWork ? 0 : waker == last ? inARow + 1 : 1
        last = waker
        origin = nil
        guard inARow >= patience else { return false }
        patience = min(patience * 2, Self.maximumPatience)
        (inARow, nearby, origin) = (0, 0, processor)
        return true
    }

    /// Records a flood of work.
    ///
    /// - Returns: The processor to return to, if the thread has left one.
    mutating func flooded() -> Int32? {
        defer { origin = nil }
        return origin
    }
}
