import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A switch that stays in its position, such as a toggle switch, a door contact or a jumper.
///
///     .withEventSource(try board.switch("armed").changed { .armed($0) })
public final class Switch: ContactDevice, @unchecked Sendable {
    /// Starts watching the line. Call on the queue.
    ///
    /// - Parameters:
    ///   - line: The line, active while the switch is on. The switch takes the line over and releases it in `close()`.
    ///   - debounce: The longest expected pause between edges while the contact chatters.
    ///   - queue: The line's queue.
    ///   - observer: Notified of each change, when the line fails, and when edges are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, queue: any Scheduler, observer: DeviceObserver
    ) throws(GPIOError) {
        super.init(
            try Contact(
                name: name, line: line, debounce: debounce, absence: .isUnchanged, queue: queue, observer: observer))
    }

    /// Whether the switch is on. Queue only.
    public var isOn: Bool { isActive }
}

extension Switch: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line of the contact.
        public var line = LineReference.unknown
        /// The settings for reading the line; by default with a pull-up resistor, and active at a low voltage.
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// The longest pause between edges while the contact chatters, from 0 to 1 s; 20 ms by default.
        public var debounce = Duration.milliseconds(20)
        /// The key that flips the switch on a simulated board; nil selects a free key.
        public var key: Character?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(), "the line of the contact"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while the switch is on"), .debounce(\.debounce), .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("switch", section: "switches") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .input(settings.input), as: .contact)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        [Control(.toggle, settings.line, debounce: settings.debounce, keys: [settings.key])]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        try self.init(
            name: name, line: context.input(settings.line, settings.input), debounce: settings.debounce,
            queue: context.queue, observer: context.observer)
    }

    public var features: [Feature] { [Feature(isInput: true)] }
    public func value(of feature: Int) -> Feature.Value { .toggle(.steady(isOn)) }
}

extension Wiring.Entry {
    /// Returns an entry for a switch, which by default connects the line to ground while it is on.
    public static func `switch`(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Switch.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Switch.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the switch that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func `switch`(_ name: String) throws(BoardError) -> Switch { try device(Switch.self, name) }
}
