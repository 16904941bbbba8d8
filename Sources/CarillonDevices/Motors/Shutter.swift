import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A roller shutter, a blind or an awning, whose motor has one line for each direction.
///
///     controller.connectView(try board.shutter("window").moving { $0.isNight ? 0 : 100 })
///     .routeCase(Effect.move).to(try board.shutter("window").moving())   // the effect carries the position
///
/// Positions are percentages: 0 is closed, 100 is open. They follow from the time for which the motor runs, because the motor
/// reports none. The position is unknown until the shutter has reached an end, whose limit switch stops the motor. The two lines
/// are never on together, and the motor pauses before it turns in the other direction. When a loop that drives the shutter ends,
/// the shutter stops. Its lines are switched off when the program ends for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Shutter: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The present position, in percent; nil while it is unknown. Queue only.
    public var position: Double? { travel.position(at: queue.now).map { $0 * 100 } }
    /// Whether the motor runs, or pauses before it turns in the other direction. Queue only.
    public var isMoving: Bool { travel.wakeUp != nil }

    private let lines: (up: Output, down: Output)
    private let bank: OutputBank
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let views = ViewCount()
    private let alarm: Alarm
    private let listeners: Listeners<Double?>
    private var travel: ShutterTravel
    private var effect: LastingEffect?

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, queue, observer) = (name, context.queue, context.observer)
        lines = (try context.output(settings.up), try context.output(settings.down))
        bank = lines.up.bank
        travel = ShutterTravel(up: settings.upTime, down: settings.downTime, pause: settings.pause)
        (alarm, listeners) = (Alarm(on: queue), Listeners(on: queue))
        alarm.onFire { [unowned self] in advance() }
        views.onDisconnect { [weak self] in self?.stop() }
    }

    // MARK: On any thread; immediately on the queue

    /// Moves to a position. While the position is unknown, the shutter goes to the nearer end first.
    ///
    /// - Parameter position: In percent. Values outside 0 to 100 are clamped to this range; NaN has no effect.
    public func move(to position: Double) { move(to: position, for: nil) }

    /// Stops the motor.
    public func stop() {
        perform { [self] in
            guard isMoving, !bank.isClosed else { return }
            travel.stop(at: queue.now)
            show()
        }
    }

    /// Returns the effect handler that moves to the position, in percent, that the effect carries. The effect ends when the
    /// shutter stops. If the loop ends before that, the shutter stops.
    public func moving<Event: Sendable>() -> AnyEffectHandler<Double, Event> {
        AnyEffectHandler { [self] position, callback in
            let new = LastingEffect(callback)
            move(to: position, for: new)
            return AnonymousDisposable { [self] in perform { [self] in if effect?.id == new.id { stop() } } }
        }
    }

    /// Returns the view that moves to the position, in percent, that `position` returns for each model. nil stops the shutter.
    /// When the loop ends, the shutter stops.
    public func moving<Model>(_ position: @escaping @Sendable (Model) -> Double?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in
            if let position = position(model) { keepMoving(to: position) } else { stop() }
        }
    }

    /// Sends the result of `event` for the position, in percent, at which the shutter stops; nil if it is unknown.
    public func stopped<Event: Sendable>(
        _ event: @escaping @Sendable (Double?) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { consumer(event($0)) } }
    }

    private func keepMoving(to position: Double) {
        perform { [self] in
            if min(max(position, 0), 100) / 100 != travel.goal { move(to: position, for: nil) }
        }
    }

    private func move(to position: Double, for new: LastingEffect?) {
        perform { [self] in
            let old = effect
            effect = new
            old?.end()
            if !position.isNaN, !bank.isClosed { travel.move(to: min(max(position, 0), 100) / 100, at: queue.now) }
            show()
        }
    }

    private func perform(_ action: @escaping @Sendable () -> Void) {
        if queue.isCurrent { action() } else { queue.async(action) }
    }

    // MARK: On the queue

    private func advance() {
        guard !bank.isClosed else { return }
        travel.advance(to: queue.now)
        show()
    }

    private func show() {
        guard !bank.isClosed else { return endEffect() }
        let wasRunning = lines.up.isOn || lines.down.isOn
        bank.performBatchUpdates {
            lines.up.begin(.steady(travel.direction == .up))
            lines.down.begin(.steady(travel.direction == .down))
        }
        // The position is reported once a second.
        alarm.set(to: travel.wakeUp.map { min($0, queue.now + .seconds(1)) })
        observer.changed()
        guard !isMoving else { return }
        endEffect()
        if wasRunning { listeners.notify(position) }
    }

    private func endEffect() {
        effect?.end()
        effect = nil
    }
}

/// The movement of a shutter, as a state machine over times. Positions are from 0, closed, to 1, open.
struct ShutterTravel {
    enum Direction { case up, down }

    private enum Phase {
        case resting
        case pausing(until: Duration)
        case running(Direction, since: Duration, until: Duration)
    }

    /// The times from one end to the other.
    let up, down: Duration
    /// The time without current before the motor turns in the other direction.
    let pause: Duration
    /// The position to which the shutter moves, or the most recent one; nil before the first movement, and after a stop.
    private(set) var goal: Double?

