import CarillonBoard
import CarillonDevices
import CarillonScheduling

/// A board in a fleet: connects its devices to a broker.
///
/// The board's queue only marks changes and carries out commands. Everything else is done on the fleet's queue, which may
/// wait for the network.
package final class FleetOutlet: Sendable {
    /// The largest number of commands that wait for the board's queue.
    static let mostCommands = 64

    /// The state on the fleet's queue.
    private struct State {
        var core: FleetCore?
        var timer: (time: Duration, work: any Disposable & Sendable)?
        /// The number of attempts to connect, by which late events of an earlier one are known.
        var attempts = 0
        var commands = 0
        var whenClosed: (@Sendable () -> Void)?
    }

    private struct BoardState {
        var feed: FleetFeed?
        var targets: [FleetTarget] = []
    }

    private let identity: FleetIdentity
    private let options: FleetOptions
    private let transport: any FleetTransport
    private let queue: any Scheduler
    private let boardQueue = Locked<(any Scheduler)?>(nil)
    private let random: @Sendable () -> Double
    private let report: @Sendable (FleetNotice) -> Void
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>
    /// Unsafe for the compiler only: used on the board's queue.
    nonisolated(unsafe) private var boardState = BoardState()

    /// - Parameters:
    ///   - transport: The connection to the broker.
    ///   - queue: The fleet's queue, which is also the transport's.
    ///   - random: Returns a random number from 0 to 1.
    ///   - report: Called on the fleet's queue with each message to the user.
    package init(
        _ identity: FleetIdentity, _ options: FleetOptions, transport: any FleetTransport, on queue: any Scheduler,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        report: @escaping @Sendable (FleetNotice) -> Void
    ) {
        self.identity = identity
        self.options = options
        self.transport = transport
        self.queue = queue
        self.random = random
        self.report = report
        state = OnQueue(State(), on: queue)
    }

    /// Notes a change that a device has reported. Call on the board's queue.
    package func follow(_ change: DeviceChange) { boardState.feed?.follow(change) }

    /// Starts to connect the board. Call after the controllers have started, because it depends on their views whether
    /// a device can be commanded. May be called from any thread.
    ///
    /// - Parameter wiring: The wiring of the board.
    package func open(_ board: Board, wiring: Wiring) {
        boardQueue.withLock { $0 = board.queue }
        board.queue.unrecorded.perform { board.queue.withoutRecording { observe(board, wiring) } }
    }

    private func observe(_ board: Board, _ wiring: Wiring) {
        let targets = FleetTarget.all(of: board, wiring: wiring)
        let feed = FleetFeed(targets.map(\.feature), targets.map(\.entry.place), on: board.queue) { [self] batch in
            queue.async { [self] in take(batch) }
        }
        boardState = BoardState(feed: feed, targets: targets)
        let core = FleetCore(
            identity, options, board: board.description.title, targets.map(\.entry),
            startNumber: String(UInt64(random() * 0x1p53), radix: 16))
        let values = feed.values
        queue.async { [self] in
            state.value.core = core
            perform { $0.start(values) }
        }
    }

    /// Reports that the box goes away, and ends the connection. Call on the board's queue.
    ///
    /// - Parameter whenClosed: Called on the fleet's queue, at most a second later.
    package func close(_ whenClosed: @escaping @Sendable () -> Void = {}) {
        boardState.feed?.close()
        boardState.feed = nil
        queue.async { [self] in
            guard state.value.core != nil else { return whenClosed() }
            state.value.whenClosed = whenClosed
            perform { $0.close(at: queue.now) }
        }
    }

    // MARK: On the fleet's queue

    private func take(_ batch: FleetFeed.Batch) {
        perform { $0.take(batch, at: queue.now) }
        boardQueue.withLock { $0 }?.unrecorded.async { [self] in boardState.feed?.taken() }
    }

    private func handle(_ event: FleetTransportEvent, of attempt: Int) {
        guard attempt == state.value.attempts else { return }
        perform { $0.handle(event, at: queue.now, random: random()) }
    }

    private func perform(_ decide: (inout FleetCore) -> [FleetCore.Action]) {
        guard let actions = state.value.core.map({ _ in decide(&state.value.core!) }) else { return }
        for action in actions { perform(action) }
        setTimer()
        if state.value.core?.link.isClosed == true, let whenClosed = state.value.whenClosed {
            state.value.whenClosed = nil
            whenClosed()
        }
    }

    private func perform(_ action: FleetCore.Action) {
        switch action {
        case .link(.open):
            guard let session = state.value.core?.session else { return }
            state.value.attempts += 1
            let attempt = state.value.attempts
            transport.open(session) { [self] event in handle(event, of: attempt) }
        case .link(.publish(let message, let number)): transport.publish(message, number: number)
        case .link(.close): transport.close()
        case .link(.report(let notice)): report(notice)
        case .command(let entry, let payload): command(entry, payload)
        }
    }

    private func setTimer() {
        let wakeUp = state.value.core?.wakeUp
        guard wakeUp != state.value.timer?.time else { return }
        state.value.timer?.work.dispose()
        state.value.timer = wakeUp.map { time in
            let work = queue.schedule(at: time) { [self] in
                state.value.timer = nil
                perform { $0.timeCame(at: queue.now) }
            }
            return (time, work)
        }
    }

    /// Lets the board's queue carry out a command.
    private func command(_ entry: Int, _ payload: String) {
        guard state.value.commands < Self.mostCommands else { return ignore(entry, payload, .tooMany) }
        state.value.commands += 1
        guard let path = state.value.core?.path(of: entry) else { return }
        boardQueue.withLock { $0 }?.command(path, payload) { [self] in
            let fault = boardState.feed == nil ? .noLoop : boardState.targets[entry].carryOut(payload)
            queue.async { [self] in
                state.value.commands -= 1
                if let fault { ignore(entry, payload, fault) }
            }
        }
    }

    private func ignore(_ entry: Int, _ payload: String, _ fault: CommandFault) {
        perform { core in [core.ignored(core.commandTopic(of: entry), payload, fault)] }
    }
}
