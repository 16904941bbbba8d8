import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A knob that turns endlessly, and often has a button.
///
///     .withEventSource(try board.encoder("volume").turned { .volume(by: $0) })
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class RotaryEncoder: @unchecked Sendable {
    /// The number of steps per cycle of the knob's contacts.
    public enum StepsPerCycle: Int, CaseIterable, Sendable {
        /// A knob that clicks into place where both contacts are open; the most common kind.
        case one = 1
        /// A knob that clicks into place where both contacts are open, and where both are closed.
        case two = 2
        /// A knob without clicks. Each of the four changes in a cycle is a step, so a bouncing contact causes steps back and
        /// forth.
        case four = 4
    }

    /// The name in the wiring.
    public let name: String
    /// The knob's button; nil if the wiring has none.
    public let button: Button?
    /// The number of edges of the contacts and the button known to be lost. May be read from any thread.
    public var lostEdges: Int { lost.load(ordering: .relaxed) + (button?.lostEdges ?? 0) }

    /// The number of steps to the right minus the number of steps to the left, since the start. Queue only.
    public private(set) var position = 0

    private let lines: [any InputLine]
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let listeners: Listeners<Turn>
    private var quadrature: Quadrature
    private var levels: [Level]
    private var isClosed = false
    private var isAway = false
    private let steps: StepsPerCycle
    private let lost = Atomic(0)
    /// The time of the last step; nil before the first one.
    private var lastStep: Duration?
    /// The edges of both lines that are not decoded yet.
    private var edges: [(edge: Edge, line: Int)] = []
    private var decode: @Sendable () -> Void = {}

    /// Starts watching the lines. Call on the queue.
    ///
    /// - Parameters:
    ///   - a: The line of contact A, active while the contact is closed. When the knob is turned to the right, A closes before
    ///     B. The encoder takes over both lines and releases them in `close()`.
    ///   - b: The line of contact B, active while the contact is closed.
    ///   - button: The knob's button, which the encoder takes over and closes; nil for none.
    ///   - steps: The number of steps per cycle of the contacts.
    ///   - queue: The lines' queue.
    ///   - observer: Notified of each turn, and when a line fails.
    /// - Throws: `GPIOError.chipGone` or `.system` if a line cannot be read or watched.
    public init(
        name: String, a: any InputLine, b: any InputLine, button: Button? = nil, steps: StepsPerCycle = .one,
        queue: any Scheduler, observer: DeviceObserver
    ) throws(GPIOError) {
        self.name = name
        self.button = button
        self.queue = queue
        self.observer = observer
        self.steps = steps
        listeners = Listeners(on: queue)
        lines = [a, b]
        do {
            levels = [try a.level(), try b.level()]
            quadrature = Quadrature(a: levels[0], b: levels[1], steps: steps)
            decode = decodeEdges
            for (index, line) in lines.enumerated() {
                try line.watch { [self] edge in follow(edge, of: index) }
            }
        } catch {
            for line in lines { line.close() }
            button?.close()
            throw error
        }
    }

    /// Calls `handler` on each turn with the number of steps: positive to the right, negative to the left. May be
    /// called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: A disposable that removes the handler.
    public func observe(_ handler: @escaping @Sendable (Int) -> Void) -> any Disposable {
        listeners.add { handler($0.steps) }
    }

    /// A turn: its steps, and the time for each of them.
    private struct Turn {
        let steps: Int
        let pace: Duration?
    }

    /// Sends the result of `event` for each turn, in steps: positive to the right, negative to the left.
    public func turned<Event: Sendable>(send event: @escaping @Sendable (Int) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in observe { steps in consumer(event(steps)) } }
    }

    /// Sends the result of `event` for each turn, with its steps and its pace, so that a fast turn can count for more:
    ///
    ///     knob.turned { steps, pace in .volume(by: pace.map { $0 < .milliseconds(40) } ?? false ? steps * 4 : steps) }
    ///
    /// - Parameter event: Receives the steps, positive to the right and negative to the left, and the pace: the time since
    ///   the turn before, in either direction, divided by the number of steps. The pace is measured with the kernel's
    ///   timestamps. It is nil for the first turn, and for the first one after an absence of the chip.
    public func turned<Event: Sendable>(
        send event: @escaping @Sendable (_ steps: Int, _ pace: Duration?) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { consumer(event($0.steps, $0.pace)) } }
    }

    /// Releases the lines. Call on the queue, last; a second call has no effect.
    public func close() {
        queue.assertCurrent()
        guard !isClosed else { return }
        isClosed = true
        for line in lines { line.close() }
        button?.close()
        decode = {}
    }

    /// Collects the edges of both lines, which are in order for each line only. They are sorted when both lines have
    /// delivered their pending edges, which is before the queue runs work.
    private func follow(_ edge: Result<Edge, GPIOError>, of line: Int) {
        queue.assertCurrent()
        switch edge {
        case .success(let edge):
            if edges.isEmpty { queue.async(decode) }
            edges.append((edge, line))
        case .failure(let error):
            if case .chipGone = error { isAway = true } else { observer.didFail(error) }
        }
    }

    private func decodeEdges() {
        queue.assertCurrent()
        edges.sort { $0.edge.time < $1.edge.time }
        if isAway { return restart() }
        var (steps, missed) = (0, 0)
        let time = edges.last?.edge.time
        for (edge, line) in edges {
            missed += edge.missed
            levels[line] = edge.level
            steps += quadrature.contacts(a: levels[0], b: levels[1])
        }
        if missed > 0 {
            lost.add(missed, ordering: .relaxed)
            for (index, line) in lines.enumerated() { levels[index] = (try? line.level()) ?? levels[index] }
            steps += quadrature.contacts(a: levels[0], b: levels[1])
        }
        edges.removeAll(keepingCapacity: true)
        guard steps != 0, !isClosed else { return }
        position += steps
        let pace = lastStep.flatMap { last in time.map { ($0 - last) / abs(steps) } }
        lastStep = time
        observer.changed()
        listeners.notify(Turn(steps: steps, pace: pace))
    }

    /// Starts anew when both lines are back. Turns in the meantime were not seen and are not steps.
    private func restart() {
        isAway = false
        for (edge, line) in edges { levels[line] = edge.level }
        edges.removeAll(keepingCapacity: true)
        quadrature = Quadrature(a: levels[0], b: levels[1], steps: steps)
        lastStep = nil
    }
}

