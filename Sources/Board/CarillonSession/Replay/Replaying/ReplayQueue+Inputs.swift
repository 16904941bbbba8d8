import CarillonBoard
import CarillonScheduling

// MARK: - Lines

extension ReplayQueue {
    /// Sets the function that moves the lines of the simulated chip as an input of the session did.
    func moveLines(_ move: @escaping (Session.Input) -> Void) { self.move = move }

    /// - Parameters:
    ///   - line: The line.
    ///   - number: Its number in the session; nil if the session does not have it.
    ///   - goOn: Called at the end of the session.
    func add(_ line: ReplayLine, number: Int?, goOn: @escaping () -> Void) {
        guard !isOver, let number else { return goOn() }
        lines.add(line, number: number, goOn: goOn)
    }

    func addObserver(_ handler: @escaping @Sendable (Bool) -> Void, goOn: @escaping () -> Void) {
        guard !isOver else { return goOn() }
        lines.addObserver(handler, goOn: goOn)
    }
}

// MARK: - Loops, commands and sounds

extension ReplayQueue {
    package func addLoop(of event: Any.Type, _ receive: @escaping @Sendable (Any) -> Void) -> Int {
        loops.add(event, receive)
    }

    package func send(_ event: Any, toLoop loop: Int, _ work: @escaping @Sendable () -> Void) {
        let run = EffectCounter.currentEffect
        if !arrivals.add(.event(loop: loop), run: run, work) { time.async(work) }
    }

    /// Lets the session's commands be carried out on a board. Call before `play()`.
    package func carryOutCommands(on board: Board) { carryOut = board.replay }

    /// Commands of a present broker have no place in the session.
    package func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void) {
        if isOver { time.async(work) }
    }

    package func unrecorded(_ body: () -> Void) {
        guard !isCurrent else { return body() }
        time.sync {
            isInTurn = true
            body()
            isInTurn = false
        }
    }

    package func playSound(
        onEnd: @escaping @Sendable (Int) -> Void, _ play: (@escaping @Sendable (Int) -> Void) -> Bool
    ) -> Bool {
        guard !isOver else { return play(onEnd) }
        let number = sounds.begin(onEnd)
        guard !sounds.isRefused(number) else { return false }
        let isPlayed = play { [self] end in
            // The engine's own end counts after the session only.
            if let onEnd = sounds.endsByItself(number, end, isOver: isOver) { onEnd(end) }
        }
        if !isPlayed { _ = sounds.endsByItself(number, ReplaySounds.displaced, isOver: isOver) }
        return true
    }

    package func recordMemory(_ part: [UInt8]) {}
}
