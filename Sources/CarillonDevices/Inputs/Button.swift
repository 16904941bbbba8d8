import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A push button on an input line: pressed, released, held, clicked.
///
///     .withEventSource(try board.button("plus").pressed(CounterEvent.increment))
///
/// A press is told from the first edge, without waiting for the contact to settle. Whatever edges are lost, its state ends
/// at the line's real level; while its chip is away it is released.
///
/// `changed` and `observe` report the level. Presses, holds and clicks are reported only if they were seen from their
/// beginning: not those of a button that is down already when the loop starts, or when its chip comes back.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Button: @unchecked Sendable {
    /// How the presses of a button are understood.
    public struct Timing: Equatable, Sendable {
        /// How long a press is a hold, and no click.
        public var hold: Duration
        /// How long after a hold, and after each repetition, it is told again, where that is asked for.
        public var repetition: Duration
        /// The longest pause between clicks that count together.
        public var clickPause: Duration

        /// A hold of 1 s, told again 5 times a second; 300 ms between clicks; unless it is said otherwise.
        public init(
            hold: Duration = .seconds(1), repetition: Duration = .milliseconds(200),
            clickPause: Duration = .milliseconds(300)
        ) {
            self.hold = hold
            self.repetition = repetition
            self.clickPause = clickPause
        }
    }

    /// What the wiring calls it.
    public let name: String
    /// How its presses are understood.
    public let timing: Timing

    let contact: Contact
    var queue: any Scheduler { contact.queue }

    /// Begins to watch the line. To be called on the queue.
    ///
    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - line: Active while the button is pressed. It becomes the button's, which gives it back in `close()`.
    ///   - debounce: The longest pause in the contact's chatter to expect: 5 to 20 ms. Zero believes every edge.
    ///   - timing: How its presses are understood.
    ///   - queue: That of the line.
    ///   - observer: Is told when the line fails, and when edges of it are lost.
    /// - Throws: `GPIOError.chipGone` or `.system` if the line cannot be read or watched.
    public init(
        name: String, line: any InputLine, debounce: Duration, timing: Timing = Timing(), queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        self.timing = timing
        contact = try Contact(
            name: name, line: line, debounce: debounce, absence: .isInactive, queue: queue, observer: observer)
    }

    /// Whether it is pressed now. On the queue only.
    public var isPressed: Bool { contact.level == .active }

    /// The longest hold that a listener has asked for; nil if none has asked for holds or clicks. Queue only.
    package internal(set) var longestHold: Duration?

    /// How many edges of its line have been lost, as far as can be told. On the queue only.
    public var lostEdges: Int { contact.lostEdges }

    /// Calls `handler` when the button is pressed (true) and released (false) from now on. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: Disposed, the handler is not called any more.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        contact.listeners.add { change in handler(change.isActive) }
    }

    /// Gives the line back. To be called on the queue, as the last thing; a second call has no effect.
    public func close() { contact.close() }
}

extension Button: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The line.
        public var line = LineReference.unknown
        /// How the program reads the line.
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        /// A press is reported at its first edge anyway, so the default suits cheap buttons.
        public var debounce = Duration.milliseconds(20)
        /// How its presses are understood.
        public var timing = Timing()
        /// The key that presses it on a simulated board.
        public var key: Character?

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("line", line: \.line, "the line that its contact closes"), .bias(\.input.bias),
                .active(\.input.isActiveLow, "the voltage while it is pressed"), .debounce(\.debounce),
                .time("hold", \.timing.hold, atMost: .seconds(60), example: "1 s", "how long a press is a hold"),
                .time(
                    "repeat", \.timing.repetition, atLeast: .milliseconds(1), atMost: .seconds(60), example: "200 ms",
                    "how long after that a hold is repeated, where the code asks for it"),
                .time(
                    "click-pause", \.timing.clickPause, atMost: .seconds(5), example: "300 ms",
                    "the longest pause between clicks that count together"),
                .key(\.key),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("button") }

    public static func wires(of settings: Settings) -> [Wire] {
        [Wire(settings.line, .input(settings.input), as: .contact)]
    }

    public static func controls(of settings: Settings) -> [Control] { [control("", of: settings)] }

    /// The control that presses it, by the name of the feature that it changes.
    static func control(_ feature: String, of settings: Settings) -> Control {
        Control(
            .press(hold: settings.timing.hold, clickPause: settings.timing.clickPause), of: feature, settings.line,
            debounce: settings.debounce, keys: [settings.key])
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        try self.init(
            name: name, line: context.input(settings.line, settings.input), debounce: settings.debounce,
            timing: settings.timing, queue: context.queue, observer: context.observer)
    }

    public var features: [Feature] { [feature("")] }

    /// The feature that is pressed, by the name that it has among those of its device.
    func feature(_ name: String) -> Feature {
        Feature(name, longestHold: { self.longestHold }, { .press(self.isPressed) })
    }
}

extension Wiring.Entry {
    /// A push button, from the line to ground unless `bias` and `isActiveLow` say otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the contact chatters, from 0 to 1 s.
    ///   - timing: How long a hold is, and the other times of holds and clicks.
    ///   - key: The key that presses it on the simulated board.
    public static func button(
        _ name: String, line: String, bias: Bias = .pullUp, isActiveLow: Bool = true,
        debounce: Duration = .milliseconds(20), timing: Button.Timing = Button.Timing(), key: Character? = nil,
        file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return .device(Button.self, name, at: position) { settings in
            settings.line = Reference(name: line, position: position)
            settings.input = InputSettings(bias: bias, isActiveLow: isActiveLow)
            settings.debounce = debounce
            settings.timing = timing
            settings.key = key
        }
    }
}

extension DeviceFinder {
    /// The button that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such button.
    public func button(_ name: String) throws(BoardError) -> Button { try device(Button.self, name) }

    /// The event source of some buttons: what event a press of which button is.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such button.
    public func buttons<Event: Sendable>(_ events: [String: Event]) throws(BoardError) -> ButtonPresses<Event> {
        var pairs: [(Button, Event)] = []
        for (name, event) in events { pairs.append((try button(name), event)) }
        return ButtonPresses(pairs)
    }
}