extension RotaryEncoder: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var a = LineReference.unknown
        public var b = LineReference.unknown
        public var button: Button.Settings?
        public var input = InputSettings(bias: .pullUp, isActiveLow: true)
        public var steps = StepsPerCycle.one
        public var keys: String?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting(
                    "a", \.a, .line(example: "GPIO5"),
                    "the line of contact A, which closes first when the knob turns right"),
                Setting("b", \.b, .line(example: "GPIO6"), "the line of contact B"),
                Setting("button", \.button, .optional(.part(Button.self)), "the knob's button, if it has one"),
                .bias(\.input.bias), .active(\.input.isActiveLow, "the voltage while a contact is closed"),
                Setting(
                    "steps", \.steps, .choice(StepsPerCycle.allCases.map { ("\($0.rawValue)", $0) }),
                    "the steps per cycle of the contacts"),
                Setting(
                    "keys", \.keys, .optional(keys),
                    "the keys that turn the knob left and right on the simulated board; by default, free ones"
                ),
            ]
        }

        private static var keys: Notation<String> {
            Notation(
                "two visible ASCII characters other than q, for left and right", example: "\"<>\"",
                parse: { $0.count == 2 && $0.allSatisfy(\.canBePressed) ? $0 : nil }, text: { $0 })
        }

        public static var example: String { "{a: GPIO5, b: GPIO6}" }
    }

    public static var kind: DeviceKind { DeviceKind("encoder") }

    private static let scale = Feature.Scale(step: 1)

    public static func entityForm(of settings: Settings) -> EntityForm? { .number(scale) }

    public static func wires(of settings: Settings) -> [LineWire] {
        let contacts = [("a", settings.a), ("b", settings.b)].map { end, line in
            LineWire(line, terminal: end, .input(settings.input), as: .toggle)
        }
        guard let button = settings.button else { return contacts }
        return contacts + [LineWire(button.line, terminal: "button", .input(button.input), as: .contact)]
    }

    public static func controls(of settings: Settings) -> [Control] {
        let knob = Control(
            .turn(stepsPerCycle: settings.steps.rawValue), settings.a, settings.b,
            keys: settings.keys.map(Array.init) ?? [nil, nil])
        return [knob] + (settings.button.map { [Button.control("button", of: $0)] } ?? [])
    }

    /// Returns an entry for a knob with a button.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.encoder(name, a: freeLine(), b: freeLine(), button: freeLine())]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        let button = try settings.button.map { try Button(name, $0, in: context.part(1)) }
        var lines: [any InputLine] = []
        do {
            for line in [settings.a, settings.b] { lines.append(try context.input(line, settings.input)) }
        } catch {
            for line in lines { line.close() }
            button?.close()
            throw error
        }
        try self.init(
            name: name, a: lines[0], b: lines[1], button: button, steps: settings.steps, queue: context.queue,
            observer: context.observer)
    }

    public var features: [Feature] {
        [Feature(isInput: true, hasGestures: true)] + (button.map { [$0.feature("button")] } ?? [])
    }

    public func value(of feature: Int) -> Feature.Value {
        guard feature > 0, let button else { return .level(Double(position), Self.scale) }
        return button.value(of: 0)
    }

    public func observeGestures(
        of feature: Int, _ handler: @escaping @Sendable (Feature.Gesture) -> Void
    ) -> (any Disposable)? {
        guard feature > 0, let button else { return observe { handler(.turned($0)) } }
        return button.observeGestures(of: 0, handler)
    }
}

extension Wiring.Entry {
    /// Returns an entry for a rotary encoder, by default with contacts from the lines to ground.
    ///
    /// - Parameters:
    ///   - a: The line of contact A, which closes first when the knob is turned to the right.
    ///   - b: The line of contact B.
    ///   - button: The line of the knob's button; nil if it has none. `set` changes the button's other settings: `{
    ///     $0.button?.debounce = .milliseconds(5) }`.
    public static func encoder(
        _ name: String, a: String, b: String, button: String? = nil, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column,
        set: (inout RotaryEncoder.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(RotaryEncoder.self, name, file, sourceLine, column, set) { settings in
            settings.a = WiringReference(a)
            settings.b = WiringReference(b)
            settings.button = button.map { line in Button.Settings { $0.line = WiringReference(line) } }
        }
    }
}
