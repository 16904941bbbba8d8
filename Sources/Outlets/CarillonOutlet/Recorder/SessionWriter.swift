import CHardware
import CarillonRealTime
import CarillonScheduling
import CarillonSession
import Glibc

/// Writes a session to a file, on a thread that stands back for the others.
///
/// The thread looks for new inputs four times a second, because waking it would cost the loop a system call. It passes
/// them to the kernel at once, so that a killed program has them in the file, and flushes the file at most every ten
/// seconds, because flushes wear out an SD card. When the program ends by a fault, `CGuard` waits for the last inputs,
/// which show the cause.
///
/// `@unchecked Sendable`: `dropped` is accessed on the board's queue, or while that waits for the thread in `close()`.
final class SessionWriter: @unchecked Sendable {
    private struct State {
        let disk: SessionDisk
        var log: SessionLog
        var eventLogs: [@Sendable () -> EventLogLine?] = []
        var nextSync = Duration.zero
        var hasFailed = false
        var hasReportedLoss = false
    }

    /// The maximum number of inputs that wait for the thread.
    private static let capacity = 4096
    private static let period = Duration.milliseconds(250)
    private static let flushPeriod = Duration.seconds(10)

    /// The path of the file.
    let path: String
    /// Whether the file ends with the program.
    let isTemporary: Bool
    private let inbox = Inbox<Session.Entry>(capacity: capacity)
    private let queue: RealTimeQueue
    private let onError: @Sendable (any Error) -> Void
    private let state: OnQueue<State>
    /// The number of inputs since the last one that found room in the inbox.
    @exclusivity(unchecked) private var dropped = 0

    /// Creates the file and writes the header.
    ///
    /// - Parameter onError: Called on the writer's thread, once if the file cannot be written, and once if a file that
    ///   is no ring has reached its limit.
    /// - Throws: `SessionError` or `StateFileError`, or `RealTimeError` if the system cannot start a thread.
    convenience init(
        _ header: Session.Header, to place: RecordingDestination, onError: @escaping @Sendable (any Error) -> Void
    ) throws {
        try self.init(header, on: SessionDisk(place), isTemporary: place == .temporary, onError: onError)
    }

    /// - Throws: `RealTimeError`.
    init(
        _ header: Session.Header, on disk: SessionDisk, isTemporary: Bool = false,
        onError: @escaping @Sendable (any Error) -> Void
    ) throws {
        (path, self.isTemporary, self.onError) = (disk.path, isTemporary, onError)
        do {
            queue = try RealTimeQueue.writingFiles(name: "carillon-record")
        } catch {
            disk.close()
            throw error
        }
        let log = SessionLog(header, in: disk.index, limit: disk.limit)
        state = OnQueue(State(disk: disk, log: log), on: queue)
        // Not on the thread: a program can end before its thread has run for the first time.
        cguard_set_writer(true)
        queue.async { disk.fill() }
        _ = queue.every(Self.period, startingAt: nil) { [weak self] _ in self?.write() }
    }

    /// Adds an input. Call on the board's queue. Does not wait, allocate or make a system call: if the thread or the
    /// disk cannot keep up, the input is dropped, and a gap is recorded before the next one.
    func append(_ entry: Session.Entry) {
        if dropped > 0 {
            guard case .taken = inbox.put(Session.Entry(time: entry.time, .gap(dropped))) else {
                dropped += 1
                return
            }
            dropped = 0
        }
        if case .taken = inbox.put(entry) { return }
        dropped += 1
    }

    /// Adds a source of the event log. It is called on the writer's thread until it returns nil, four times a second.
    func follow(_ eventLog: @escaping @Sendable () -> EventLogLine?) {
        queue.async { [self] in state.value.eventLogs.append(eventLog) }
    }

    /// Returns the session so far, as the bytes of a file. Reads the disk, so do not call it on the board's queue.
    ///
    /// - Throws: `SessionError.unreadable`.
    func contents() throws(SessionError) -> [UInt8] {
        let session = queue.perform {
            write()
            return state.value.log.session
        }
        return try SessionFile.bytes(ofSession: session, at: path)
    }

    /// Writes and flushes everything, and ends the thread. Call on the board's queue, after the last input.
    func close() {
        queue.sync {
            write()
            if dropped > 0 {
                state.value.log.append(Session.Entry(time: queue.now, .gap(dropped)))
                write()
            }
            sync()
            cguard_set_writer(false)
            state.value.disk.close()
        }
        queue.stop()
    }

    /// Ends the recording of a program that could not start.
    func discard() {
        queue.sync { state.value.disk.remove() }
        close()
    }

    // MARK: On the writer's thread

    private func write() {
        var isWritable = true
        while let entry = inbox.take() {
            state.value.log.append(entry)
            if state.value.log.isFull, isWritable { isWritable = writeBlocks() }
        }
        for eventLog in state.value.eventLogs {
            while let line = eventLog() { state.value.log.append(line) }
        }
        state.value.log.flush()
        writeBlocks()
        if !state.value.disk.isRing, state.value.log.hasLostInputs, !state.value.hasReportedLoss {
            state.value.hasReportedLoss = true
            onError(SessionError.full(path: path))
        }
        if cguard_awaits_writer() { return cguard_writer_is_done() }
        if queue.now >= state.value.nextSync { sync() }
    }

    /// - Returns: Whether all blocks have been written.
    @discardableResult
    private func writeBlocks() -> Bool {
        do throws(StateFileError) {
            while let write = state.value.log.nextWrite {
                try state.value.disk.write(write)
                state.value.log.wrote()
            }
            return true
        } catch {
            report(error)
            return false
        }
    }

    private func sync() {
        guard state.value.log.needsSync else { return }
        state.value.nextSync = queue.now + Self.flushPeriod
        do throws(StateFileError) {
            try state.value.disk.sync()
            state.value.log.synced()
        } catch {
            report(error)
        }
    }

    /// Reports the first error. The thread tries again, and the log counts what is lost meanwhile.
    private func report(_ error: StateFileError) {
        if !state.value.hasFailed { onError(error) }
        state.value.hasFailed = true
    }
}
