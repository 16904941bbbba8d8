/// What holds an input line at a level while nothing drives it.
public enum Bias: String, CaseIterable, Sendable {
    /// The resistor inside the chip, if any, is left as it is.
    case asIs = "as-is"
    /// No resistor inside the chip: there is one outside.
    case none
    /// A resistor inside the chip to the supply voltage: for a contact between the line and ground.
    case pullUp = "pull-up"
    /// A resistor inside the chip to ground: for a contact between the line and the supply voltage.
    case pullDown = "pull-down"
}

/// How an input line is requested.
public struct InputSettings: Equatable, Sendable {
    /// What holds it at a level while nothing drives it.
    public var bias: Bias
    /// Whether a low voltage is the active level, as it is for a contact between the line and ground.
    public var isActiveLow: Bool

    /// Settings for a line that something drives, and that is active when its voltage is high, unless they say otherwise.
    public init(bias: Bias = .asIs, isActiveLow: Bool = false) {
        self.bias = bias
        self.isActiveLow = isActiveLow
    }
}

/// How an output line is requested.
public struct OutputSettings: Equatable, Sendable {
    /// The level from the first moment on.
    public var initialLevel: Level
    /// The level that it is left with, however the program ends: when the line is closed, and when the program crashes.
    /// Only what gives a program no time leaves the line as it was: `SIGKILL`, `_exit` and a power cut. `--safe` mends
    /// the first two afterwards; see `Board.run`.
    public var safeLevel: Level
    /// Whether a low voltage is the active level, as it is for an LED between the line and the supply voltage.
    public var isActiveLow: Bool

    /// Settings for a line that is inactive at first and at the end, and active when its voltage is high, unless they say
    /// otherwise.
    public init(initialLevel: Level = .inactive, safeLevel: Level = .inactive, isActiveLow: Bool = false) {
        self.initialLevel = initialLevel
        self.safeLevel = safeLevel
        self.isActiveLow = isActiveLow
    }
}

extension Sequence<OutputSettings> {
    /// A bit for each of the settings, the first one's the lowest: whether `isSet` says so of it.
    package func mask(where isSet: (OutputSettings) -> Bool) -> UInt64 {
        enumerated().reduce(0) { mask, line in isSet(line.element) ? mask | 1 << line.offset : mask }
    }
}
