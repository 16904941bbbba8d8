import CarillonGPIO

/// The limits of an output, which apply whether the program, the fleet or the page has switched it on.
public struct OutputLimits: Equatable, Sendable {
    /// The longest time for which the output is on without a break, after which it is switched off; nil for no limit.
    ///
    /// A pattern counts as on until it ends, also while it is dark.
    public var longestOn: Duration?
    /// The time without a connection to the fleet's broker after which the output takes its safe state; nil if it stays
    /// as it is. It has no effect in a program without a fleet.
    public var withoutFleet: Duration?

    /// Creates limits, by default none.
    ///
    /// - Parameters:
    ///   - longestOn: From 1 ms to 604 800 s, which is a week.
    ///   - withoutFleet: From 1 s to 604 800 s.
    public init(longestOn: Duration? = nil, withoutFleet: Duration? = nil) {
        self.longestOn = longestOn
        self.withoutFleet = withoutFleet
    }

    /// No limits.
    public static let none = OutputLimits()
}

extension Field {
    /// Returns the field for the longest time for which an output is on.
    public static func longestOn(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Field {
        Field(
            "longest-on", path, .optional(.time(.milliseconds(1) ... .seconds(604_800), example: "600 s")),
            "the longest time without a break for on; by default, any")
    }

    /// Returns the field for the time without a broker after which an output takes its safe state.
    public static func withoutFleet(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Field {
        Field(
            "without-fleet", path,
            .optional(.time(.seconds(1) ... .seconds(604_800), example: "600 s", after: "safe after ")),
            "the time without the broker after which the output takes its safe state; by default, never")
    }
}
