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
    private let alarm: Alarm
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
        alarm = Alarm(on: queue)
        listeners = Listeners(on: queue)
        super.init(contact)
        alarm.onFire(timerFired)
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
    public func detected<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> { becomes(true, event) }

    /// Sends `event` when the sensor has detected nothing for the inactivity timeout.
    public func quiet<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> { becomes(false, event) }

    public override func close() {
        alarm.cancel()
        super.close()
    }

    private func timerFired() {
        contact.verify()
        perform(inactivity.timerFired(at: queue.now))
    }

    private func perform(_ actions: InactivityTimer.Actions) {
        alarm.set(to: actions.wakeUp)
        guard let isDetecting = actions.report else { return }
        observer.changed()
        listeners.notify(isDetecting)
    }
}

extension Sensor: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line of the sensor's output.
        public var line = LineReference.unknown
        /// The settings for reading the line; by default with a pull-down resistor, and active at a high voltage. Most sensors
        /// drive the line, so the resistor only serves a line to which no sensor is connected.
        public var input = InputSettings(bias: .pullDown)
        /// The longest pause between edges while the line chatters, from 0 to 1 s; zero by default.
        public var debounce = Duration.zero
        /// The shortest signal that counts, from 0 to 1 s. Shorter signals are ignored as glitches.
        public var glitchFilter = Duration.zero
        /// The time without a signal after which the sensor reports that nothing is there, from 0 to 1 day.
        public var inactivityTimeout = Duration.zero
        /// The key that triggers the sensor briefly on a simulated board; nil selects a free key.
        public var key: Character?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", \.line, .line(), "the line that the sensor drives"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while the sensor detects something"), .debounce(\.debounce),
                Field(
                    "glitch-filter", \.glitchFilter, .time(.zero ... .seconds(1), example: "5 ms"),
                    "the shortest signal that counts; it is reported after this time"),
                Field(
                    "inactivity-timeout", \.inactivityTimeout, .time(.zero ... .seconds(24 * 3600), example: "30 s"),
                    "the time without detection after which nothing is there"),
                .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("sensor") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .input(settings.input), as: .module)]
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
    public func value(of feature: Int) -> Feature.Value { .toggle(.steady(isDetecting)) }
}

extension Wiring.Entry {
    /// Returns an entry for a sensor. By default, the sensor drives the line high while it detects something.
    public static func sensor(
        _ name: String, line: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Sensor.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Sensor.self, name, file, sourceLine, column, set) { $0.line = WiringReference(line) }
    }
}

extension DeviceFinder {
    /// Returns the sensor that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func sensor(_ name: String) throws(BoardError) -> Sensor { try device(Sensor.self, name) }
}