    private var phase = Phase.resting
    /// The position at the beginning of the phase.
    private var start: Double?
    /// The positions that are yet to be reached, in their order.
    private var goals: [Double] = []
    /// The most recent direction of the motor, and the time at which the motor was switched off.
    private var last: (direction: Direction, end: Duration)?

    init(up: Duration, down: Duration, pause: Duration) { (self.up, self.down, self.pause) = (up, down, pause) }

    /// The direction in which the motor runs; nil if it does not.
    var direction: Direction? { if case .running(let direction, _, _) = phase { direction } else { nil } }

    /// The time of the next change; nil if the shutter is at rest.
    var wakeUp: Duration? {
        switch phase {
        case .resting: nil
        case .pausing(let end), .running(_, _, let end): end
        }
    }

    func position(at now: Duration) -> Double? {
        guard case .running(let direction, let since, _) = phase, let start else { return start }
        let way = (now - since) / (direction == .up ? up : down)
        return min(max(start + (direction == .up ? way : -way), 0), 1)
    }

    mutating func move(to new: Double, at now: Duration) {
        halt(at: now)
        goal = new
        let isBetween = new > 0 && new < 1
        goals = start == nil && isBetween ? [new.rounded(), new] : [new]
        begin(at: now)
    }

    mutating func stop(at now: Duration) {
        halt(at: now)
        (goal, goals, phase) = (nil, [], .resting)
    }

    mutating func advance(to now: Duration) {
        guard let wakeUp, now >= wakeUp else { return }
        if case .running(let direction, _, _) = phase {
            (start, last) = (goals.removeFirst(), (direction, now))
        }
        begin(at: now)
    }

    /// Notes what the motor has done so far.
    private mutating func halt(at now: Duration) {
        start = position(at: now)
        if let direction { last = (direction, now) }
    }

    /// Begins the way to the next goal. The way to an end takes a tenth more, in which the limit switch stops the motor, so that
    /// errors do not add up.
    private mutating func begin(at now: Duration) {
        while let goal = goals.first, goal == start { goals.removeFirst() }
        guard let goal = goals.first else {
            phase = .resting
            return
        }
        let direction: Direction = goal > start ?? 1 - goal ? .up : .down
        if let last, last.direction != direction, now < last.end + pause {
            phase = .pausing(until: last.end + pause)
            return
        }
        let time = direction == .up ? up : down
        let way = start.map { abs(goal - $0) } ?? 1
        phase = .running(direction, since: now, until: now + time * way + (goal == 0 || goal == 1 ? time / 10 : .zero))
    }
}

extension Shutter: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The line that opens the shutter.
        public var up = LineReference.unknown
        /// The line that closes the shutter.
        public var down = LineReference.unknown
        /// Whether a low voltage switches the motor on.
        public var isActiveLow = false
        /// The time from closed to open, from 1 s to 5 min.
        public var upTime = Duration.seconds(20)
        /// The time from open to closed, from 1 s to 5 min.
        public var downTime = Duration.seconds(20)
        /// The time without current before the motor turns in the other direction, from 0.1 s to 10 s.
        public var pause = Duration.milliseconds(500)

        public init() {}

        public static var fields: [Field<Self>] {
            let times = Duration.seconds(1) ... .seconds(300)
            return [
                Field("up", \.up, .line(example: "GPIO5"), "the line that opens the shutter"),
                Field("down", \.down, .line(example: "GPIO6"), "the line that closes the shutter"),
                .active(\.isActiveLow, "the voltage that switches the motor on"),
                Field("up-time", \.upTime, .time(times, example: "20 s"), "the time from closed to open"),
                Field("down-time", \.downTime, .time(times, example: "20 s"), "the time from open to closed"),
                Field(
                    "pause", \.pause, .time(.milliseconds(100)...(.seconds(10)), example: "500 ms"),
                    "the time without current before the motor turns in the other direction"),
            ]
        }

        public static var example: String { "{up: GPIO5, down: GPIO6}" }
    }

    public static var kind: DeviceKind { DeviceKind("shutter") }

    public static func wires(of settings: Settings) -> [Wire] {
        [("up", settings.up), ("down", settings.down)].map { end, line in
            Wire(line, terminal: end, .output(isActiveLow: settings.isActiveLow), as: .module)
        }
    }

    /// Cancels the movement. The board then makes the lines safe.
    public func close() {
        alarm.cancel()
        listeners.removeAll()
    }

    /// The position. Setting it to no number stops the shutter.
    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven, role: .cover)] }

    public func value(of feature: Int) -> Feature.Value {
        .level(position.map { $0.rounded() }, Feature.Scale(0...100, step: 1, unit: " %", hasOff: true))
    }

    public func set(_ feature: Int, to value: Feature.Value) {
        if let position = value.number { move(to: position) } else { stop() }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a shutter, whose motor is switched by two relays or by a driver with two inputs.
    ///
    /// - Parameters:
    ///   - up: The line that opens the shutter.
    ///   - down: The line that closes the shutter.
    public static func shutter(
        _ name: String, up: String, down: String, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column,
        set: (inout Shutter.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Shutter.self, name, file, sourceLine, column, set) {
            ($0.up, $0.down) = (WiringReference(up), WiringReference(down))
        }
    }
}

extension DeviceFinder {
    /// Returns the shutter that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func shutter(_ name: String) throws(BoardError) -> Shutter { try device(Shutter.self, name) }
}
