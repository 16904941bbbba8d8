import CarillonGPIO

/// The settings of a device that one line switches on and off, such as a buzzer.
public struct LineOutputSettings: OutputLineSettings {
    public var line = LineReference.unknown
    public var isActiveLow = false
    public var safe = Level.inactive
    public var limits = OutputLimits.none

    public init() {}

    public static var fields: [Setting<Self>] {
        [
            Setting("line", \.line, .line(), "the line that switches the device"),
            .active(\.isActiveLow, "the voltage that switches the device on"), .safe(\.safe),
            .longestOn(\.limits.longestOn), .withoutFleet(\.limits.withoutFleet),
        ]
    }
}
