import CarillonScheduling

/// An input line of a simulated chip.
final class SimulatedInputLine: InputLine {
    private struct State {
        var level: Level
        var isGone = false
        var lost = 0
        var handler: (@Sendable (Result<Edge, GPIOError>) -> Void)?
    }

    private let chip: String
    private let onClose: @Sendable () -> Void
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>

    init(chip: String, level: Level, queue: any Scheduler, onClose: @escaping @Sendable () -> Void) {
        self.chip = chip
        self.onClose = onClose
        state = OnQueue(State(level: level), on: queue)
    }

    var current: Level { state.level }

    func drive(_ level: Level, at time: Duration, isLost: Bool) {
        guard level != state.level else { return }
        state.level = level
        guard !state.isGone else { return }
        if isLost {
            state.lost += 1
        } else {
            state.handler?(.success(Edge(level: level, time: time, missed: state.lost)))
            state.lost = 0
        }
    }

    func chipIsGone() {
        state.isGone = true
        state.handler?(.failure(.chipGone(label: chip)))
    }

    func chipIsBack(at time: Duration) {
        state.isGone = false
        state.lost = 0
        state.handler?(.success(Edge(level: state.level, time: time)))
    }

    func level() throws(GPIOError) -> Level {
        guard !state.isGone else { throw .chipGone(label: chip) }
        return state.level
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) {
        state.value.handler = handler
    }

    func close() {
        state.handler = nil
        onClose()
    }
}

/// Output lines of a simulated chip, as they are requested together.
final class SimulatedOutputLines: OutputLines {
    private let safeLevels: UInt64
    private let onClose: @Sendable () -> Void
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var levels: OnQueue<UInt64>

    init(levels: UInt64, safeLevels: UInt64, queue: any Scheduler, onClose: @escaping @Sendable () -> Void) {
        self.safeLevels = safeLevels
        self.onClose = onClose
        self.levels = OnQueue(levels, on: queue)
    }

    func set(_ levels: UInt64) { self.levels.value = levels }

    func level(of bit: Int) -> Level { levels.value >> bit & 1 == 1 ? .active : .inactive }

    func close() {
        levels.value = safeLevels
        onClose()
    }
}
