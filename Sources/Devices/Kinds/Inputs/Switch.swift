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
    public struct Settings: LineSettings {
        public var line = LineReference.unknown
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        public var debounce = Duration.milliseconds(20)
        public var key: Character?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(), "the line of the contact"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while the switch is on"), .debounce(\.debounce), .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("switch", section: "switches") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .input(settings.input), as: .toggle)]
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
    public func value(of feature: Int) -> Feature.Value { .toggle(.on(if: isOn)) }
}
