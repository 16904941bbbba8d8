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
    public var bias: Bias
    /// Whether a low voltage is the active level, as it is for a contact between the line and ground.
    public var isActiveLow: Bool

    public init(bias: Bias = .asIs, isActiveLow: Bool = false) {
        self.bias = bias
        self.isActiveLow = isActiveLow
    }
}

/// How an output line is requested.
public struct OutputSettings: Equatable, Sendable {
    /// The level from the first moment on.
    public var initialLevel: Level
    /// Whether a low voltage is the active level, as it is for an LED between the line and the supply voltage.
    public var isActiveLow: Bool

    public init(initialLevel: Level = .inactive, isActiveLow: Bool = false) {
        self.initialLevel = initialLevel
        self.isActiveLow = isActiveLow
    }
}
