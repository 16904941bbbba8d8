/// The bias of an input line, which holds its level while nothing drives it.
public enum Bias: String, CaseIterable, Sendable {
    /// The chip's current setting is kept.
    case asIs = "as-is"
    /// No resistor inside the chip, because there is one outside.
    case disabled = "none"
    /// A resistor inside the chip to the supply voltage, for a contact between the line and ground.
    case pullUp = "pull-up"
    /// A resistor inside the chip to ground, for a contact between the line and the supply voltage.
    case pullDown = "pull-down"
}

/// The settings with which an input line is requested.
public struct InputSettings: Equatable, Sendable {
    /// The bias, which holds the line's level while nothing drives it.
    public var bias: Bias
    /// Whether a low voltage is the active level, as it is for a contact between the line and ground.
    public var isActiveLow: Bool

    /// Makes settings, by default for a line that is driven from outside and is active when its voltage is high.
    public init(bias: Bias = .asIs, isActiveLow: Bool = false) {
        self.bias = bias
        self.isActiveLow = isActiveLow
    }
}

/// The settings with which an output line is requested.
public struct OutputSettings: Equatable, Sendable {
    /// The level that the line has as soon as it is requested.
    public var initialLevel: Level
    /// The level that the line has after the program ends in any way: when the line is closed, and when the program crashes.
    /// Only `SIGKILL`, `_exit` and a power cut leave the line unchanged, because the program cannot react to them. After
    /// `SIGKILL` and `_exit`, the option `--safe` sets the level; see `Board.run`.
    public var safeLevel: Level
    /// Whether a low voltage is the active level, as it is for an LED between the line and the supply voltage.
    public var isActiveLow: Bool

    /// Makes settings, by default for a line that is inactive at first and at the end, and active when its voltage is
    /// high.
    public init(initialLevel: Level = .inactive, safeLevel: Level = .inactive, isActiveLow: Bool = false) {
        self.initialLevel = initialLevel
        self.safeLevel = safeLevel
        self.isActiveLow = isActiveLow
    }
}

extension Sequence<OutputSettings> {
    /// Returns a bit mask in which bit n is set if `isSet` returns true for the settings at index n.
    package func mask(where isSet: (OutputSettings) -> Bool) -> UInt64 {
        enumerated().reduce(0) { mask, line in isSet(line.element) ? mask | 1 << line.offset : mask }
    }
}
