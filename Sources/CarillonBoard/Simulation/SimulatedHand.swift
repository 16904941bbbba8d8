import CarillonGPIO
import CarillonScheduling

/// Does what a person does to the inputs of a simulated board, one act at a time, and each so slowly that no contact may
/// still chatter.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
package final class SimulatedHand: @unchecked Sendable {
    /// A level that a line is given, and how long nothing else happens then.
    fileprivate struct Move {
        var line: String?
        var level = Level.inactive
        let pause: Duration
    }

    /// A person who turns a knob is slower.
    private static let quarterTurn = Duration.milliseconds(1)
    private static let leastPause = Duration.milliseconds(5)

    private let chip: SimulatedChip
    private let queue: any Scheduler
    private let didMove: @Sendable (GPIOError?) -> Void
    /// The names of the parts that are being used or waiting to be.
    private var busy: [String] = []
    private var waiting: ArraySlice<@Sendable () -> Void> = []
    private var isBusy = false

    /// - Parameters:
    ///   - chip: The chip of the inputs' lines.
    ///   - queue: That of the chip.
    ///   - didMove: Told when a line has changed, or why it could not. Called on the queue.
    package init(chip: SimulatedChip, queue: any Scheduler, didMove: @escaping @Sendable (GPIOError?) -> Void) {
        self.chip = chip
        self.queue = queue
        self.didMove = didMove
    }

    /// Whether something that was to be done with `part` is not over yet. On the queue.
    package func isBusy(with part: String) -> Bool { busy.contains(part) }

    /// Does `act`, as soon as what came before is done. On the queue.
    package func perform(_ act: SimulatedAct) {
        let name = act.partsName
        busy.append(name)
        enqueue { [self] in
            move(moves(of: act)[...]) { [self] in
                if let place = busy.firstIndex(of: name) { busy.remove(at: place) }
                next()
            }
        }
    }

    /// Calls `body` when all is done that came before. On the queue.
    package func whenDone(_ body: @escaping @Sendable () -> Void) {
        enqueue { [self] in
            body()
            next()
        }
    }

    private func enqueue(_ action: @escaping @Sendable () -> Void) {
        waiting.append(action)
        if !isBusy { next() }
    }

    private func next() {
        isBusy = !waiting.isEmpty
        waiting.popFirst()?()
    }

    private func move(_ moves: ArraySlice<Move>, whenDone: @escaping @Sendable () -> Void) {
        guard let first = moves.first else { return whenDone() }
        if let line = first.line { drive(line, first.level) }
        let rest = moves.dropFirst()
        _ = queue.schedule(at: queue.now + first.pause) { [self] in move(rest, whenDone: whenDone) }
    }

    private func drive(_ line: String, _ level: Level) {
        do {
            try chip.drive(line, level)
            didMove(nil)
        } catch {
            didMove(error)
        }
    }

    // MARK: What an act is made of

    private func moves(of act: SimulatedAct) -> [Move] {
        switch act {
        case .click(let button, let times):
            return (0..<times).flatMap { _ in moves(of: .press(button)) + moves(of: .release(button)) }
        case .press(let button): return [Move(button.line, .active, button.debounce * 2)]
        case .release(let button): return [Move(button.line, .inactive, button.debounce * 2)]
        case .hold(let button, let time): return [Move(button.line, .active, time)] + moves(of: .release(button))
        case .turn(let encoder, let steps): return turn(encoder, by: steps)
        case .flip(let part):
            return moves(of: .set(part, isOn: chip.level(of: part.line.name) != .active))
        case .set(let part, let isOn):
            return [Move(part.line, isOn ? .active : .inactive, part.debounce * 2)]
        case .show(let sensor): return moves(of: .sense(sensor, true)) + moves(of: .sense(sensor, false))
        case .sense(let sensor, let isThere):
            return [Move(sensor.line, isThere ? .active : .inactive, max(sensor.debounce * 2, Self.leastPause))]
        case .wait(let time): return [Move(pause: time)]
        }
    }

    /// The contacts change in turn, A first to the right and B first to the left. A step ends at the next place where the
    /// knob rests.
    private func turn(_ encoder: Wiring.Encoder, by steps: Int) -> [Move] {
        let cycle: [(Wiring.WiredLine, Level)] = [
            (encoder.a, .active), (encoder.b, .active), (encoder.a, .inactive), (encoder.b, .inactive),
        ]
        let levels = [encoder.a, encoder.b].map { chip.level(of: $0.name) == .active }
        var place = levels[0] ? (levels[1] ? 2 : 1) : (levels[1] ? 3 : 0)
        return (0..<abs(steps) * 4 / encoder.steps.rawValue).map { _ in
            guard steps < 0 else {
                defer { place = (place + 1) % 4 }
                return Move(cycle[place].0, cycle[place].1, Self.quarterTurn)
            }
            place = (place + 3) % 4
            return Move(cycle[place].0, cycle[place].1.inverted, Self.quarterTurn)
        }
    }
}

extension SimulatedHand.Move {
    fileprivate init(_ line: Wiring.WiredLine, _ level: Level, _ pause: Duration) {
        self.init(line: line.name, level: level, pause: pause)
    }
}

extension SimulatedAct {
    /// The name of the part that something is done to; empty if nothing is.
    package var partsName: String {
        switch self {
        case .click(let button, _), .press(let button), .release(let button), .hold(let button, _): button.name
        case .turn(let encoder, _): encoder.name
        case .flip(let part), .set(let part, _): part.name
        case .show(let sensor), .sense(let sensor, _): sensor.name
        case .wait: ""
        }
    }
}
