import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession
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
        package let story: [StoryLine]
        /// The story in which no text contains times.
        let timelessStory: [StoryLine]
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

    /// A line of the story, with or without times.
    typealias Line = (_ withTimes: Bool) -> StoryLine

    /// Starts the program on a board. The function receives the queue of the story's times and takes its lines.
    let start: (Board, any Scheduler, @escaping @Sendable (Line) -> Void) throws -> Run
    let wiring: Wiring
    private let patience: Duration

    /// - Parameters:
    ///   - wiring: The devices.
    ///   - patience: The longest wait, in real time, for work of the program's other threads.
    ///   - makeController: Returns the application's controller.
    package init<Model, Event, Effect>(
        wiring: Wiring, patience: Duration = .seconds(10),
        _ makeController: @escaping (Board) throws -> MobiusController<Model, Event, Effect>
    ) {
        (self.wiring, self.patience) = (wiring, patience)
        start = { board, queue, report in
            let controller = try makeController(board)
            controller.addMonitor(StoryMonitor<Model, Event, Effect>(on: queue) { report($0.line(withTimes:)) })
            controller.start()
            return Run(model: { controller.model }, stop: controller.stop)
        }
    }

    /// Replays a session up to its end, or up to the first divergence.
    ///
    /// - Parameter progress: Called often, with the time since the start of the session.
    /// - Throws: The errors of the wiring and of the application.
    package func replay(_ session: Session, progress: @escaping (Duration) -> Void = { _ in }) throws -> Outcome {
        let board = try SimulatedBoard(wiring, replaying: session, patience: patience)
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
    ///   - report: Called with each line of the story, without times.
    /// - Throws: The errors of the wiring and of the application.
    func run(
        seed: UInt64, levels: [String: Level], memories: [[UInt8]], report: @escaping @Sendable (StoryLine) -> Void,
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
        let story = Locked<[(line: StoryLine, timeless: StoryLine)]>([])
        let run = try program.start(board, time) { line in
            story.withLock { $0.append((line(true), line(false))) }
            report(line)
        }
        let replay = body()
        let outcome = SessionProgram.Outcome(
            story: story.withLock { $0.map(\.line) }, timelessStory: story.withLock { $0.map(\.timeless) },
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
