import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import Synchronization

/// The page of a board and of the loop on it, served to browsers.
///
///     the board's queue ── there is news ──▶ the page's queue        at most once until it is asked for
///     the board's queue ◀── copy it ──────── the page's queue        at most 66 times a second, while a browser watches
///     the board's queue ── values ─────────▶ the page's queue ── text ──▶ browsers
///
/// The board's queue never waits for the page, and makes no text. While no browser watches, it only keeps the history.
///
/// Unchecked Sendable: mutable state is accessed on the page's queue only; the atomics on any thread.
final class BoardPage: @unchecked Sendable {
    /// The parts of a program that a page shows.
    struct Parts: Sendable {
        /// The program's name.
        var program: String
        var board: Board
        /// The wiring as placed on the board.
        var wiring: Wiring
        /// The chip of a simulated board.
        var chip: SimulatedChip?
        /// The board's queue itself: what the page does there is not a part of a session.
        var queue: RealTimeQueue
        /// Whether the page may change the devices of a real board.
        var hasControl: Bool
        /// Returns the file of the page with this name.
        var file: @Sendable (String) -> [UInt8]?
        /// Returns a sound as a WAV file, on the page's queue.
        var sound: @Sendable (SoundName) -> [UInt8]?
        /// Whether the user records the session. The loop is then not stopped and does not go back, because a replay
        /// could not do the same.
        var isRecorded: Bool
        /// Calls the function with the session so far, as a file or as a Swift test, on any thread; with nil if there is
        /// none. Called on the page's queue, and does not wait. Returns a way to end the work.
        var session: SessionGiver
    }

    /// The forms in which the page gives the session away.
    enum SessionForm: Sendable {
        case file, test
    }

    typealias SessionGiver =
        @Sendable (
            SessionForm, _ then: @escaping @Sendable ([UInt8]?) -> Void
        ) -> (@Sendable () -> Void)?

    /// The time from one copy to the next: a display shows about 60 pictures a second.
    private static let pause = Duration.milliseconds(15)
    /// The time between two looks at an output that changes by itself.
    private static let frame = Duration.milliseconds(33)
    /// The time between two looks at a progress, such as the place in a track.
    private static let step = Duration.seconds(1)

    let parts: Parts
    let loop: PageLoop
    /// The page's queue.
    let queue: RealTimeQueue
    let log: DeviceLog
    let user: SimulatedUser?
    let signal: CopySignal
    /// The commands to the board; nil if nobody keeps them.
    let commands: CommandLog?
    private var server: PageServer!
    private var writer = StateWriter()
    /// Whether `start()` has been called.
    private var hasStarted = false
    private var isDescribed = false
    private var lastCopy = Duration.zero
    private var isScheduled = false
    /// Whether the next look at a progress is scheduled.
    private var isStepScheduled = false
    /// Whether the loop has been stopped or has gone back, so that its session cannot be replayed.
    var hasLeftSession = false
    /// The releases of the contacts that browsers hold, by contact.
    var holds: [String: any Disposable] = [:]
    /// The number of copies so far.
    private(set) var copies = 0

    /// The port that the page is on; 0 for a Unix socket.
    let port: UInt16

    /// Serves the page of a board whose loop has not been started. Browsers wait until `start()`.
    ///
    /// - Parameters:
    ///   - parts: The program.
    ///   - address: The address to listen at.
    ///   - key: The key in the page's address.
    ///   - makeLoop: Returns the program's loop, which calls the function on its queue for each event.
    /// - Throws: `PageError`, or `RealTimeError` if the system has no thread left.
    init(
        _ parts: Parts, at address: PageAddress, key: PageKey,
        loop makeLoop: (@escaping @Sendable () -> Void) -> PageLoop
    ) throws {
        try PageServer.loadLibrary()
        let socket = try address.listen()
        let queue = try RealTimeQueue(background: "page")
        let signal = CopySignal(on: queue)
        let loop = makeLoop(signal.announce)
        (self.parts, self.queue, self.signal, self.loop) = (parts, queue, signal, loop)
        commands = parts.board.attachments.object(CommandLog.self)
        port = socket.port
        user = parts.chip.map { [commands] chip in
            SimulatedUser(chip: chip, queue: parts.queue) { error in
                if let error { commands?.add(.page, "enter", refusal: "\(error)", isReported: false) }
            }
        }
        log = parts.queue.perform {
            var log: DeviceLog!
            parts.board.queue.withoutRecording {
                log = DeviceLog(
                    parts.board.features, eventCount: { loop.history.count }, didChange: signal.announce)
            }
            return log
        }
        server = try PageServer(
            socket, check: RequestCheck(hosts: address.hosts, key: key), on: queue, content: self)
        signal.copy = { [weak self] in self?.copySoon() }
    }

