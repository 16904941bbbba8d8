import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// The queue of a board that replays a session.
///
/// The inputs of the session are handled in their order, each at its time, and nothing else is. The time of the base
/// queue follows. After the session, timers and other inputs are those of the base queue. If the program diverges from
/// the session, only what came from outside is taken from the rest of it: edges, levels and events with values. Timers
/// and sounds then have their natural times.
///
/// `@unchecked Sendable`: mutable state is accessed by the owner of the virtual time only; `arrivals` is thread-safe.
package final class ReplayQueue: BoardSession, @unchecked Sendable {
    private enum Phase {
        /// The program handles the inputs in the order of the session.
        case following
        /// The program has diverged in this turn, and the rest of the inputs need not fit any more.
        case diverged
        /// Timers, sounds and other threads have their natural times.
        case over
    }

    /// The end of a part of the replay.
    private enum Goal {
        /// The setup of the program calls.
        case setupCall
        /// The first divergence, or the end of the session.
        case divergence
        case end
    }

    package var base: any Scheduler { time }
    package var queueSession: QueueSession? { QueueSession(self) }
    /// The first divergence from the session; nil if there is none so far.
    package private(set) var divergence: SessionDivergence?
    /// Whether the order of the session applies no more, because it has ended or the program has diverged from it.
    package var isOver: Bool { phase == .over }
    /// The lines of the event log so far.
    package private(set) var eventLog: [EventLogLine] = []

    let time: VirtualTime
    let session: Session
    private let timeout: Duration
    private let effects = EffectCounter()
    let arrivals = ReplayArrivals()
    private(set) var comparison: EventLogComparison
    private var phase = Phase.following
    private var next = 0
    var isInTurn = false
    private var timers = ReplayTimers()
    var sounds: ReplaySounds
    var loops = ReplayLoops()
    var lines: ReplayLines
    /// Carries out a command of the fleet or of the page, and returns whether the path exists.
    var carryOut: ((_ path: String, _ payload: String) -> Bool)?
    /// Moves the lines of the simulated chip as an input of the session did.
    var move: (Session.Input) -> Void = { _ in }

    /// - Parameters:
    ///   - session: The session.
    ///   - time: A clock that has not passed the session's start.
    ///   - timeout: The longest wait, in real time, for work of the program's other threads.
    package init(_ session: Session, on time: VirtualTime, timeout: Duration) {
        self.session = session
        self.time = time
        self.timeout = timeout
        sounds = ReplaySounds(session)
        lines = ReplayLines(session)
        comparison = EventLogComparison(session.eventLog)
        time.advance(to: session.header.start)
    }

    /// Plays the rest of the session.
    ///
    /// - Parameters:
    ///   - untilDivergence: Whether to end at the first divergence.
    ///   - progress: Called often, with the time since the start of the session.
    package func play(untilDivergence: Bool = false, progress: @escaping (Duration) -> Void = { _ in }) {
        _ = play(until: untilDivergence ? .divergence : .end, progress)
    }

    /// Returns a monitor that compares the event log of a loop with the recorded one.
    package func monitor<Model, Event, Effect>(
        _: MobiusController<Model, Event, Effect>
    ) -> any LoopMonitor<Model, Event, Effect> {
        EventLogMonitor(on: time) { [self] step in
            let line = step.line
            eventLog.append(line)
            compare(line)
        }
    }

    /// Compares a line of the event log with the recorded one. Called in the turn of the event.
    func compare(_ line: EventLogLine) {
        guard divergence == nil, let (event, difference) = comparison.difference(of: line) else { return }
        diverge(.differs(event: event, difference))
        if difference.changesInputs, !isOver { phase = .diverged }
    }

    private func diverge(_ reason: SessionDivergence.Reason) {
        divergence = divergence ?? SessionDivergence(time: now - session.header.start, reason)
    }

    // MARK: Scheduler

    package var now: Duration { time.now }

    package var isCurrent: Bool { time.isCurrent && (isInTurn || isOver) }

    package func sync(_ work: () -> Void) {
        guard !isCurrent else { return work() }
        // The setup calls on the thread that replays, as it did in the recording on the thread that started the program.
        guard time.isCurrent else { return callFromOutside(work) }
        if play(until: .setupCall) {
            turn(work)
        } else {
            goOn()
            time.sync(work)
        }
    }

    private func callFromOutside(_ work: () -> Void) {
        waitFor(work) { errand in
            if !arrivals.add(.call, run: EffectCounter.currentEffect, errand) { time.async(errand) }
            return true
        }
    }

    package func async(_ work: @escaping @Sendable () -> Void) {
        if isCurrent {
            if isOver { time.async(work) } else { timers.add(.once(work), at: now) }
        } else if !arrivals.add(.work, run: EffectCounter.currentEffect, work) {
            time.async(work)
        }
    }

    package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        insert(.once(work), at: time) { self.time.schedule(at: time, work) }
    }

    package func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable {
        let period = period.asPeriod
        let start = firstTick(start, period)
        return insert(.periodic(work, period: period), at: start) {
            time.every(period, startingAt: start, work)
        }
    }

    private func insert(
        _ work: ReplayTimer.Work, at due: Duration, afterwards: () -> any Disposable & Sendable
    ) -> any Disposable & Sendable {
        guard isCurrent else {
            let timer = ReplayTimer(work, due: due)
            let isTaken = arrivals.add(timer, run: EffectCounter.currentEffect)
            return isTaken ? timer : afterwards()
        }
        return isOver ? afterwards() : timers.add(work, at: due)
    }

    // MARK: Playing

    /// - Returns: Whether the goal is a call of the setup, and its time has come.
    private func play(until goal: Goal, _ progress: (Duration) -> Void = { _ in }) -> Bool {
        while next < session.entries.count, !isOver || goal != .setupCall, divergence == nil || goal != .divergence {
            let entry = session.entries[next]
            next += 1
            _ = time.advance(atMost: entry.time - now) {
                progress(now - session.header.start)
                return false
            }
            if isOver {
                playNaturally(entry.input)
            } else if goal == .setupCall, case .call(run: 0) = entry.input {
                return true
            } else if let reason = play(entry.input) {
                diverge(reason)
                goOn()
                playNaturally(entry.input)
            } else if phase == .diverged {
                goOn()
            }
        }
        return false
    }

    /// Plays an input that came from outside to a program that has diverged.
    private func playNaturally(_ input: Session.Input) {
        time.sync {
            switch input {
            case .command(let path, let payload): _ = carryOut?(path, payload)
            case .event(let loop, _, let value): loops.sender(of: value, to: loop)?()
            default: move(input)
            }
        }
    }

    private func turn(_ work: () -> Void) {
        time.sync {
            isInTurn = true
            effects.during(work)
            isInTurn = false
        }
    }

    /// - Returns: nil if the input has been handled; otherwise the reason why it cannot be.
    private func play(_ input: Session.Input) -> SessionDivergence.Reason? {
        switch input {
        case .edge(let line, let level, let edge, let missed):
            guard let line = lines[line] else { return .notRequested(input) }
            turn { line.follow(Edge(level: level, time: edge, missed: missed)) }
        case .reading, .soundRefused, .memory: break
        case .failure(let line, let isGone):
            guard let line = lines[line] else { return .notRequested(input) }
            turn { line.fail(isGone: isGone) }
        case .presence(let observer, let isPresent):
            guard let handler = lines.observer(observer) else { return .notRequested(input) }
            turn { handler(isPresent) }
        case .timer(let number, let missed):
            guard let timer = timers.take(number) else { return .notRequested(input) }
            turn { timer.run(missed: missed) }
        case .workTimer(let run, let number, let missed):
            guard let timer = arrivals.timer(number, run: run, within: timeout) else {
                return .notArrived(input, limit: timeout)
            }
            turn { timer.run(missed: missed) }
        case .call(let run): return playArrival(.call, run, input)
        case .work(let run): return playArrival(.work, run, input)
        case .event(let loop, let run, let value):
            guard loops.contains(loop) else { return .notRequested(input) }
            guard let send = loops.sender(of: value, to: loop) else {
                return playArrival(.event(loop: loop), run, input)
            }
            arrivals.drop(.event(loop: loop), run: run)
            turn(send)
        case .soundEnd(let number, let end):
            guard let onEnd = sounds.take(number) else { return .notRequested(input) }
            turn { onEnd(end) }
        case .command(let path, let payload):
            var isKnown = false
            turn { isKnown = carryOut?(path, payload) ?? false }
            if !isKnown { return .notRequested(input) }
        case .gap(let count): return .gap(count)
        }
        return nil
    }

    private func playArrival(
        _ kind: ReplayArrivals.Kind, _ run: Int, _ input: Session.Input
    ) -> SessionDivergence.Reason? {
        guard let work = arrivals.take(kind, run: run, within: timeout) else {
            return .notArrived(input, limit: timeout)
        }
        turn(work)
        return nil
    }

    // MARK: Going on

    /// Ends the replay: timers, lines, sounds and other threads continue on the base queue, each at its time.
    package func goOn() {
        guard !isOver else { return }
        time.sync {
            phase = .over
            lines.goOn()
            for timer in timers.takeAll() { timer.goOn(on: time) }
            let (rest, workTimers) = arrivals.close()
            for timer in workTimers { timer.goOn(on: time) }
            for work in rest { time.async(work) }
            for (onEnd, end) in sounds.goOn() { time.async { onEnd(end) } }
        }
        time.advance(by: .zero)
    }
}
