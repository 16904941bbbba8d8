import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// Performs the user's actions on the inputs of a simulated board, one at a time. The pauses exceed the contacts'
/// debounce time.
package final class SimulatedUser: Sendable {
    /// A change of a line or of a device, and the pause after it.
    fileprivate struct Move {
        enum Change {
            case none
            case level(line: String, Level)
            case text(SimulatedTarget, String)
            case keys(KeySource, ArraySlice<KeyChange>)
            case presence(SimulatedTarget, Bool)
            case command(BoardFeature, String)
            case clock(String)
        }

        var change = Change.none
        let pause: Duration
    }

    /// Sends a command for a feature, and calls the function on the queue with the reason that it has no effect; nil if it
    /// has one.
    package typealias Command =
        @Sendable (BoardFeature, String, _ then: @escaping @Sendable (CommandFault?) -> Void) -> Void

    /// The pause between two edges of an encoder. Turning by hand is slower.
    package static let quarterTurn = Duration.milliseconds(1)
    /// The most changes of keys at once. Two can be an event of the loop, so more of them would stop the queue.
    private static let mostChanges = 128
    /// The minimum pause after a change.
    package static let minimumPause = Duration.milliseconds(5)

    private let chip: SimulatedChip
    private let queue: any Scheduler
    private let didMove: @Sendable ((any Error)?) -> Void
    private let setClock: @Sendable (String) -> Void
    private let command: Command
    private let state: OnQueue<State>

    private struct State {
        /// The names of the devices whose actions are running or waiting.
        var busy: [String] = []
        var waiting = FIFO<@Sendable () -> Void>()
        var isBusy = false
    }

    /// - Parameters:
    ///   - chip: The chip of the inputs' lines.
    ///   - queue: The chip's queue.
    ///   - setClock: Sets the board's clock.
    ///   - command: Sends a command to the board, in a later turn of the queue.
    ///   - didMove: Called on the queue with nil when a line or a device has changed, or with the error.
    package init(
        chip: SimulatedChip, queue: any Scheduler, setClock: @escaping @Sendable (String) -> Void = { _ in },
        command: @escaping Command = { _, _, then in then(.unknown) },
        didMove: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.chip = chip
        self.queue = queue
        self.setClock = setClock
        self.command = command
        self.didMove = didMove
        state = OnQueue(State(), on: queue)
    }

    /// Returns whether an action with `device` is running or waiting. Queue only.
    package func isBusy(with device: String) -> Bool { state.value.busy.contains(device) }

    /// The number of actions that are running or waiting. Queue only.
    package var actionCount: Int { state.value.busy.count }

    /// Performs `action` after all earlier ones. Queue only.
    ///
    /// - Parameter didFail: Called on the queue with the error of this action, instead of `didMove`.
    package func perform(_ action: SimulatedAction, didFail: (@Sendable (any Error) -> Void)? = nil) {
        let name = action.control?.device ?? ""
        state.value.busy.append(name)
        enqueue { [self] in
            move(moves(of: action)[...], didFail ?? { [didMove] error in didMove(error) }) { [self] in
                if let place = state.value.busy.firstIndex(of: name) { state.value.busy.remove(at: place) }
                next()
            }
        }
    }

    /// Calls `body` after all earlier actions. Queue only.
    package func whenDone(_ body: @escaping @Sendable () -> Void) {
        enqueue { [self] in
            body()
            next()
        }
    }

    private func enqueue(_ action: @escaping @Sendable () -> Void) {
        state.value.waiting.append(action)
        if !state.value.isBusy { next() }
    }

    private func next() {
        let action = state.value.waiting.popFirst()
        state.value.isBusy = action != nil
        action?()
    }

    private func move(
        _ moves: ArraySlice<Move>, _ didFail: @escaping @Sendable (any Error) -> Void,
        whenDone: @escaping @Sendable () -> Void
    ) {
        guard let first = moves.first else { return whenDone() }
        var rest = moves.dropFirst()
        do {
            try perform(first.change, didFail)
            if case .none = first.change {} else { didMove(nil) }
        } catch {
            rest = []
            didFail(error)
        }
        _ = queue.schedule(at: queue.now + first.pause) { [self, rest] in move(rest, didFail, whenDone: whenDone) }
    }

    private func perform(_ change: Move.Change, _ didFail: @escaping @Sendable (any Error) -> Void) throws {
        switch change {
        case .none: return
        case .level(let line, let level): try chip.drive(line, level)
        case .text(let place, let text):
            guard chip.uses(place) else { throw UnusedDevice() }
            guard chip.operate(place, text) else { throw UnusableText(text: text) }
        case .keys(let source, let changes): guard chip.press(changes, on: source) else { throw UnusedDevice() }
        case .presence(let place, let isPresent):
            guard chip.setPresence(of: place, isPresent) else { throw UnusedDevice() }
        case .command(let feature, let text):
            command(feature, text) { fault in
                if let fault { didFail(RefusedCommand(name: feature.owner.name, command: text, fault: fault)) }
            }
        case .clock(let text): setClock(text)
        }
    }

    // MARK: The moves of an action

    private func moves(of action: SimulatedAction) -> [Move] {
        switch action {
        case .click(let button, let times):
            (0..<times).flatMap { _ in moves(of: .press(button)) + moves(of: .release(button)) }
        case .press(let button): [put(button, .active)]
        case .release(let button): [put(button, .inactive)]
        case .hold(let button, let time):
            [Move(change: .level(line: button.line.name, .active), pause: time)] + moves(of: .release(button))
        case .turn(let knob, let steps): turn(knob.control, by: steps)
        case .flip(let control): [put(control, chip.level(of: control.line.name)?.inverted ?? .active)]
        case .set(let control, let isOn): [put(control, isOn ? .active : .inactive)]
        case .show(let sensor): [put(sensor, .active), put(sensor, .inactive)]
        case .enter(let control, let text): Self.enter(text, control.control)
        case .setPresence(let control, let isPresent):
            control.place.map { [Move(change: .presence($0, isPresent), pause: noticing(control.control))] } ?? []
        case .command(let feature, let text):
            [Move(change: .command(feature, text), pause: Self.minimumPause)]
        case .setClock(let text): [Move(change: .clock(text), pause: Self.minimumPause)]
        case .wait(let time): [Move(pause: time)]
        }
    }

    private func put(_ control: SimulatedControl, _ level: Level) -> Move {
        Move(
            change: .level(line: control.line.name, level),
            pause: max(control.control.debounce * 2, Self.minimumPause))
    }

    /// Returns the moves of a turn. The contacts change alternately: A first to the right, B first to the left. A step
    /// ends at the next detent.
    private func turn(_ knob: Control, by steps: Int) -> [Move] {
        guard case .turn(let stepsPerCycle) = knob.form else { return [] }
        let (a, b) = (knob.lines[0].name, knob.lines[1].name)
        let cycle: [(line: String, level: Level)] = [(a, .active), (b, .active), (a, .inactive), (b, .inactive)]
        let levels = [a, b].map { chip.level(of: $0) == .active }
        var place = levels[0] ? (levels[1] ? 2 : 1) : (levels[1] ? 3 : 0)
        return (0..<abs(steps) * 4 / stepsPerCycle).map { _ in
            guard steps < 0 else {
                defer { place = (place + 1) % 4 }
                return Move(
                    change: .level(line: cycle[place].line, cycle[place].level), pause: Self.quarterTurn)
            }
            place = (place + 3) % 4
            return Move(
                change: .level(line: cycle[place].line, cycle[place].level.inverted), pause: Self.quarterTurn)
        }
    }

    private static func enter(_ text: String, _ control: Control) -> [Move] {
        guard case .enter(let place, _, let ending) = control.form else { return [] }
        guard case .keys(let source) = place, let changes = SimulatedChip.keyChanges(typing: text + ending) else {
            return [Move(change: .text(place, text + ending), pause: max(control.settling, minimumPause))]
        }
        return stride(from: 0, to: changes.count, by: mostChanges).map { start in
            let end = min(start + mostChanges, changes.count)
            let settling = end == changes.count ? control.settling : .zero
            return Move(change: .keys(source, changes[start..<end]), pause: settling + minimumPause)
        }
    }

    /// Returns the time that it takes to enter a text.
    package static func duration(ofEntering text: String, _ control: Control) -> Duration {
        enter(text, control).reduce(.zero) { $0 + $1.pause }
    }

    /// Returns the time after which the program has noticed that a device has gone or is back. It searches for an absent one
    /// less often.
    private func noticing(_ control: Control) -> Duration {
        control.settling == .zero ? Self.minimumPause : control.settling + .seconds(1)
    }
}

/// The error of a text that a simulated device does not take.
package struct UnusableText: Error, Equatable, CustomStringConvertible {
    package let text: String

    package var description: String { "the device does not take \"\(text)\"" }
}

/// The error of a value that cannot be set.
package struct RefusedCommand: Error, Equatable, CustomStringConvertible {
    let name: String
    let command: String
    let fault: CommandFault

    package var description: String { "cannot set \"\(name)\" to \"\(command)\": \(fault)" }
}

/// The error of a simulated device that the program does not use.
package struct UnusedDevice: Error, Equatable, CustomStringConvertible {
    package var description: String { "the program does not use the device" }
}
