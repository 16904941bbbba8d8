import CarillonRealTime
import Synchronization

/// A chip made of memory: its inputs are driven, and its outputs looked at, by a test or a person at a keyboard.
///
/// Levels are the logical ones on both sides; which voltage is active is the wire's matter, and there is none. All
/// calls are to be made on the thread of the queue whose time it takes.
public final class SimulatedChip: GPIOChip {
    private enum Line {
        case input(SimulatedInputLine)
        case output(SimulatedOutputLine)
    }

    public let label: String
    public let lineNames: [String]
    private let time: any Scheduler
    private let lines = Mutex<[String: Line]>([:])

    /// - Parameters:
    ///   - label: The label that it goes by.
    ///   - lineNames: The lines that it has.
    ///   - time: Tells the time of the edges.
    public init(label: String = "simulated", lineNames: [String], time: any Scheduler) {
        self.label = label
        self.lineNames = lineNames
        self.time = time
    }

    /// Drives the input line `name`, as a finger on a button would.
    ///
    /// - Throws: `GPIOError.noLine` if nobody has requested an input of this name.
    public func drive(_ name: String, _ level: Level) throws(GPIOError) {
        guard case .input(let line) = lines.withLock({ $0[name] }) else { throw .noLine(name: name, chip: label) }
        line.drive(level, at: time.now)
    }

    /// The level of the line `name`, whoever drives it; nil if the program has not requested the line.
    public func level(of name: String) -> Level? {
        switch lines.withLock({ $0[name] }) {
        case .input(let line): line.level()
        case .output(let line): line.level
        case nil: nil
        }
    }

    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let line = SimulatedInputLine { [weak self] in self?.forget(name) }
        try register(.input(line), as: name)
        return line
    }

    public func requestOutput(_ name: String, settings: OutputSettings) throws(GPIOError) -> any OutputLine {
        let line = SimulatedOutputLine(level: settings.initialLevel) { [weak self] in self?.forget(name) }
        try register(.output(line), as: name)
        return line
    }

    private func register(_ line: Line, as name: String) throws(GPIOError) {
        guard lineNames.contains(name) else { throw .noLine(name: name, chip: label) }
        let isFree = lines.withLock { lines in
            guard lines[name] == nil else { return false }
            lines[name] = line
            return true
        }
        guard isFree else { throw .lineInUse(name: name, chip: label, consumer: "this program") }
    }

    private func forget(_ name: String) {
        lines.withLock { lines in _ = lines.removeValue(forKey: name) }
    }
}

/// `@unchecked Sendable`: used on one thread alone, as its protocol demands.
private final class SimulatedInputLine: InputLine, @unchecked Sendable {
    private var current = Level.inactive
    private var handler: ((Result<Edge, GPIOError>) -> Void)?
    private let onClose: () -> Void

    init(onClose: @escaping () -> Void) {
        self.onClose = onClose
    }

    func drive(_ level: Level, at time: Duration) {
        guard level != current else { return }
        current = level
        handler?(.success(Edge(level: level, time: time)))
    }

    func level() -> Level { current }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) { self.handler = handler }

    func close() {
        handler = nil
        onClose()
    }
}

/// `@unchecked Sendable`: used on one thread alone, as its protocol demands.
private final class SimulatedOutputLine: OutputLine, @unchecked Sendable {
    private(set) var level: Level
    private let onClose: () -> Void

    init(level: Level, onClose: @escaping () -> Void) {
        self.level = level
        self.onClose = onClose
    }

    func set(_ level: Level) { self.level = level }

    func close() { onClose() }
}
