import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import Dispatch
import Glibc
import MobiusCore

#if CARILLON_FLEET
    import CarillonMQTT
#endif
#if CARILLON_PAGE
    import CarillonPage
#endif
#if CARILLON_REPLAY
    import CarillonReplay
#endif

extension Board {
    /// Runs an application: opens the board with its wiring, starts the controller, and exits when requested.
    ///
    ///     Board.run(wiring: "counter", makeCounter)
    ///
    /// The command line can name another board, sound device or wiring; `--help` lists the options. The process exits
    /// on `SIGTERM`, `SIGINT` or `SIGHUP`, and on a simulated board when the user quits or the script ends. At the end
    /// of a script, sounds play to their end; looping sounds are stopped. Every output is put into its safe state
    /// before the exit. The exit status is 0; 2 if the user's input cannot be used; 1 if the system failed, or if a
    /// recording is incomplete. If the board's queue hangs, the process is aborted 5 s after the signal.
    ///
    /// With `--record`, the program records its session. With `--replay`, it replays a recorded session and reports the
    /// first difference. With `--export`, it writes the session as a test.
    ///
    /// With `--safe`, the program only puts the outputs into their safe states. Use it after the program was killed
    /// before it could do so.
    ///
    /// As a systemd service, the program reports when it is ready, feeds the watchdog from the board's queue, and
    /// writes notices to the journal; see systemd.service(5), `Type=notify` and `WatchdogSec=`.
    ///
    /// Call on the main thread, before any other thread exists.
    ///
    /// - Parameters:
    ///   - wiring: The name of a wiring that comes with the program, a file in `Boards/wirings/`.
    ///   - sourceFile: The caller's source file. The files of its package are found wherever the program is built.
    ///   - makeController: Returns the application's controller for the board's devices.
    public static func run<Model, Event, Effect>(
        wiring: String, sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        run(wiring, nil, sourceFile: sourceFile, makeController)
    }

    /// - Parameter fleet: The appearance of the box in a fleet; nil for a program that joins none.
    static func run<Model, Event, Effect>(
        _ wiring: String, _ fleet: ApplianceFleetOptions?, sourceFile: String,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        openStandardStreams()
        DataFolders.addPackage(of: sourceFile)
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
            if let status = try replay(
                options, wiringName: wiring, sourceFile: sourceFile, console: console, makeController)
            {
                exit(console.status(status))
            }
            let wiringPath = try options.wiring ?? Wiring.path(named: wiring)
            let wiring = try Wiring.file(wiringPath)
            guard !options.wantsSafeOutputs else {
                let failures = try makeOutputsSafe(wiring: wiring, name: options.board, console: console)
                for failure in failures { console.notice("\(failure)", .error) }
                exit(failures.first.map(exitStatus) ?? 0)
            }
            let appliance = try Appliance(
                options, wiring: wiring, wiringPath: wiringPath, fleet: fleet, console: console, manager: manager)
            do {
                try appliance.start(makeController(appliance.board))
            } catch {
                appliance.discardRecording()
                throw error
            }
        } catch {
            console.notice("\(error)", .error)
            // The notice has reported the error, and the exit reports the failure even if systemd cannot be notified.
            try? manager?.notify(.failed(reason: "\(error)"))
            exit(exitStatus(of: error))
        }
        dispatchMain()
    }

    /// A program can be started without standard streams. Opens them, so that other files do not get their descriptors.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "carillon"
    }

    /// Returns 1 for a failure of the system, 2 for an error that the user can correct.
    fileprivate static func exitStatus(of error: any Error) -> Int32 {
        switch error {
        #if CARILLON_FLEET
            case FleetBrokerError.noLibrary: 1
        #endif
        #if CARILLON_PAGE
            case is PageError: 1
        #endif
        #if CARILLON_REPLAY
            case is SessionDivergence: 1
        #endif
        case is RealTimeError, is ServiceError, is StandardInput.Failure, GPIOError.system, BusError.system,
            SoundError.unreadable, AudioOutputError.cannotWrite, StateFileError.system:
            1
        default: 2
        }
    }
}

/// A running application: a board, its controller, and the sources that end them.
private final class Appliance: Sendable {
    let board: Board
    private let queue: RealTimeQueue
    private let opened: OpenedBoard
    private let console: Console
    private let manager: ServiceManager?
    #if CARILLON_FLEET
        private let fleet: ApplianceFleet?
    #endif
    #if CARILLON_PAGE
        private let page: AppliancePage?
    #endif
    /// Unsafe only to the compiler: `OnQueue` checks the access.
    nonisolated(unsafe) private var state: OnQueue<State>

