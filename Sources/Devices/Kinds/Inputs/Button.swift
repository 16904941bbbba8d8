import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A push button on an input line: pressed, released, held, clicked.
///
///     .withEventSource(try board.button("plus").pressed(send: CounterEvent.increment))
///
/// A press is reported at the first edge, without waiting for the contact to settle. Even if edges are lost, the state
/// finally matches the line's level. While the chip is away, the button is released.
///
/// `changed` and `observe` report the level. Presses, holds and clicks are reported only if they were seen from their
/// beginning. They are not reported for a button that is already pressed when the loop starts or when the chip comes
/// back.
public final class Button: ContactDevice, @unchecked Sendable {
    /// The times by which a button distinguishes clicks and holds.
    public struct Timing: Equatable, Sendable {
        /// The time for which a press must last to be a hold. A shorter press is a click.
        public var hold: Duration
        /// The interval of the repetitions while the button is held, for listeners that request repetitions. The first
        /// repetition follows one interval after the hold is reported.
        public var repeatInterval: Duration
        /// The longest pause between clicks that count together, as for a double click.
        public var multiClickInterval: Duration

        /// Creates timing; the defaults are a hold of 1 s, 5 repetitions per second, and a multi-click interval of 300
        /// ms.
        public init(
            hold: Duration = .seconds(1), repeatInterval: Duration = .milliseconds(200),
            multiClickInterval: Duration = .milliseconds(300)
        ) {
            self.hold = hold
            self.repeatInterval = repeatInterval
            self.multiClickInterval = multiClickInterval
        }
    }

    /// The times by which the button distinguishes clicks and holds.
    public let timing: Timing

    /// Starts watching the line. Call on the queue.
    ///
    /// - Parameters:
    ///   - line: The line, active while the button is pressed. The button takes the line over and releases it in `close()`.
    ///   - debounce: The longest expected pause between edges while the contact chatters: 5 to 20 ms. Zero accepts every edge.
    ///   - timing: The times by which the button distinguishes clicks and holds.
    ///   - queue: The line's queue.
    ///   - observer: Notified of each change, when the line fails, and when edges are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, timing: Timing = Timing(), queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        self.timing = timing
        super.init(
            try Contact(
                name: name, line: line, debounce: debounce, absence: .isInactive, queue: queue, observer: observer))
    }

    /// Whether the button is pressed. Queue only.
    public var isPressed: Bool { isActive }

    /// The longest hold that a listener has requested; nil if none has requested holds or clicks. Queue only.
    package internal(set) var maximumHold: Duration?

}

extension Button: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: LineSettings {
        public var line = LineReference.unknown
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// The default suits cheap buttons. It does not delay presses, which are reported at the first edge.
        public var debounce = Duration.milliseconds(20)
        public var timing = Timing()
        public var key: Character?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(), "the line of the contact"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while the button is pressed"), .debounce(\.debounce),
                Setting(
                    "hold", \.timing.hold, .time(.zero ... .seconds(60), example: "1 s"),
                    "the time after which a press is a hold"),
                Setting(
                    "repeat", \.timing.repeatInterval, .time(.milliseconds(1) ... .seconds(60), example: "200 ms"),
                    "the interval at which a hold is repeated, if the code requests that"),
                Setting(
                    "multi-click-interval", \.timing.multiClickInterval,
                    .time(.zero ... .seconds(5), example: "300 ms"),
                    "the longest pause between clicks that count together"),
                .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("button") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .press }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .input(settings.input), as: .contact)]
    }

    public static func controls(of settings: Settings) -> [Control] { [control("", of: settings)] }

    /// Returns the control that presses the button, for the feature of this name.
    static func control(_ feature: String, of settings: Settings) -> Control {
        Control(
            .press(hold: settings.timing.hold, multiClickInterval: settings.timing.multiClickInterval), of: feature,
            settings.line,
            debounce: settings.debounce, keys: [settings.key])
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        try self.init(
            name: name, line: context.input(settings.line, settings.input), debounce: settings.debounce,
            timing: settings.timing, queue: context.queue, observer: context.observer)
    }

    public var features: [Feature] { [feature("")] }

    /// Returns the button's press feature, with its name among the features of the device.
    func feature(_ name: String) -> Feature {
        Feature(name, isInput: true, hasGestures: true, maximumHold: maximumHold)
    }

    public func value(of feature: Int) -> Feature.Value { .press(isPressed) }
}
