import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession

/// A board in a fleet: connects its devices to a broker.
///
/// The board's queue only marks changes and carries out commands. Everything else is done on the fleet's queue, which may
/// wait for the network.
package final class FleetOutlet: Sendable {
    /// The state on the fleet's queue.
    private struct State {
        var core: FleetCore?
        var board: Board?
        /// The features, in the order of the core's entries.
        var targets: [BoardFeature] = []
        var limitedOutputs: LimitedOutputs?
        var timer: (time: Duration, work: any Disposable & Sendable)?
        var diagnosis: (any Disposable & Sendable)?
        /// The number of attempts to connect, by which late events of an earlier one are known.
        var attempts = 0
        var commands = CommandLane()
        var keeper: OutboxKeeper
        var whenClosed: (@Sendable () -> Void)?
        /// Asks for an update; nil for a box that has none.
        var requestUpdate: (@Sendable () -> FleetNotice?)?
        /// The recording; nil if the program does not record.
        var session: SessionReader?
    }

    private let identity: FleetIdentity
    private let options: FleetOptions
    private let transport: any FleetTransport
    private let queue: any Scheduler
    private let random: @Sendable () -> Double
    private let report: @Sendable (FleetNotice) -> Void
    private let state: OnQueue<State>
    /// Unsafe for the compiler only: used on the board's queue.
    nonisolated(unsafe) private var changes: FleetChanges?

    /// - Parameters:
    ///   - transport: The connection to the broker.
    ///   - queue: The fleet's queue, which is also the transport's.
    ///   - store: Keeps events that wait beyond the end of the program; nil loses them.
    ///   - random: Returns a random number from 0 to 1.
    ///   - report: Called on the fleet's queue with each message to the user.
    package init(
        _ identity: FleetIdentity, _ options: FleetOptions, transport: any FleetTransport, on queue: any Scheduler,
        store: (any OutboxStore)? = nil,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        report: @escaping @Sendable (FleetNotice) -> Void
    ) {
        self.identity = identity
        self.options = options
        self.transport = transport
        self.queue = queue
        self.random = random
        self.report = report
        state = OnQueue(State(keeper: OutboxKeeper(store, report: report)), on: queue)
    }

    /// Starts to connect the board. Call after the controllers have started, because it depends on their views whether
    /// a device can be commanded. May be called from any thread.
    ///
    /// - Parameters:
    ///   - wiring: The wiring of the board.
    ///   - diagnostics: The measurements of the machine and of the loop. Those of the board are added.
    ///   - page: The address of the box's page; nil for a box without one, or with one that only the box reaches.
    package func open(_ board: Board, wiring: Wiring, diagnostics: [Diagnostic] = [], page: String? = nil) {
        let start = queue.now
        let diagnostics =
            diagnostics + [
                .uptime { [queue] in queue.now - start }, .lostEdges { board.lostEdges },
                .xruns { board.engine.statistics.xruns },
            ]
        board.queue.unrecorded.perform { board.queue.withoutRecording { observe(board, wiring, diagnostics, page) } }
    }

    private func observe(_ board: Board, _ wiring: Wiring, _ diagnostics: [Diagnostic], _ page: String?) {
        let features = board.features
        // Exactly as large as necessary, and shared with the changes.
        let targets = features.inFleet.map { $0 }
        let changes = FleetChanges(targets, of: features, on: board.queue) { [self] batch in
            queue.async { [self] in take(batch) }
        }
        self.changes = changes
        let entries = targets.compactMap { features.entry($0, in: wiring) }.map { $0 }
        for (entry, feature) in zip(entries, targets) where feature.isOfApplication {
            if let problem = UnsuitableClass(entry, feature, FleetTopics(identity)) { board.didFail(problem) }
        }
        let core = FleetCore(
            identity, options, board: board.description.title, entries,
            diagnostics: diagnostics, page: page, startNumber: String(UInt64(random() * 0x1p53), radix: 16))
        let values = changes.values
        let limitedOutputs = LimitedOutputs(board)
        queue.async { [self] in
            var core = core
            state.value.keeper.restore(into: &core, at: queue.now)
            state.value.core = core
            (state.value.board, state.value.targets) = (board, targets)
            state.value.limitedOutputs = limitedOutputs
            measure(diagnostics)
            state.value.diagnosis = queue.every(Diagnostic.period) { [weak self] _ in self?.measure(diagnostics) }
            perform { $0.start(values) }
        }
    }

    /// Lets clients fetch a recording, if the options allow it. Pieces are read on the fleet's queue.
    package func share(_ session: SessionReader) { queue.async { [self] in state.value.session = session } }

    /// Shows the updates of the box. Call after `open(_:wiring:diagnostics:page:)`.
    ///
    /// - Parameters:
    ///   - state: The state that the unit has written.
    ///   - request: Asks the unit for an update. Called on the fleet's queue. Returns the failure; nil for none.
    package func show(update state: String, request: @escaping @Sendable () -> FleetNotice?) {
        queue.async { [self] in
            self.state.value.requestUpdate = request
            perform { $0.take(update: state, at: queue.now) }
        }
    }

    /// Reports that the box goes away, and ends the connection. Call on the board's queue.
    ///
    /// - Parameter whenClosed: Called on the fleet's queue, at most a second later.
    package func close(_ whenClosed: @escaping @Sendable () -> Void = {}) {
        changes?.close()
        changes = nil
        queue.async { [self] in
            state.value.whenClosed = whenClosed
            guard state.value.core != nil else { return finish() }
            state.value.diagnosis?.dispose()
            perform { $0.close(at: queue.now) }
        }
    }

    // MARK: On the fleet's queue

    /// Reads the measurements. None of them waits for the board's queue.
    private func measure(_ diagnostics: [Diagnostic]) {
        let measurements = diagnostics.map { ($0.path, $0.text()) }
        perform { $0.take(measurements, at: queue.now) }
    }

    private func take(_ batch: FleetChanges.Batch) {
        perform { $0.take(batch, at: queue.now) }
        state.value.board?.queue.unrecorded.async { [self] in changes?.taken() }
    }

    private func handle(_ event: FleetTransportEvent, of attempt: Int) {
        guard attempt == state.value.attempts else { return }
        perform { $0.handle(event, at: queue.now, random: random()) }
    }

    private func perform(_ decide: (inout FleetCore) -> [FleetAction]) {
        guard state.value.core != nil else { return }
        let actions = state.value.core!.actions(decide)
        // Before an event is sent, so that no other one gets its number.
        let outbox = state.value.core!.link.outbox
        state.value.keeper.keep(outbox, at: queue.now)
        for action in actions { perform(action) }
        setTimer()
        let link = state.value.core!.link
        state.value.limitedOutputs?.note(isConnected: link.isConnected)
        if link.isClosed { finish() }
    }

    private func finish() {
        guard let whenClosed = state.value.whenClosed else { return }
        state.value.whenClosed = nil
        state.value.keeper.close()
        whenClosed()
    }

    private func perform(_ action: FleetAction) {
        switch action {
        case .open:
            guard let session = state.value.core?.session else { return }
            state.value.attempts += 1
            let attempt = state.value.attempts
            transport.open(session) { [self] event in handle(event, of: attempt) }
        case .publish(let message, let number): transport.publish(message, number: number)
        case .close: transport.close()
        case .report(let notice): report(notice)
        case .command(let entry, let payload): command(entry, payload)
        case .answer(let request): answer(request)
        case .requestUpdate:
            if let failure = state.value.requestUpdate?() { report(failure) }
        }
    }

    private func setTimer() {
        let outbox = state.value.core?.link.outbox
        let syncDue = outbox.flatMap { state.value.keeper.syncDue($0) }
        let wakeUp = [state.value.core?.wakeUp, syncDue].compactMap { $0 }.min()
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

    /// Answers a request for a piece of the session.
    private func answer(_ request: SessionRequest) {
        let piece: SessionPiece =
            if !options.sharesSessions {
                .refused(reason: "the program does not share its sessions; see FleetOptions.sharesSessions")
            } else if let session = state.value.session {
                SessionPiece(for: request, from: session)
            } else {
                .refused(reason: "the box records no session; start it with --record-ring")
            }
        let topic = FleetTopics(identity).session(request.token)
        transport.publish(FleetMessage(topic: topic, payload: piece.payload), number: FleetCore.answer)
    }

    /// Lets the board's queue carry out a command, unless an earlier one is on its way.
    private func command(_ entry: Int, _ payload: String) {
        guard let isPress = state.value.core?.isPress(entry) else { return }
        if state.value.commands.begin(payload, for: entry, isPress: isPress) {
            carryOut(entry, payload, isPress: isPress)
        }
    }

    private func carryOut(_ entry: Int, _ payload: String, isPress: Bool) {
        guard let board = state.value.board else { return }
        let feature = state.value.targets[entry]
        board.command(feature, payload, from: .fleet) { [self] fault in
            // The journal has a notice of an ignored command.
            board.attachments.object(CommandLog.self)?.add(
                .fleet, "\(feature.path.text): \(payload)", refusal: fault.map { "\($0)" }, isReported: fault == nil)
            queue.async { [self] in
                if let fault { ignore(entry, payload, fault) }
                let (next, lost) = state.value.commands.end(entry, isPress: isPress)
                for (entry, count) in lost {
                    guard let topic = state.value.core?.commandTopic(of: entry) else { continue }
                    report(.pressesLost(topic: topic, count))
                }
                if let next { carryOut(entry, next, isPress: false) }
            }
        }
    }

    private func ignore(_ entry: Int, _ payload: String, _ fault: CommandFault) {
        perform { $0.ignore($0.commandTopic(of: entry), payload, fault, at: queue.now) }
    }
}
