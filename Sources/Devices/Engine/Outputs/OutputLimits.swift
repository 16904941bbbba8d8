import CarillonGPIO

/// The limits of an output. They apply to commands of the program, the fleet and the page alike.
public struct OutputLimits: Equatable, Sendable {
    /// The longest time for which the output can be on without a break. Then it is switched off. nil for no limit.
    ///
    /// A pattern counts as on until it ends, also while the output is dark within the pattern.
    public var longestOn: Duration?
    /// The time without a connection to the fleet's broker after which the output takes its safe state; nil if the output keeps
    /// its state. It has no effect in a program without a fleet.
    public var withoutFleet: Duration?

    /// Creates limits; by default, there are none.
    ///
    /// - Parameters:
    ///   - longestOn: From 1 ms to 604 800 s, which is a week; nil for no limit.
    ///   - withoutFleet: From 1 s to 604 800 s; nil for no limit.
    public init(longestOn: Duration? = nil, withoutFleet: Duration? = nil) {
        self.longestOn = longestOn
        self.withoutFleet = withoutFleet
    }

    /// No limits.
    public static let none = OutputLimits()
}

extension Setting {
    /// Returns the setting `longest-on`, for the longest time for which an output can be on without a break; nil for no
    /// limit.
    public static func longestOn(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Setting {
        Setting(
            "longest-on", path, .optional(.time(.milliseconds(1) ... .seconds(604_800), example: "600 s")),
            "the longest time without a break for on; by default, any")
    }

    /// Returns the setting `without-fleet`, for the time without the broker after which an output takes its safe state; nil
    /// for no limit.
    public static func withoutFleet(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Setting {
        Setting(
            "without-fleet", path,
            .optional(.time(.seconds(1) ... .seconds(604_800), example: "600 s", after: "safe after ")),
            "the time without the broker after which the output takes its safe state; by default, never")
    }
}

/// A device or an output that becomes safe without a connection to the fleet's broker, if its wiring limits it.
package protocol FleetLimited: AnyObject, Sendable {
    /// Whether the wiring limits the time for which the output is on, or is on without the fleet.
    var hasLimits: Bool { get }

    /// Notes that the connection to the fleet's broker exists, or that it is lost. Call on the queue under a session.
    func fleetChanged(isConnected: Bool)
}
