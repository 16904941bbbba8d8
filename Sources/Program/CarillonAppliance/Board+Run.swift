import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonOutlet
import CarillonRealTime
import CarillonSession
import Dispatch
import Glibc
import MobiusCore

extension Board {
    /// Runs an application: opens the board with its wiring, starts the controller, and exits when requested.
    ///
    ///     Board.run(wiring: "counter", makeCounter)
    ///
    /// The command line can name another board, sound device or wiring; `--help` lists the options, and `--version`
    /// prints the versions. The process exits on `SIGTERM`, `SIGINT` or `SIGHUP`, and on a simulated board when the
    /// user quits or the script ends. At the end of a script, sounds play to their end; looping sounds are stopped.
    /// Every output is put into its safe state before the exit. The exit status is 0; 2 if the user's input cannot be
    /// used; 1 if the system failed, or if a file of the program is incomplete. If the board's queue hangs, the process
    /// is aborted 5 s after the signal.
    ///
    /// With `--replay`, the program replays a session and reports the first difference. With `--export`, it writes the
    /// session as a test.
    ///
    /// With `--check`, the program checks its wiring as `carillon check` does. With `--pinout`, it draws the connections as
    /// `carillon pinout` does. Both options also support the program's own kinds of devices.
    ///
    /// With `--safe`, the program only puts the outputs into their safe states. Use it after the program was killed
    /// before it could do so.
    ///
    /// As a systemd service, the program reports when it is ready, feeds the watchdog from the board's queue, and
    /// writes notices to the journal; see systemd.service(5), `Type=notify` and `WatchdogSec=`.
    ///
    /// The program may start itself a second time, as the process that holds its connection to the broker. Therefore,
    /// nothing before this call may depend on being done only once.
    ///
    /// Call on the main thread, before any other thread exists.
    ///
    /// - Parameters:
    ///   - wiring: The name of a wiring that comes with the program, a file in `Boards/wirings/`.
    ///   - kinds: The application's own kinds of devices, which the wiring can contain besides those of Carillon.
    ///   - sourceFile: The caller's source file, by which the program finds the files of its package.
    ///   - fileID: The caller's source file in its module, which exported tests import.
    ///   - makeController: Returns the application's controller for the board's devices.
    public static func run<Model, Event, Effect>(
        wiring: String, kinds: [any Device.Type] = [], sourceFile: String = #filePath, fileID: String = #fileID,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        run(wiring, kinds: kinds, sourceFile: sourceFile, fileID: fileID, makeController)
    }

    /// - Parameters:
    ///   - kinds: The application's own kinds of devices.
    ///   - settings: The settings of outlets in the source of the program.
    ///   - outlets: The outlets that the command line or the wiring may request.
    package static func run<Model, Event, Effect>(
        _ wiring: String, kinds: [any Device.Type] = [], settings: [any Sendable] = [],
        outlets: [any Outlet.Type] = Outlets.all, sourceFile: String = #filePath, fileID: String = #fileID,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        openStandardStreams()
        for outlet in outlets { outlet.runOwnProcess() }
        DataFolders.addPackage(of: sourceFile)
        ProgramName.adopt(wiring: wiring)
        let console = Console(program: ProgramName.current)
        var manager: ServiceManager?
        do {
            manager = try ServiceManager()
            let known = ApplianceOptions(outlets)
            let options = try known.read(CommandLine.arguments)
            if options.has("help") {
                console.show(known.help(program: console.program))
                exit(console.status(0))
            }
            if options.has("version") {
                console.show("\(console.program) \(Program.version), Carillon \(CarillonVersion.current)")
                exit(console.status(0))
            }
            let module = fileID.prefix { $0 != "/" }
            if let status = try replay(
                options, wiringName: wiring, module: String(module), kinds: kinds, console: console, makeController)
            {
                exit(console.status(status))
            }
            let path = try options["wiring"] ?? Wiring.path(named: wiring)
            if let status = try describe(options, wiring: path, kinds: kinds, console: console)
                ?? makeOutputsSafe(options, wiring: path, kinds: kinds, console: console)
            {
                exit(console.status(status))
            }
            let program = Program(
                name: console.program, options: options, settings: settings,
                wiring: try .file(path, kinds: kinds), wiringPath: path,
                isService: manager != nil || console.writesJournal, notice: console.notice, failure: console.failure)
            let appliance = try Appliance(program, outlets: outlets, console: console, manager: manager)
            do {
                try appliance.start(makeController(appliance.board))
            } catch {
                appliance.abandon()
                throw error
            }
        } catch {
            console.notice("\(error)", .error)
            // The notice has reported the error, and the exit reports the failure even if systemd cannot be notified.
            try? manager?.notify(.failed(reason: "\(error)"))
            exit(console.status(ExitStatus.of(error)))
        }
        dispatchMain()
    }

