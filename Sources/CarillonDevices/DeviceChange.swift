/// A feature of a device that has changed, as a person at the box sees or hears it: what a simulated board shows in place of
/// the device.
///
/// The kinds have functions for their own changes: `.led(name: "lamp", isOn: true)`, `.sound(name: .alert)`.
public struct DeviceChange: Equatable, Sendable {
    /// The kind of the device.
    public let kind: DeviceKind
    /// The name that the wiring gives the device.
    public let name: String
    /// The name of the feature; empty for the main one.
    public let feature: String
    /// The new value.
    public let value: Feature.Value

    /// - Parameter feature: Empty for the main one.
    public init(kind: DeviceKind, name: String, feature: String = "", _ value: Feature.Value) {
        self.kind = kind
        self.name = name
        self.feature = feature
        self.value = value
    }
}

extension DeviceChange: CustomStringConvertible {
    /// `led red on`, `led red blinking`, `bar level 3 of 5`, `count 1`, `servo arm 45°`, `sound alert`.
    public var description: String {
        [kind.label, name, feature, "\(value)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension DeviceChange {
    /// A device of the kind that a wiring calls `kind`, in the singular, plays a pattern.
    public static func pattern(kind: String, name: String, _ pattern: Pattern) -> DeviceChange {
        DeviceChange(kind: DeviceKind(kind), name: name, .toggle(pattern))
    }

    /// A device of the kind that a wiring calls `kind`, in the singular, shows something else.
    public static func feature(kind: String, name: String, _ value: Feature.Value) -> DeviceChange {
        DeviceChange(kind: DeviceKind(kind), name: name, value)
    }

    /// The chip behind the devices has gone away, or is back.
    public static func chip(label: String, isPresent: Bool) -> DeviceChange {
        DeviceChange(kind: DeviceKind("chip"), name: label, .text(isPresent ? "is back" : "has gone away"))
    }
}

/// The earlier name of ``DeviceChange``.
@available(*, deprecated, renamed: "DeviceChange")
public typealias PartChange = DeviceChange