    /// Shows the board. Call when the loop runs, because the description states what can be set: what no view drives, and what
    /// the loop takes.
    func start() {
        queue.async { [self] in
            hasStarted = true
            if signal.isWatched.load(ordering: .relaxed) { copySoon() }
        }
    }

    /// Ends all connections and the page's thread.
    func close() {
        signal.isWatched.store(false, ordering: .relaxed)
        log.close()
        server.close()
        queue.stop()
    }

    /// Runs `body` on the board's queue, and `then` with its result on the page's queue.
    func onBoard<Value: Sendable>(_ body: @escaping @Sendable () -> Value, then: @escaping @Sendable (Value) -> Void) {
        // From an ordinary queue, which may wait for room. The way back must not wait.
        parts.queue.async { [queue] in
            let value = body()
            _ = queue.tryAsync { then(value) }
        }
    }

    // MARK: The newest state

    /// Copies the newest state, at once or when the pause after the last copy is over.
    private func copySoon() {
        guard hasStarted, !isScheduled else { return }
        isScheduled = true
        let due = lastCopy + Self.pause
        if queue.now >= due {
            copy()
        } else {
            _ = queue.schedule(at: due) { [weak self] in self?.copy() }
        }
    }

    private func copy() {
        lastCopy = queue.now
        copies += 1
        let wanted = writer.wanted
        let isDescribed = isDescribed
        onBoard { [signal, log, loop, parts] in
            // On the board's queue: copies, no text. Later news are announced after this copy has arrived.
            signal.wasTaken()
            let history = loop.history
            let described = isDescribed ? nil : BoardText.describe(log.features, parts)
            return (log.snapshot, history.copy(wanted.rows(of: history.count)), loop.isHeld, described)
        } then: { [weak self] snapshot, rows, isHeld, described in
            guard let self else { return }
            (isScheduled, self.isDescribed) = (false, true)
            let board = described.map { BoardText.write(parts, features: log.features, $0) }
            writer.take(
                snapshot, of: log.features, rows: rows, isHeld: isHeld, now: parts.queue.now,
                commands: commands?.total ?? 0, board: board)
            server.hasNews()
            guard signal.isWatched.load(ordering: .relaxed) else { return }
            // A light that blinks reports nothing. While it is watched, its brightness is looked at.
            if snapshot.values.contains(where: { $0.value.isMoving }) {
                _ = queue.schedule(at: queue.now + Self.frame) { [weak self] in self?.copySoon() }
            } else if log.isAdvancing(snapshot) {
                scheduleStep()
            }
        }
    }

    private func scheduleStep() {
        guard !isStepScheduled else { return }
        isStepScheduled = true
        _ = queue.schedule(at: queue.now + Self.step) { [weak self] in
            self?.isStepScheduled = false
            self?.copySoon()
        }
    }
}

extension BoardPage: PageServer.Content {
    package func file(_ name: String) -> HTTPReply? {
        let types = [
            "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "css": "text/css; charset=utf-8",
            "svg": "image/svg+xml",
        ]
        guard let type = name.split(separator: ".").last.flatMap({ types[String($0)] }), let bytes = parts.file(name)
        else { return nil }
        return HTTPReply(bytes, type: type)
    }

    package func refused(_ request: HTTPRequest, _ reply: HTTPReply) {
        guard let refusal = reply.refusal else { return }
        commands?.add(.page, "\(request.method) \(request.path)", refusal: refusal, isReported: true)
        if signal.isWatched.load(ordering: .relaxed) { copySoon() }
    }

    package func state(after seen: String?) -> [UInt8]? { writer.state(after: seen) }

    package func isWatched(_ isWatched: Bool) {
        signal.isWatched.store(isWatched, ordering: .relaxed)
        if isWatched { copySoon() }
    }

    package func answer(
        _ request: HTTPRequest, _ reply: @escaping @Sendable (HTTPReply) -> Void
    ) -> (@Sendable () -> Void)? {
        PageRequests(page: self, request: request, reply: reply).answer()
    }
}

/// The signal that the page has to copy the state of its board again.
///
/// It costs the board's queue some nanoseconds while no browser watches, and never waits.
final class CopySignal: Sendable {
    fileprivate let isWatched = Atomic(false)
    private let isAnnounced = Atomic(false)
    private let queue: RealTimeQueue
    /// Set once, before the loop starts. Unsafe for the compiler only.
    nonisolated(unsafe) fileprivate var copy: @Sendable () -> Void = {}

    /// - Parameter queue: The page's queue.
    fileprivate init(on queue: RealTimeQueue) { self.queue = queue }

    /// Announces news to the page, if a browser watches and the last news have been taken. Call on the board's queue.
    @Sendable func announce() {
        guard isWatched.load(ordering: .relaxed), !isAnnounced.exchange(true, ordering: .relaxed) else { return }
        if !queue.tryAsync(copy) { isAnnounced.store(false, ordering: .relaxed) }
    }

    fileprivate func wasTaken() { isAnnounced.store(false, ordering: .relaxed) }
}
