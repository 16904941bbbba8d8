/// One beat of a periodic timer.
public struct Tick: Equatable, Sendable {
    /// When it was due, on its queue's clock.
    public let time: Duration
    /// How many beats before it were due and have not been told, because the queue was busy or the thread late.
    public let missed: Int

    /// A beat that was due at `time`, after `missed` that were left out.
    public init(time: Duration, missed: Int = 0) {
        self.time = time
        self.missed = missed
    }
}
