/// A line's logical level: the voltage level, inverted if the line is active-low.
public enum Level: Sendable {
    /// The level at rest, such as that of a released button or of an LED that is off.
    case inactive
    /// The active level, such as that of a pressed button or of an LED that is lit.
    case active

    /// The opposite level.
    public var inverted: Level { self == .active ? .inactive : .active }
}