    /// A program can be started without standard streams. Opens them, so that other files do not get their descriptors.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }
}

extension Board {
    /// Runs an application that can join a fleet. In all other respects, it is like
    /// `run(wiring:kinds:sourceFile:fileID:_:)`.
    ///
    ///     Board.run(wiring: "doorbell", fleet: .homeAssistant, makeDoorbell)
    ///
    /// With `--broker`, the box joins the fleet on an MQTT broker.
    ///
    /// Call on the main thread, before any other thread exists.
    ///
    /// - Parameters:
    ///   - wiring: The name of a wiring that comes with the program, a file in `Boards/wirings/`.
    ///   - kinds: The application's own kinds of devices, which the wiring can contain besides those of Carillon.
    ///   - fleet: The appearance of the box in the fleet; nil for a program that joins none.
    ///   - sourceFile: The caller's source file, by which the program finds the files of its package.
    ///   - fileID: The caller's source file in its module, which exported tests import.
    ///   - makeController: Returns the application's controller for the board's devices.
    public static func run<Model, Event, Effect>(
        wiring: String, kinds: [any Device.Type] = [], fleet: FleetOptions?, sourceFile: String = #filePath,
        fileID: String = #fileID, _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        run(
            wiring, kinds: kinds, settings: fleet.map { [$0] } ?? [], sourceFile: sourceFile, fileID: fileID,
            makeController)
    }
}

extension Board {
    /// Checks or draws a wiring if an option requests it.
    ///
    /// - Parameters:
    ///   - options: The options of the program.
    ///   - path: The path of the wiring.
    ///   - kinds: The application's own kinds of devices.
    ///   - console: Shows the result.
    /// - Returns: The exit status, which is 1 if the wiring has faults; nil without such an option.
    /// - Throws: `BoardError` or `DescriptionError` if the board or the file cannot be read; `SVGFileError`.
    static func describe(
        _ options: ProgramOptions, wiring path: String, kinds: [any Device.Type], console: Console
    ) throws -> Int32? {
        guard options.has("check") || options.has("pinout") else { return nil }
        let board = try options["board"].map(BoardDescription.named) ?? BoardDescription.detect().board
        guard !options.has("check") else {
            let check = try DescriptionCheck(path: path, board: board, kinds: kinds)
            console.show(CheckReport(check, path: path, board: board).text, terminator: "")
            return check.faults.isEmpty ? 0 : 1
        }
        let drawn = try board ?? .named("simulated")
        let picture = try options["svg"].map { try SVGFile($0) }
        let wiring = try Wiring.file(path, kinds: kinds)
        let connections = try wiring.connections(on: drawn)
        guard let picture else {
            console.show(
                PinoutText(drawn, connections: connections, terminal: .current).text, terminator: "")
            return 0
        }
        let name = path.split(separator: "/").last.map(String.init)
        let others = wiring.unconnected(on: drawn)
        try picture.write(PinoutPicture(drawn, wiring: name, connections: connections, others: others).svg)
        return 0
    }
}
