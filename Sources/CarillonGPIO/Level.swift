/// A line's logical level: the voltage level, inverted if the line is active-low.
public enum Level: Sendable {
    /// At rest, such as a released button or an LED that is off.
    case inactive
    /// Active, such as a pressed button or an LED that is lit.
    case active

    /// The other level.
    public var inverted: Level { self == .active ? .inactive : .active }
}
