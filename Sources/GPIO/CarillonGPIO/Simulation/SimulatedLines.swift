/// An input line of a simulated chip.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class SimulatedInputLine: InputLine, @unchecked Sendable {
    private let chip: String
    private(set) var current: Level
    private var isGone = false
    private var lost = 0
    private var handler: ((Result<Edge, GPIOError>) -> Void)?
    private let onClose: () -> Void

    init(chip: String, level: Level, onClose: @escaping () -> Void) {
        self.chip = chip
        current = level
        self.onClose = onClose
    }

    func drive(_ level: Level, at time: Duration, isLost: Bool) {
        guard level != current else { return }
        current = level
        guard !isGone else { return }
        if isLost {
            lost += 1
        } else {
            handler?(.success(Edge(level: level, time: time, missed: lost)))
            lost = 0
        }
    }

    func chipIsGone() {
        isGone = true
        handler?(.failure(.chipGone(label: chip)))
    }

    func chipIsBack(at time: Duration) {
        isGone = false
        lost = 0
        handler?(.success(Edge(level: current, time: time)))
    }

    func level() throws(GPIOError) -> Level {
        guard !isGone else { throw .chipGone(label: chip) }
        return current
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) { self.handler = handler }

    func close() {
        handler = nil
        onClose()
    }
}

/// Output lines of a simulated chip that were requested together.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class SimulatedOutputLines: OutputLines, LazyOutputLines, @unchecked Sendable {
    private(set) var levels: UInt64
    /// The levels that `close()` sets, one after the other.
    private let safeLevels: [UInt64]
    private let onClose: () -> Void
    private var watchers: [(bit: Int, handler: (Level) -> Void)] = []
    private var catchUp: () -> Void = {}
    /// The lines whose levels somebody watches.
    private(set) var watched: UInt64 = 0

    init(levels: UInt64, safeLevels: [UInt64], onClose: @escaping () -> Void) {
        self.levels = levels
        self.safeLevels = safeLevels
        self.onClose = onClose
    }

    var needPulses: Bool { false }

    func set(_ levels: UInt64) {
        let changes = self.levels ^ levels
        self.levels = levels
        guard !watchers.isEmpty else { return }
        for (bit, handler) in watchers where changes >> bit & 1 == 1 { handler(level(of: bit)) }
    }

    /// Calls `handler` with each new level of a line.
    func watch(_ bit: Int, _ handler: @escaping (Level) -> Void) {
        watchers.append((bit, handler))
        watched |= 1 << UInt64(bit)
    }

    func onLook(_ catchUp: @escaping () -> Void) { self.catchUp = catchUp }

    /// Returns the level that a line has now.
    func look(at bit: Int) -> Level {
        catchUp()
        return level(of: bit)
    }

    private func level(of bit: Int) -> Level { levels >> bit & 1 == 1 ? .active : .inactive }

    func close() {
        catchUp = {}
        for levels in safeLevels { set(levels) }
        onClose()
    }
}

/// Output lines that nothing is connected to: their levels count only when somebody looks at them. So a pattern without an end
/// needs no timer.
package protocol LazyOutputLines: AnyObject {
    /// The lines whose every change counts, because something is connected to them. Bit n is line n.
    var watched: UInt64 { get }

    /// Calls `catchUp` before each look at a line, until `close()`.
    func onLook(_ catchUp: @escaping () -> Void)
}
