import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A sensor with a yes-or-no output, for motion, light, rain or magnets.
///
///     .withEventSource(try board.sensor("hall").changed { $0 ? .somebodyCame : .nobodyIsThere })
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Sensor: ContactDevice, @unchecked Sendable {
    private let observer: DeviceObserver
    private let timer: ResettableTimer
    private let listeners: Listeners<Bool>
    private var inactivity: InactivityTimer

    /// Starts watching the line. Call on the queue.
    ///
    /// - Parameters:
    ///   - line: The line, active while the sensor detects something. The sensor takes the line over and releases it in
    ///     `close()`.
    ///   - debounce: The longest expected pause between edges while the line chatters; zero for sensors that do not chatter.
    ///   - glitch: The shortest signal that counts; zero counts every signal.
    ///   - inactivityTimeout: The time for which the line must be inactive until the sensor reports that nothing is
    ///     there.
    ///   - queue: The line's queue.
    ///   - observer: Notified of each change, when the line fails, and when edges are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration = .zero, glitch: Duration = .zero,
        inactivityTimeout: Duration, queue: any Scheduler, observer: DeviceObserver
    ) throws(GPIOError) {
        self.observer = observer
        // The contact's changes are not those of the sensor.
        let contact = try Contact(
            name: name, line: line, debounce: debounce, absence: .isInactive, queue: queue,
            observer: DeviceObserver(didFail: observer.didFail))
        inactivity = InactivityTimer(level: contact.level, timeout: inactivityTimeout, glitch: glitch)
        timer = ResettableTimer(on: queue)
        listeners = Listeners(on: queue)
        super.init(contact)
        timer.onFire(timerFired)
        // `close()` of the contact removes the handler.
        _ = contact.listeners.add { [self] change in perform(inactivity.line(is: change.level, at: change.time)) }
    }

    /// Whether the sensor detects something, or did within the inactivity timeout. Queue only.
    public var isDetecting: Bool { inactivity.isDetecting }

    override var isActive: Bool { isDetecting }

    public override func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        listeners.add(handler)
    }

    /// Sends `event` when the sensor begins to detect something. Does not report the state when the loop starts; `changed`
    /// does.
    public func detected<Event: Sendable>(send event: Event) -> AnyEventSource<Event> { becomes(true, event) }

    /// Sends `event` when the sensor has detected nothing for the inactivity timeout.
    public func quiet<Event: Sendable>(send event: Event) -> AnyEventSource<Event> { becomes(false, event) }

    public override func close() {
        timer.cancel()
        super.close()
    }

    private func timerFired() {
        contact.verify()
        perform(inactivity.timerFired(at: queue.now))
    }

    private func perform(_ actions: InactivityTimer.Actions) {
        timer.set(to: actions.wakeUp)
        guard let isDetecting = actions.report else { return }
        observer.changed()
        listeners.notify(isDetecting)
    }
}

extension Sensor: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: LineSettings {
        public var line = LineReference.unknown
        /// Most sensors drive the line, so the resistor only serves a line to which no sensor is connected.
        public var input = InputSettings(bias: .pullDown)
        public var debounce = Duration.zero
        public var glitchFilter = Duration.zero
        public var inactivityTimeout = Duration.zero
        public var key: Character?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("line", \.line, .line(), "the line that the sensor drives"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while the sensor detects something"), .debounce(\.debounce),
                Setting(
                    "glitch-filter", \.glitchFilter, .time(.zero ... .seconds(1), example: "5 ms"),
                    "the shortest signal that counts; it is reported after this time"),
                Setting(
                    "inactivity-timeout", \.inactivityTimeout, .time(.zero ... .seconds(24 * 3600), example: "30 s"),
                    "the time without detection after which nothing is there"),
                .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("sensor") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    public static func wires(of settings: Settings) -> [LineWire] {
        [LineWire(settings.line, .input(settings.input), as: .module)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        [
            Control(
                .sense, settings.line, debounce: max(settings.debounce, settings.glitchFilter), keys: [settings.key])
        ]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        try self.init(
            name: name, line: context.input(settings.line, settings.input), debounce: settings.debounce,
            glitch: settings.glitchFilter, inactivityTimeout: settings.inactivityTimeout, queue: context.queue,
            observer: context.observer)
    }

    public var features: [Feature] { [Feature(isInput: true)] }
    public func value(of feature: Int) -> Feature.Value { .toggle(.on(if: isDetecting)) }
}
