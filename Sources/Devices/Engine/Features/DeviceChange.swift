/// A change of a device's feature that a user at the box can see or hear. A simulated board displays the change in place of the
/// device.
///
/// The kinds have functions for their own changes: `.led(name: "lamp", isOn: true)`, `.sound(name: .alert)`.
public struct DeviceChange: Equatable, Sendable {
    /// The kind of the device.
    public let kind: DeviceKind
    /// The device's name in the wiring.
    public let name: String
    /// The name of the feature; empty for the main feature.
    public let feature: String
    /// The new value.
    public let value: Feature.Value

    /// Creates a change of a feature.
    ///
    /// - Parameter feature: The name of the feature; empty for the main feature.
    public init(kind: DeviceKind, name: String, feature: String = "", _ value: Feature.Value) {
        self.kind = kind
        self.name = name
        self.feature = feature
        self.value = value
    }
}

extension DeviceChange: CustomStringConvertible {
    /// The change in one line: `led red on`, `led red blinking`, `bar level 3 of 5`, `count 1`, `servo arm 45°`,
    /// `sound alert`.
    public var description: String {
        [kind.label, name, feature, "\(value)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension DeviceChange {
    /// Returns a change of a device's main feature to a pattern. `kind` is the kind's singular name in wirings.
    public static func pattern(kind: String, name: String, _ pattern: Pattern) -> DeviceChange {
        DeviceChange(kind: DeviceKind(kind), name: name, .toggle(pattern))
    }

    /// Returns a change of a device's main feature to a value. `kind` is the kind's singular name in wirings.
    public static func feature(kind: String, name: String, _ value: Feature.Value) -> DeviceChange {
        DeviceChange(kind: DeviceKind(kind), name: name, value)
    }

    /// Returns a change for the GPIO chip with a label: the chip has disappeared or is back.
    public static func chip(label: String, isPresent: Bool) -> DeviceChange {
        DeviceChange(kind: DeviceKind("chip"), name: label, .text(isPresent ? "is back" : "has disappeared"))
    }
}
