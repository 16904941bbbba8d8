/// A tick of a periodic timer.
public struct Tick: Equatable, Sendable {
    /// The time at which the tick was due, on its queue's clock.
    public let time: Duration
    /// The number of ticks just before this one that were left out, because the queue was busy or the thread was late.
    public let missed: Int

    /// Creates a tick that was due at `time`, after `missed` ticks that were left out.
    public init(time: Duration, missed: Int = 0) {
        self.time = time
        self.missed = missed
    }
}
