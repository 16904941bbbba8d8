import Carillon

// A parking aid: the nearer the wall, the redder the light and the faster the beeps. Without the sensor the red light blinks.

enum Zone: Equatable, Sendable {
    case free, near, close, stop, unknown

    /// The limits in centimetres. A car leaves a zone only when it is `hysteresis` beyond its limit.
    static let limits: [(Zone, Double)] = [(.stop, 30), (.close, 70), (.near, 150)]
    static let hysteresis = 5.0

    /// Returns the zone of a distance, after this one.
    func after(_ distance: Double) -> Zone {
        let zones = Self.limits.map(\.0)
        let old = zones.firstIndex(of: self) ?? zones.count
        for (index, (zone, limit)) in Self.limits.enumerated() {
            if distance < (index >= old ? limit + Self.hysteresis : limit) { return zone }
        }
        return .free
    }

    var green: Pattern { .on(if: self == .free || self == .near) }
    var yellow: Pattern { .on(if: self == .near || self == .close) }
    var red: Pattern { self == .unknown ? .blinking() : .on(if: self == .close || self == .stop) }

    var beeps: Pattern {
        switch self {
        case .free, .unknown: .off
        case .near: .blinking(on: .milliseconds(60), off: .milliseconds(540))
        case .close: .blinking(on: .milliseconds(60), off: .milliseconds(180))
        case .stop: .on
        }
    }
}

enum Event {
    case distance(Double)
    case sensorIsAbsent
}

func update(zone: Zone, event: Event) -> Next<Zone, Never> {
    switch event {
    case .distance(let distance): .next(zone.after(distance))
    case .sensorIsAbsent: .next(.unknown)
    }
}

func makeParkingAid(on board: Board) throws -> MobiusController<Zone, Event, Never> {
    let wall = try board.distance("wall")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(board.events(wall.changed { .distance($0) }, wall.absent(send: .sensorIsAbsent)))
        .makeController(from: .unknown, on: board.queue)
    controller.connectView(try board.led("green").view(\.green))
    controller.connectView(try board.led("yellow").view(\.yellow))
    controller.connectView(try board.led("red").view(\.red))
    controller.connectView(try board.buzzer("beeper").view(\.beeps))
    return controller
}

Board.run(wiring: "parking-aid", makeParkingAid)
