import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A switch that stays where it is put: a toggle switch, a door contact, a jumper.
///
///     .withEventSource(try board.switch("armed").changed { .armed($0) })
public final class Switch: Sendable {
    /// What the wiring calls it.
    public let name: String
    private let contact: Contact

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Active while the switch is on. It becomes the switch's, which gives it back in `close()`.
    ///   - debounce: The longest pause in the contact's chatter to expect.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails, and when edges of it are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, queue: any Scheduler, observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        contact = try Contact(
            name: name, line: line, debounce: debounce, absence: .isUnchanged, queue: queue, observer: observer)
    }

    /// Whether it is on. On the queue only.
    public var isOn: Bool { contact.level == .active }

    /// How many edges of its line have been lost, as far as can be told. On the queue only.
    public var lostEdges: Int { contact.lostEdges }

    /// Tells `handler` each change from now on. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        contact.listeners.add { change in handler(change.isActive) }
    }

    /// Sends what `event` makes of the switch as it is when the loop starts, and of each change after that.
    public func changed<Event: Sendable>(_ event: @escaping @Sendable (Bool) -> Event) -> AnyEventSource<Event> {
        .level(on: contact.queue, { self.isOn }, changes: { self.observe($0) }, event)
    }

    /// Gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() { contact.close() }
}

extension Switch: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The line.
        public var line = LineReference.unknown
        /// How the program reads the line.
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// The longest pause while the contact chatters, from 0 to 1 s.
        public var debounce = Duration.milliseconds(20)
        /// The key that flips it on a simulated board.
        public var key: Character?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", line: \.line, "the line that its contact closes"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while it is on"), .debounce(\.debounce), .key(\.key),
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

    public var features: [Feature] { [Feature { .toggle(.steady(self.isOn)) }] }
}

extension Wiring.Entry {
    /// A switch, from the line to ground unless `bias` and `isActiveLow` say otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the contact chatters, from 0 to 1 s.
    ///   - key: The key that flips it on the simulated board.
    public static func `switch`(
        _ name: String, line: String, bias: Bias = .pullUp, isActiveLow: Bool = true,
        debounce: Duration = .milliseconds(20), key: Character? = nil, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(Switch.self, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.input = InputSettings(bias: bias, isActiveLow: isActiveLow)
            settings.debounce = debounce
            settings.key = key
        }
    }
}

extension DeviceFinder {
    /// The switch that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such switch.
    public func `switch`(_ name: String) throws(BoardError) -> Switch { try device(Switch.self, name) }
}
