/// A change of an input line's level.
public struct Edge: Equatable, Sendable {
    /// The level after the change.
    public let level: Level
    /// When it changed, on the kernel's `CLOCK_MONOTONIC`: taken in the interrupt, not when it was read.
    public let time: Duration
    /// How many edges before it have been lost, as far as can be told; at least one if two edges have the same level.
    ///
    /// With libgpiod 2 the kernel numbers the edges, and those that its buffer had no place for are known. With 1.6 only
    /// the levels tell.
    public let missed: Int

    /// A change to `level` at `time`, after `missed` that were lost.
    public init(level: Level, time: Duration, missed: Int = 0) {
        self.level = level
        self.time = time
        self.missed = missed
    }
}
