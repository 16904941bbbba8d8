import CarillonGPIO

/// The settings of a device that one line switches on and off, such as a buzzer.
public struct LineOutputSettings: DeviceSettings {
    /// The line that switches the device.
    public var line = LineReference.unknown
    /// Whether a low voltage switches the device on.
    public var isActiveLow = false
    /// The state of the device after the program ends, for any reason.
    public var safe = Level.inactive
    /// The limits of the output, such as the longest time for which the device stays on; none by default.
    public var limits = OutputLimits.none

    public init() {}

    public static var fields: [Field<Self>] {
        [
            Field("line", \.line, .line(), "the line that switches the device"),
            .active(\.isActiveLow, "the voltage that switches the device on"), .safe(\.safe),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }

    /// Returns the wire from the device to `line`, which circuit diagrams draw with `symbol`.
    public func wire(as symbol: Wire.Symbol) -> Wire {
        Wire(line, .output(safe, isActiveLow: isActiveLow), as: symbol)
    }
}
