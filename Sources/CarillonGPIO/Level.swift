/// A line's logical level: that of an active-low line is already inverted.
public enum Level: Sendable {
    /// At rest: a button that is not pressed, an LED that is out.
    case inactive
    /// A button that is pressed, an LED that is lit.
    case active

    /// The other level.
    public var inverted: Level { self == .active ? .inactive : .active }
}
