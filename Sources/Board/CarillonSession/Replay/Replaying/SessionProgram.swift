import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A program that can run on a simulated board in virtual time, any number of times, independent of its types.
package struct SessionProgram {
    /// A run of the program.
    struct Run {
        let model: () -> Any
        let stop: () -> Void
    }

    /// The result of a run of the program.
    package struct Outcome {
        package let eventLog: [EventLogLine]
        /// The event log in which no text contains times.
        let eventLogWithoutTimes: [EventLogLine]
        /// The model at the end.
        package let model: Any
        /// The time since the start.
        package let duration: Duration
        package let divergence: SessionDivergence?
        /// The fields of the models that the recorded ones do not have.
        package let addedFields: [String]
        /// The fields that only the recorded models have.
        package let removedFields: [String]
    }

    /// A line of the event log, with or without times.
    typealias Line = (_ withTimes: Bool) -> EventLogLine

    /// Starts the program on a board. The function receives the queue of the event log's times and takes its lines.
    let start: (Board, any Scheduler, @escaping @Sendable (Line) -> Void) throws -> Run
    let wiring: Wiring
    private let timeout: Duration

    /// - Parameters:
    ///   - wiring: The devices.
    ///   - timeout: The longest wait, in real time, for work of the program's other threads.
    ///   - makeController: Returns the application's controller.
    package init<Model, Event, Effect>(
        wiring: Wiring, timeout: Duration = .seconds(10),
        _ makeController: @escaping (Board) throws -> MobiusController<Model, Event, Effect>
    ) {
        (self.wiring, self.timeout) = (wiring, timeout)
        start = { board, queue, report in
            let controller = try makeController(board)
            controller.addMonitor(EventLogMonitor<Model, Event, Effect>(on: queue) { report($0.line(withTimes:)) })
            controller.start()
            return Run(model: { controller.model }, stop: controller.stop)
        }
    }

    /// Replays a session up to its end, or up to the first divergence.
    ///
    /// - Parameter progress: Called often, with the time since the start of the session.
    /// - Throws: The errors of the wiring and of the application.
    package func replay(_ session: Session, progress: @escaping (Duration) -> Void = { _ in }) throws -> Outcome {
        let board = try SimulatedBoard(wiring, replaying: session, timeout: timeout)
        let replay = board.replay!
        replay.carryOutCommands(on: board.board)
        let compare: @Sendable (Line) -> Void = { replay.compare($0(true)) }
        return try board.run(self, report: compare) {
            replay.play(untilDivergence: true, progress: progress)
            return replay
        }
    }

    /// Runs the program while `body` works the board.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - levels: The levels of lines before the start.
    ///   - memories: The parts of the memories that the loops begin from.
    ///   - report: Called with each line of the event log, without times.
    /// - Throws: The errors of the wiring and of the application.
    func run(
        seed: UInt64, levels: [String: Level], memories: [[UInt8]], report: @escaping @Sendable (EventLogLine) -> Void,
        _ body: (SimulatedBoard) -> Void
    ) throws -> Outcome {
        let board = try SimulatedBoard(wiring, seed: seed, levels: levels, memories: memories)
        let reportTimeless: @Sendable (Line) -> Void = { report($0(false)) }
        return try board.run(self, report: reportTimeless) {
            body(board)
            return nil
        }
    }
}

extension SimulatedBoard {
    fileprivate func run(
        _ program: SessionProgram, report: @escaping @Sendable (SessionProgram.Line) -> Void,
        _ body: () -> ReplayQueue?
    ) throws -> SessionProgram.Outcome {
        let eventLog = Locked<[(line: EventLogLine, timeless: EventLogLine)]>([])
        let run = try program.start(board, time) { line in
            eventLog.withLock { $0.append((line(true), line(false))) }
            report(line)
        }
        let replay = body()
        let outcome = SessionProgram.Outcome(
            eventLog: eventLog.withLock { $0.map(\.line) },
            eventLogWithoutTimes: eventLog.withLock { $0.map(\.timeless) },
            model: run.model(), duration: time.now - start,
            divergence: replay?.divergence,
            addedFields: replay?.comparison.added ?? [], removedFields: replay?.comparison.removed ?? []
        )
        replay?.goOn()
        time.sync {
            run.stop()
            board.close()
        }
        return outcome
    }
}
