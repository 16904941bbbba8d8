/// A line's logical level: that of an active-low line is already inverted.
public enum Level: Sendable {
    case inactive, active

    /// The other level.
    public var inverted: Level { self == .active ? .inactive : .active }
}