    private struct State {
        var watchdog: (any Disposable & Sendable)?
        var play: SimulatedPlay?
        var stopController: () -> Void = {}
        var isEnding = false
    }

    init(
        _ options: ApplianceOptions, wiring: Wiring, wiringPath: String, fleet: ApplianceFleetOptions?,
        console: Console, manager: ServiceManager?
    ) throws {
        self.console = console
        self.manager = manager
        var place = try options.record.map { argument in try SessionPlace(argument) }
        var followers: [@Sendable (DeviceChange) -> Void] = []
        #if CARILLON_FLEET
            self.fleet = try ApplianceFleet.join(fleet, options.broker, wiring: wiring, console: console)
            if let fleet = self.fleet { followers.append(fleet.follow) }
        #else
            try wiring.checkWithoutFleet()
        #endif
        #if CARILLON_PAGE
            page = options.page.isWanted ? AppliancePage(options.page, console: console) : nil
            if let page {
                followers.append(page.follow)
                #if CARILLON_RECORD
                    // The page saves the session.
                    place = place ?? .temporary
                #endif
            }
        #endif
        opened = try Board.open(
            wiring: wiring, name: options.board, sound: options.sound, console: console, follow: Self.joined(followers),
            record: place.map { ($0, wiringPath) })
        (board, queue) = (opened.board, opened.queue)
        state = OnQueue(State(), on: queue)
        CurrentBoard.set(board)
    }

    /// Returns a function that calls all functions; nil for none.
    private static func joined(_ followers: [@Sendable (DeviceChange) -> Void]) -> (@Sendable (DeviceChange) -> Void)? {
        guard followers.count > 1 else { return followers.first }
        return { change in
            for follow in followers { follow(change) }
        }
    }

    func start<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) throws {
        opened.recording?.follow(controller)
        #if CARILLON_PAGE
            try page?.open(opened, controller)
        #endif
        controller.start()
        #if CARILLON_FLEET
            try fleet?.open(opened, missedDeadlines: controller.missedDeadlines)
        #endif
        console.notice(opened.summary, .info)
        if let path = opened.recording?.path { console.notice("recording in \(path)", .info) }
        if !queue.denials.isEmpty { console.notice(RealTimeDenial.describe(queue.denials), .warning) }
        queue.perform {
            state.value.stopController = controller.stop
            state.value.play = opened.simulatedChip.map { chip in
                SimulatedPlay(
                    wiring: opened.wiring, devices: board.allFeatured, chip: chip, queue: queue, console: console
                ) { [self] in follow($0) }
            }
            state.value.play?.start()
        }
        try queue.perform {
            notifyManager(.ready(status: opened.summary))
            state.value.watchdog = try manager?.feedWatchdog(from: queue) { [console] error in
                console.notice("\(error)", .error)
            }
        }
        // Last, because an earlier signal is delivered now and stops what has been started.
        _ = try opened.signals.watch(on: queue) { [self] in end(status: 0) }
    }

    /// Removes the file of a session that has not begun.
    func discardRecording() { opened.recording?.discard() }

    private func follow(_ ending: SimulatedPlay.Ending) {
        switch ending {
        case .quit: end(status: 0)
        // A service without standard input runs until it is stopped.
        case .scriptEnded where manager != nil && StandardInput.isNull: break
        case .scriptEnded: board.engine.drain(on: queue) { [self] in end(status: 0) }
        case .failed(let error):
            console.notice("\(error)", .error)
            notifyManager(.failed(reason: "\(error)"))
            end(status: Board.exitStatus(of: error))
        }
    }

    /// Stops the loop, makes all outputs safe and exits. Queue only.
    private func end(status: Int32) {
        guard !state.value.isEnding else { return }
        state.value.isEnding = true
        notifyManager(.stopping)
        state.value.watchdog?.dispose()
        state.value.play?.close()
        opened.recording?.finish()
        state.value.stopController()
        #if CARILLON_PAGE
            page?.close()
        #endif
        CurrentBoard.set(nil)
        #if CARILLON_FLEET
            fleet?.close()
        #endif
        board.close()
        opened.recording?.close()
        #if CARILLON_FLEET
            // The outputs are safe by now.
            fleet?.waitUntilClosed()
        #endif
        exit(console.status(status))
    }

    private func notifyManager(_ notification: ServiceManager.Notification) {
        do {
            try manager?.notify(notification)
        } catch {
            console.notice("\(error)", .error)
        }
    }
}
