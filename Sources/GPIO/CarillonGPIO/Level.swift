/// A line's logical level: the voltage level, inverted if the line is active-low.
public enum Level: Sendable {
    /// The level at rest, such as that of a released button or of an LED that is off.
    case inactive
    /// The active level, such as that of a pressed button or of an LED that is lit.
    case active

    /// The opposite level.
    public var inverted: Level { self == .active ? .inactive : .active }
}

/// A change of an input line's level.
public struct Edge: Equatable, Sendable {
    /// The level after the change.
    public let level: Level
    /// The time of the change, on the kernel's `CLOCK_MONOTONIC`. The kernel takes the time in the interrupt, not when the
    /// program reads the edge.
    public let time: Duration
    /// The number of edges that were lost before this one, as far as the number can be determined. It is at least one if two
    /// consecutive edges have the same level.
    ///
    /// With libgpiod 2 the kernel numbers the edges, so that edges lost to a full buffer are counted. With libgpiod 1.6
    /// only the levels indicate a loss.
    public let missed: Int

    /// Makes a change to `level` at `time`, after `missed` lost edges.
    public init(level: Level, time: Duration, missed: Int = 0) {
        self.level = level
        self.time = time
        self.missed = missed
    }
}
