/// Makes the entries of a kind of device in a wiring in Swift, from the required settings and a closure for the others:
///
///     .led("lamp", line: "GPIO5") { $0.safe = .active }
///     .thermometer("room", chip: "lm75 i2c-1 0x48")
///
/// An application can add a maker for its own kind:
/// `extension Wiring.Entry { static var vane: EntryMaker<WindVane> { EntryMaker() } }`.
public struct EntryMaker<Kind: Device>: Sendable {
    /// Creates a maker of entries.
    public init() {}
}

/// The settings of a device that requires one line.
public protocol LineSettings: DeviceSettings {
    /// The line of the device.
    var line: LineReference { get set }
}

extension EntryMaker where Kind.Settings: LineSettings {
    /// Returns an entry for a device on a line.
    public func callAsFunction(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Kind.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Kind.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension EntryMaker where Kind.Settings: ChipSettings {
    /// Returns an entry for a device with a chip.
    ///
    /// - Parameter chip: The chip and its place, as in a wiring's file: `lm75 i2c-1 0x48`.
    public func callAsFunction(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Kind.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Kind.self, name, file, sourceLine, column, set) {
            $0.chip = Kind.Settings.models.reference(chip) ?? .unknown
        }
    }
}
