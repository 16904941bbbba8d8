/// A change of an input line's level.
public struct Edge: Equatable, Sendable {
    /// The level after the change.
    public let level: Level
    /// When it changed, on the kernel's `CLOCK_MONOTONIC`: taken in the interrupt, not when it was read.
    public let time: Duration

    public init(level: Level, time: Duration) {
        self.level = level
        self.time = time
    }
}
