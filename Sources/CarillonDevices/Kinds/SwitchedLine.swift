import CarillonGPIO

/// The settings of a device that one line switches on and off, such as a relay or a buzzer.
public struct SwitchedLine: DeviceSettings {
    /// The line that switches the device.
    public var line = LineReference.unknown
    /// Whether a low voltage switches the device on.
    public var isActiveLow = false
    /// The state in which the device is left, however the program ends.
    public var safe = Level.inactive
    /// The limits of the time for which the device is on.
    public var limits = OutputLimits.none

    public init() {}

    public static var fields: [Field<Self>] {
        [
            Field("line", line: \.line, "the line that switches the device"),
            .active(\.isActiveLow, "the voltage that switches the device on"), .safe(\.safe),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }

    /// Returns the device's wire.
    func wire(as symbol: Wire.Symbol) -> Wire {
        Wire(line, .output(safe, isActiveLow: isActiveLow), as: symbol)
    }
}

extension Wiring.Entry {
    /// Returns an entry for a device that one line switches.
    static func switched<Kind: Device>(
        _ kind: Kind.Type, _ name: String, line: String, isActiveLow: Bool, safe: Level, limits: OutputLimits,
        at position: SourcePosition
    ) -> Wiring.Entry where Kind.Settings == SwitchedLine {
        .device(kind, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.isActiveLow = isActiveLow
            settings.safe = safe
            settings.limits = limits
        }
    }
}
