import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A roller shutter, a blind or an awning, whose motor has one line for each direction.
///
///     controller.connectView(try board.shutter("window").view { $0.isNight ? 0 : 100 })
///     .routeCase(Effect.move).to(try board.shutter("window").handler { $0 })   // the effect carries the position
///
/// Positions are percentages: 0 is closed, 100 is open. They follow from the time for which the motor runs, because the motor
/// reports none. The position is unknown until the shutter has reached an end, whose limit switch stops the motor. The two lines
/// are never on together, and the motor pauses before it turns in the other direction. When a loop that drives the shutter ends,
/// the shutter stops. Its lines are switched off when the program ends for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Shutter: Settable, @unchecked Sendable {
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
    public let views = ViewCount()
    private let timer: ResettableTimer
    private let listeners: Listeners<Double?>
    private var travel: ShutterTravel
    private var effect: LastingEffect?

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, queue, observer) = (name, context.queue, context.observer)
        lines = (try context.output(settings.up), try context.output(settings.down))
        bank = lines.up.bank
        travel = ShutterTravel(up: settings.upTime, down: settings.downTime, pause: settings.pause)
        (timer, listeners) = (ResettableTimer(on: queue), Listeners(on: queue))
        timer.onFire { [unowned self] in advance() }
        views.onDisconnect { [weak self] in self?.stop() }
    }

    // MARK: On any thread; immediately on the queue

    /// Moves to a position. May be called from any thread. While the position is unknown, the shutter goes to the nearer
    /// end first. At an end, a command for this end runs the motor for the whole way, because another switch may have moved
    /// the shutter.
    ///
    /// - Parameter position: In percent. Values outside 0 to 100 are clamped to this range; NaN has no effect. nil stops the
    ///   motor.
    public func set(_ position: Double?) {
        if let position { move(to: position, for: nil) } else { stop() }
    }

    /// Stops the motor. May be called from any thread.
    public func stop() {
        queue.performOrEnqueue { [self] in
            guard isMoving, !bank.isClosed else { return }
            travel.stop(at: queue.now)
            show()
        }
    }

    /// Moves to a position, in percent, for an effect, which ends when the shutter stops. nil stops the motor. If the loop
    /// ends before that, the shutter stops.
    public func handle<Event: Sendable>(_ position: Double?, _ callback: EffectCallback<Event>) -> any Disposable {
        guard let position else {
            stop()
            callback.end()
            return EmptyDisposable()
        }
        let new = LastingEffect(callback)
        move(to: position, for: new)
        return AnonymousDisposable { [self] in
            queue.performOrEnqueue { [self] in if effect?.id == new.id { stop() } }
        }
    }

    /// Returns the view that moves the shutter. `position` returns the position for each model, in percent; nil stops the
    /// shutter. When the loop ends, the shutter stops.
    public func view<Model>(_ position: @escaping @Sendable (Model) -> Double?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in
            if let position = position(model) { keepMoving(to: position) } else { stop() }
        }
    }

    /// Sends the result of `event` for the position, in percent, at which the shutter stops; nil if it is unknown.
    public func stopped<Event: Sendable>(
        send event: @escaping @Sendable (Double?) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { consumer(event($0)) } }
    }

    private func keepMoving(to position: Double) {
        queue.performOrEnqueue { [self] in
            if min(max(position, 0), 100) / 100 != travel.goal { move(to: position, for: nil) }
        }
    }

    private func move(to position: Double, for new: LastingEffect?) {
        queue.performOrEnqueue { [self] in
            let old = effect
            effect = new
            old?.end()
            if !position.isNaN, !bank.isClosed { travel.move(to: min(max(position, 0), 100) / 100, at: queue.now) }
            show()
        }
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
            lines.up.begin(.on(if: travel.direction == .up))
            lines.down.begin(.on(if: travel.direction == .down))
        }
        // The position is reported once a second.
        timer.set(to: travel.wakeUp.map { min($0, queue.now + .seconds(1)) })
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
        guard new != goal || wakeUp == nil else { return }
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

    /// Notes what the motor has done so far. A way to an end at which the shutter was believed to be has no known middle.
    private mutating func halt(at now: Duration) {
        guard let direction else { return }
        start = isAt(direction == .up ? 1 : 0) ? nil : position(at: now)
        last = (direction, now)
    }

    /// Whether the shutter was at this position, to the percent, at the beginning of the phase.
    private func isAt(_ goal: Double) -> Bool { start.map { abs($0 - goal) < 0.005 } ?? false }

    /// Begins the way to the next goal. The way to an end takes a tenth more, in which the limit switch stops the motor, so that
    /// errors do not add up. It takes the whole time if the shutter is believed to be there: another switch may have moved it.
    private mutating func begin(at now: Duration) {
        while let goal = goals.first, goal == start, goal > 0, goal < 1 { goals.removeFirst() }
        guard let goal = goals.first else {
            phase = .resting
            return
        }
        let direction: Direction = goal == 1 || goal > start ?? 0 ? .up : .down
        if let last, last.direction != direction, now < last.end + pause {
            phase = .pausing(until: last.end + pause)
            return
        }
        let (time, isEnd) = (direction == .up ? up : down, goal == 0 || goal == 1)
        let way = isAt(goal) && isEnd ? 1 : start.map { abs(goal - $0) } ?? 1
        phase = .running(direction, since: now, until: now + time * way + (isEnd ? time / 10 : .zero))
    }
}

extension Shutter: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var up = LineReference.unknown
        public var down = LineReference.unknown
        public var isActiveLow = false
        public var upTime = Duration.seconds(20)
        public var downTime = Duration.seconds(20)
        public var pause = Duration.milliseconds(500)

        public init() {}

        public static var fields: [Setting<Self>] {
            let times = Duration.seconds(1) ... .seconds(300)
            return [
                Setting("up", \.up, .line(example: "GPIO5"), "the line that opens the shutter"),
                Setting("down", \.down, .line(example: "GPIO6"), "the line that closes the shutter"),
                .active(\.isActiveLow, "the voltage that switches the motor on"),
                Setting("up-time", \.upTime, .time(times, example: "20 s"), "the time from closed to open"),
                Setting("down-time", \.downTime, .time(times, example: "20 s"), "the time from open to closed"),
                Setting(
                    "pause", \.pause, .time(.milliseconds(100)...(.seconds(10)), example: "500 ms"),
                    "the time without current before the motor turns in the other direction"),
            ]
        }

        public static var example: String { "{up: GPIO5, down: GPIO6}" }
    }

    public static var kind: DeviceKind { DeviceKind("shutter") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .cover }

    public static func wires(of settings: Settings) -> [LineWire] {
        [("up", settings.up), ("down", settings.down)].map { end, line in
            LineWire(
                line, terminal: end, .output(isActiveLow: settings.isActiveLow),
                as: .load(.init("2 relay modules", isSuppliedByBoard: true)))
        }
    }

    /// Cancels the movement. The board then makes the lines safe.
    public func close() {
        timer.cancel()
        listeners.removeAll()
    }

    /// The position. A level without a number stops the shutter.
    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven, role: .cover)] }

    public func value(of feature: Int) -> Feature.Value {
        .level(position.map { $0.rounded() }, Feature.Scale(0...100, step: 1, unit: " %", hasOff: true))
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        set(value.number)
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
