import CarillonGPIO
import CarillonScheduling

/// A simulated chip whose inputs come from a session. After the session, they are those of the simulated chip.
package final class ReplayChip: SessionChip {
    private let chip: SimulatedChip
    package var outputs: any GPIOChip { chip }
    private let queue: ReplayQueue
    private let numbers: [String: Int]

    /// - Parameters:
    ///   - chip: Takes the levels of the session's end, and provides the outputs.
    ///   - numbers: The numbers of the session's input lines, by the names of the lines.
    ///   - queue: The queue of the replay.
    package init(_ chip: SimulatedChip, numbers: [String: Int], queue: ReplayQueue) {
        self.chip = chip
        self.numbers = numbers
        self.queue = queue
        let names = Dictionary(numbers.map { ($1, $0) }) { first, _ in first }
        queue.moveLines { input in Self.move(names, of: chip, as: input) }
    }

    /// Moves the simulated lines as an input of the session did.
    private static func move(_ names: [Int: String], of chip: SimulatedChip, as input: Session.Input) {
        switch input {
        case .edge(let line, let level, _, _):
            chip.plugIn()
            if let name = names[line] { try? chip.drive(name, level) }
        case .reading(let line, _, let level?):
            if let name = names[line] { try? chip.drive(name, level, isLost: true) }
        case .failure(_, isGone: true), .presence(_, false): chip.unplug()
        case .presence(_, true): chip.plugIn()
        default: break
        }
    }

    package func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let line = ReplayLine(try chip.requestInput(name, settings: settings), chip: chip.label)
        queue.add(line, number: numbers[name]) { [chip] in
            try? chip.drive(name, line.current)
            if line.isGone { chip.unplug() }
            line.goOn()
        }
        return line
    }

    package func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let registration = Locked<(any Disposable)?>(nil)
        let isDisposed = Locked(false)
        queue.addObserver(handler) { [chip] in
            if isDisposed.withLock({ !$0 }) {
                let later = chip.observePresence(handler)
                registration.withLock { $0 = later }
            }
        }
        return AnonymousDisposable {
            isDisposed.withLock { $0 = true }
            registration.withLock { $0 }?.dispose()
        }
    }
}

/// An input line whose edges, failures and surprising levels come from a session.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class ReplayLine: InputLine, @unchecked Sendable {
    /// The level, as far as the session shows it.
    private(set) var current = Level.inactive
    /// The levels that differ from the last known one, by the number of the reading; nil for a failed reading.
    var surprises: [Int: Level?] = [:]

    /// Whether the chip has disappeared.
    var isGone: Bool { if case .chipGone = failure { true } else { false } }

    private let line: any InputLine
    private let chip: String
    private var failure: GPIOError?
    private var readings = 0
    private var handler: (@Sendable (Result<Edge, GPIOError>) -> Void)?
    private var isOver = false

    init(_ line: any InputLine, chip: String) {
        self.line = line
        self.chip = chip
    }

    func level() throws(GPIOError) -> Level {
        guard !isOver else { return try line.level() }
        readings += 1
        if let surprise = surprises.removeValue(forKey: readings) {
            failure = surprise == nil ? .chipGone(label: chip) : nil
            if let surprise { current = surprise }
        }
        if let failure { throw failure }
        return current
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError) {
        self.handler = handler
        if isOver { try line.watch(handler) }
    }

    func close() {
        handler = nil
        line.close()
    }

    func follow(_ edge: Edge) {
        failure = nil
        current = edge.level
        EventTimestamp.withValue(edge.time) { handler?(.success(edge)) }
    }

    func fail(isGone: Bool) {
        let error = isGone ? GPIOError.chipGone(label: chip) : .system(operation: "replaying a failure", errno: 0)
        failure = error
        handler?(.failure(error))
    }

    /// Follows the simulated line from now on.
    func goOn() {
        isOver = true
        if let handler { try? line.watch(handler) }
    }
}
