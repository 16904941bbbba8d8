import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A sensor that says yes or no: of motion, light, rain, a magnet.
///
///     .withEventSource(try board.sensor("hall").changed { $0 ? .somebodyCame : .nobodyIsThere })
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Sensor: @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    private let contact: Contact
    private let alarm: Alarm
    private let listeners: Listeners<Bool>
    private var quietTime: QuietTime

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Active while there is something. It becomes the sensor's, which gives it back in `close()`.
    ///   - debounce: How long a pause in the line's chatter to expect; zero for sensors that do not chatter.
    ///   - quiet: How long the line must be inactive until the sensor says that nothing is there.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails, and when edges of it are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration = .zero, quiet: Duration, queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        contact = try Contact(
            name: name, line: line, debounce: debounce, absence: .isInactive, queue: queue, observer: observer)
        quietTime = QuietTime(level: contact.level, period: quiet)
        alarm = Alarm(on: queue)
        listeners = Listeners(on: queue)
        alarm.rings(timeCame)
        // The contact removes it in `close()`.
        _ = contact.listeners.add { [self] change in perform(quietTime.line(is: change.level, at: change.time)) }
    }

    /// Whether something is there, or was a short while ago. On the queue only.
    public var isDetecting: Bool { quietTime.isDetecting }

    /// How many edges of its line have been lost, as far as can be told. On the queue only.
    public var lostEdges: Int { contact.lostEdges }

    /// Tells `handler` when something is there (true), and when nothing is any more (false). May be called from any
    /// thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        listeners.add(handler)
    }

    /// Sends what `event` makes of whether something is there when the loop starts, and of each change after that.
    public func changed<Event: Sendable>(_ event: @escaping @Sendable (Bool) -> Event) -> AnyEventSource<Event> {
        .level(on: contact.queue, { self.isDetecting }, changes: { self.observe($0) }, event)
    }

    /// Sends `event` when something comes. What is there already when the loop starts is told by `changed`.
    public func detected<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            observe { isDetecting in
                if isDetecting { consumer(event) }
            }
        }
    }

    /// Sends `event` when nothing has been there for a while.
    public func quiet<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            observe { isDetecting in
                if !isDetecting { consumer(event) }
            }
        }
    }

    /// Gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() {
        alarm.cancel()
        contact.close()
    }

    private func timeCame() {
        contact.verify()
        perform(quietTime.timeCame(at: contact.queue.now))
    }

    private func perform(_ actions: QuietTime.Actions) {
        alarm.set(to: actions.wakeUp)
        if let isDetecting = actions.report { listeners.tell(isDetecting) }
    }
}

extension Sensor: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The line.
        public var line = LineReference.unknown
        /// Most sensors drive their output; the resistor is for the moment when nothing is plugged in.
        public var input = InputSettings(bias: .pullDown)
        /// The longest pause while the contact chatters, from 0 to 1 s.
        public var debounce = Duration.zero
        /// How long there must be no sign until nothing is there, from 0 to a day.
        public var quiet = Duration.zero
        /// The key that shows it something for a moment on a simulated board.
        public var key: Character?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", line: \.line, "the line that it drives"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while there is something"), .debounce(\.debounce),
                .time(
                    "quiet", \.quiet, atMost: .seconds(24 * 3600), example: "30 s",
                    "how long there must be no sign until nothing is there"),
                .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("sensor") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .input(settings.input), as: .module)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        [Control(.sense, settings.line, debounce: settings.debounce, keys: [settings.key])]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        try self.init(
            name: name, line: context.input(settings.line, settings.input), debounce: settings.debounce,
            quiet: settings.quiet, queue: context.queue, observer: context.observer)
    }

    public var features: [Feature] { [Feature { .toggle(.steady(self.isDetecting)) }] }
}

extension Wiring.Entry {
    /// A sensor that drives its line high when there is something, unless `isActiveLow` says otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the sensor chatters, from 0 to 1 s.
    ///   - quiet: How long there must be no sign until it reports that nothing is there, at most a day.
    ///   - key: The key that shows it something for a moment on the simulated board.
    public static func sensor(
        _ name: String, line: String, bias: Bias = .pullDown, isActiveLow: Bool = false, debounce: Duration = .zero,
        quiet: Duration = .zero, key: Character? = nil, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(Sensor.self, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.input = InputSettings(bias: bias, isActiveLow: isActiveLow)
            settings.debounce = debounce
            settings.quiet = quiet
            settings.key = key
        }
    }
}

extension DeviceFinder {
    /// The sensor that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such sensor.
    public func sensor(_ name: String) throws(BoardError) -> Sensor { try device(Sensor.self, name) }
}
