import CarillonGPIO
import CarillonScheduling

/// A chip whose inputs are recorded. Its outputs are those of the chip behind it.
///
/// Used on the thread of the chip's queue, like the chip.
package final class RecordingChip: SessionChip {
    package let outputs: any GPIOChip
    private let queue: RecordingQueue
    private let lines: [String]
    private let observers = Locked(0)

    /// - Parameters:
    ///   - chip: The chip of the lines.
    ///   - lines: The names of the input lines, in the order of the session's header.
    ///   - queue: The queue of the recording.
    package init(_ chip: any GPIOChip, lines: [String], queue: RecordingQueue) {
        outputs = chip
        self.lines = lines
        self.queue = queue
    }

    package func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let line = try outputs.requestInput(name, settings: settings)
        guard let number = lines.firstIndex(of: name) else { return line }
        return RecordingLine(line, number: number, queue: queue)
    }

    package func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let number = observers.withLock { count in
            count += 1
            return count
        }
        return outputs.observePresence { [queue] isPresent in
            queue.handleNext(.presence(observer: number, isPresent)) { handler(isPresent) }
        }
    }
}

/// An input line whose edges, failures and surprising levels are recorded.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class RecordingLine: InputLine, @unchecked Sendable {
    private let line: any InputLine
    private let number: Int
    private let queue: RecordingQueue
    /// The level that a replay expects; nil while the line has failed.
    @exclusivity(unchecked) private var known: Level? = .inactive
    @exclusivity(unchecked) private var readings = 0

    init(_ line: any InputLine, number: Int, queue: RecordingQueue) {
        self.line = line
        self.number = number
        self.queue = queue
    }

    func level() throws(GPIOError) -> Level {
        readings += 1
        do {
            let level = try line.level()
            expect(level)
            return level
        } catch {
            expect(nil)
            throw error
        }
    }

    private func expect(_ level: Level?) {
        guard level != known else { return }
        known = level
        queue.note(.reading(line: number, number: readings, level))
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError) {
        try line.watch { [self] result in
            // The common case allocates nothing.
            if case .success(let edge) = result, !queue.isBusy { return follow(edge, handler) }
            postpone(result, handler)
        }
    }

    @inline(__always)
    private func follow(_ edge: Edge, _ handler: (Result<Edge, GPIOError>) -> Void) {
        known = edge.level
        queue.handle(.edge(line: number, edge.level, time: edge.time, missed: edge.missed)) {
            // As in a replay. The lines of the kernel have set it, those of a simulated chip have not.
            EventTimestamp.withValue(edge.time) { handler(.success(edge)) }
        }
    }

    private func postpone(
        _ result: Result<Edge, GPIOError>, _ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void
    ) {
        switch result {
        case .success(let edge): queue.base.async { [self] in follow(edge, handler) }
        case .failure(let error):
            let isGone = if case .chipGone = error { true } else { false }
            queue.handleNext(.failure(line: number, isGone: isGone)) { [self] in
                known = nil
                handler(result)
            }
        }
    }

    func close() { line.close() }
}
