import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Dispatch
import Glibc
import MobiusCore

extension Board {
    /// Runs an application: opens the board with its wiring, starts its controller, and ends the process when it is
    /// told to.
    ///
    ///     Board.run(wiring: "counter", makeCounter)
    ///
    /// The command line can name another board, sound device or wiring; `--help` lists the options. The process ends on
    /// `SIGTERM`, `SIGINT` or `SIGHUP`, and on a simulated board when the person quits or the script ends. A script waits
    /// for the end of the sounds; those that loop are stopped. Every output is put into its safe state on the way out.
    /// The exit status is 0; 2 if what the user gave cannot be used; 1 if the system failed, or if a recording of the
    /// sound ended early. If the board's queue hangs, the process is aborted 5 s after the signal.
    ///
    /// With `--safe` it does nothing but put the outputs into their safe states: after an end that left no time for it.
    ///
    /// As a service of systemd it tells when it is ready, feeds the watchdog from the board's queue, and writes notices to
    /// the journal; see systemd.service(5), `Type=notify` and `WatchdogSec=`.
    ///
    /// To be called on the main thread, before there is another one.
    ///
    /// - Parameters:
    ///   - wiring: The name of a wiring that comes with the program, a file in `Boards/wirings/`.
    ///   - makeController: Makes the application's controller, of the board's parts.
    public static func run<Model, Event, Effect>(
        wiring: String, _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        openStandardStreams()
        var console = Console(program: programName)
        var manager: ServiceManager?
        do {
            console = Console(program: console.program, journal: try Journal(program: console.program))
            manager = try ServiceManager()
            let options = try ApplianceOptions(arguments: CommandLine.argc, CommandLine.unsafeArgv)
            guard !options.wantsHelp else {
                console.show(ApplianceOptions.help(program: console.program))
                exit(console.status(0))
            }
            let wiring = try options.wiring.map(Wiring.file) ?? .named(wiring)
            guard !options.wantsSafeOutputs else {
                let failures = try makeOutputsSafe(wiring: wiring, name: options.board, console: console)
                for failure in failures { console.notice("\(failure)", .error) }
                exit(failures.first.map(exitStatus) ?? 0)
            }
            let appliance = try Appliance(options, wiring: wiring, console: console, manager: manager)
            try appliance.start(makeController(appliance.board))
        } catch {
            console.notice("\(error)", .error)
            // The notice has said what is wrong, and the program's end says the rest.
            try? manager?.tell(.failed(reason: "\(error)"))
            exit(exitStatus(of: error))
        }
        dispatchMain()
    }

    /// A program can be started without standard streams. What it opens must not take their numbers.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "carillon"
    }

    /// 1 for what the system is to blame for, 2 for what the user can mend.
    fileprivate static func exitStatus(of error: any Error) -> Int32 {
        switch error {
        case is RealTimeError, is ServiceError, is StandardInput.Failure, GPIOError.system, SoundError.unreadable,
            AudioOutputError.cannotWrite:
            1
        default: 2
        }
    }
}

/// An application at work: a board, the controller on it, and what ends them.
private final class Appliance: Sendable {
    let board: Board
    private let queue: RealTimeQueue
    private let opened: OpenedBoard
    private let console: Console
    private let manager: ServiceManager?
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>

    private struct State {
        var watchdog: (any Disposable & Sendable)?
        var play: SimulatedPlay?
        var stopController: () -> Void = {}
        var isEnding = false
    }

    init(_ options: ApplianceOptions, wiring: Wiring, console: Console, manager: ServiceManager?) throws {
        self.console = console
        self.manager = manager
        opened = try Board.open(
            wiring: wiring, name: options.board, sound: options.sound, console: console)
        (board, queue) = (opened.board, opened.queue)
        state = OnQueue(State(), on: queue)
        CurrentBoard.set(board)
    }

    func start<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) throws {
        controller.start()
        console.notice(opened.summary, .info)
        if !queue.refusals.isEmpty { console.notice(RealTimeRefusal.describe(queue.refusals), .warning) }
        queue.perform {
            state.value.stopController = controller.stop
            state.value.play = opened.simulatedChip.map { chip in
                SimulatedPlay(wiring: opened.wiring, chip: chip, queue: queue, console: console) { [self] in follow($0)
                }
            }
            state.value.play?.start()
        }
        try queue.perform {
            tell(.ready(status: opened.summary))
            state.value.watchdog = try manager?.feedWatchdog(from: queue) { [console] error in
                console.notice("\(error)", .error)
            }
        }
        // Last: a signal that came before is told now, and ends what has been started.
        _ = try opened.signals.watch(on: queue) { [self] in end(status: 0) }
    }

    private func follow(_ ending: SimulatedPlay.Ending) {
        switch ending {
        case .quit: end(status: 0)
        // A service that is given nothing to read lives until it is told to end.
        case .scriptEnded where manager != nil && StandardInput.isNull: break
        case .scriptEnded: board.engine.drain(on: queue) { [self] in end(status: 0) }
        case .failed(let error):
            console.notice("\(error)", .error)
            tell(.failed(reason: "\(error)"))
            end(status: Board.exitStatus(of: error))
        }
    }

    /// Stops the loop, makes all safe and ends the process. On the queue.
    private func end(status: Int32) {
        guard !state.value.isEnding else { return }
        state.value.isEnding = true
        tell(.stopping)
        state.value.watchdog?.dispose()
        state.value.play?.close()
        state.value.stopController()
        CurrentBoard.set(nil)
        board.close()
        exit(console.status(status))
    }

    private func tell(_ news: ServiceManager.News) {
        do {
            try manager?.tell(news)
        } catch {
            console.notice("\(error)", .error)
        }
    }
}
