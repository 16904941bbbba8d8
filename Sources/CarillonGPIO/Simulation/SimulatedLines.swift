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

    var current: Level { state.value.level }

    func drive(_ level: Level, at time: Duration, isLost: Bool) {
        guard level != state.value.level else { return }
        state.value.level = level
        guard !state.value.isGone else { return }
        if isLost {
            state.value.lost += 1
        } else {
            state.value.handler?(.success(Edge(level: level, time: time, missed: state.value.lost)))
            state.value.lost = 0
        }
    }

    func chipIsGone() {
        state.value.isGone = true
        state.value.handler?(.failure(.chipGone(label: chip)))
    }

    func chipIsBack(at time: Duration) {
        state.value.isGone = false
        state.value.lost = 0
        state.value.handler?(.success(Edge(level: state.value.level, time: time)))
    }

    func level() throws(GPIOError) -> Level {
        guard !state.value.isGone else { throw .chipGone(label: chip) }
        return state.value.level
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) {
        state.value.handler = handler
    }

    func close() {
        state.value.handler = nil
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
