@_exported import Carillon
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonMemory
import CarillonScheduling
import CarillonSession

/// An application on a simulated board in virtual time. A test presses buttons, lets time pass, and checks the outputs.
///
///     @Test func decrementingAtZeroRings() throws {
///         let bench = try Bench(makeCounter)
///         try bench.press("minus")
///         #expect(bench.changes == [.sound(name: .alert)])
///     }
///
/// `makeCounter` is the function that `Board.run` receives. A bench without a wiring has every device that the function
/// requests by name. A bench with a wiring has only the wiring's devices, so that a missing one fails the test. An unknown
/// name throws an error that lists the known names.
///
/// Work that never ends, such as a timer of 0 ms that starts itself again, ends the bench: the test fails, and ``failures`` has
/// an error that names the events.
///
/// Virtual time passes only during actions on inputs (`press` takes 80 ms) and in `advance`. So ten hours pass at once,
/// and every run of a test is identical. No GPIO chip, sound card or Linux is needed.
///
/// A bench belongs to the test that creates it: to its task, which may change threads at an `await`, or to its thread.
/// Work that the application's own tasks and threads send waits for the next call of the bench, or for
/// ``settle(atMost:isolation:until:)``.
public final class Bench<Model> {
    /// The board that the application runs on.
    public var board: Board {
        virtualTime.adopt()
        return simulated.board
    }

    /// The virtual clock, driven by the caller of the bench.
    var time: VirtualTime {
        virtualTime.adopt()
        return virtualTime
    }

    /// The simulated chip, with the levels of its lines and the devices on its buses. It serves to test kinds of devices.
    public var chip: SimulatedChip { simulated.chip }
    var user: SimulatedUser { simulated.user }
    /// The queue that has replayed a session; nil without one.
    var replay: ReplayQueue? { simulated.replay }
    let output: BenchOutput
    let devices: BenchWiring
    let record: BenchRecord
    let memoryFolder: TransientFolder
    private let virtualTime = VirtualTime()
    let simulated: SimulatedBoard
    private let application: BenchApplication<Model>
    /// The simulated MQTT broker to which the box is connected if the bench has a `fleet`.
    public let broker: BenchBroker
    let outlet: FleetOutlet?
    private var isClosed = false

    /// Runs an application on a board with every device that the application requests.
    ///
    /// A device has the defaults of a wiring that states only its line: a hold is 1 s. A number has 8 LEDs, a bar has 10, and
    /// an encoder has a button. Devices are added until `makeController` returns; later requests find only the devices that
    /// have been added.
    ///
    /// - Parameters:
    ///   - inputs: The levels of inputs before the application starts: whether a button is pressed, a switch is on, or
    ///     a sensor is active. The contacts of the encoder `volume` are `volume.a` and `volume.b`.
    ///   - sounds: The sounds; each is 1 s of silence by default. Every name of a sound is accepted.
    ///   - fleet: The options of the box in a fleet, whose broker is ``broker``; nil for a box without a fleet.
    ///   - memory: The memory of the application's earlier run.
    ///   - clock: The date and the time at the start, such as `"2026-03-28 22:00"`.
    ///   - makeController: Returns the application's controller, which the bench then starts.
    /// - Throws: The errors of `makeController`, such as `BoardError.cannotAddDevice` for a device that the bench
    ///   cannot add; or `BoardError.unknownDevice` or `.kindMismatch` for a name in `inputs` that is not an input.
    public convenience init<Event, Effect>(
        inputs: [String: Bool] = [:], sounds: BenchSounds = [:], fleet: FleetOptions? = nil, memory: BenchMemory = [:],
        clock: BenchTime = BenchTime(),
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let devices = BenchWiring()
        try self.init(devices, inputs, sounds, fleet: fleet, memory: memory, clock: clock) { board in
            defer { devices.close() }
            return BenchApplication(try makeController(board))
        }
    }

    /// Runs an application on a board with the devices of a wiring that comes with a program, in a folder
    /// `Boards/wirings`.
    ///
    /// - Parameters:
    ///   - name: The name of the wiring, as in `Board.run`. Reading its file requires libyaml.
    ///   - kinds: The application's own kinds of devices, as in `Board.run`.
    ///   - inputs: The levels of inputs before the application starts.
    ///   - sounds: The sounds; each is 1 s of silence by default. A name that is neither in the wiring nor a file in
    ///     `Sounds/` is an error.
    ///   - seed: The seed of `Board.random`.
    ///   - fleet: The options of the box in a fleet, whose broker is ``broker``; nil for a box without a fleet.
    ///   - memory: The memory of the application's earlier run.
    ///   - clock: The date and the time at the start, such as `"2026-03-28 22:00"`.
    ///   - sourceFile: The caller's source file. Wirings and sounds are also searched in the package of this file.
    ///   - makeController: Returns the application's controller, which the bench then starts.
    /// - Throws: The errors of the wiring and of `makeController`; or `BoardError.unknownDevice` or `.kindMismatch` for
    ///   a name in `inputs` that is not an input.
    public convenience init<Event, Effect>(
        wiring name: String, kinds: [any Device.Type] = [], inputs: [String: Bool] = [:], sounds: BenchSounds = [:],
        seed: UInt64 = 0, fleet: FleetOptions? = nil, memory: BenchMemory = [:], clock: BenchTime = BenchTime(),
        sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        DataFolders.addPackage(of: sourceFile)
        try self.init(
            wiring: .named(name, kinds: kinds), inputs: inputs, sounds: sounds, seed: seed, fleet: fleet,
            memory: memory, clock: clock, makeController)
    }

    /// Runs an application on a board with the devices of a wiring.
    ///
    /// - Parameters:
    ///   - wiring: The devices. The board has every line that they name. Lines with a fixed pull-up on a Raspberry Pi also
    ///     have it on the bench.
    ///   - inputs: The levels of inputs before the application starts.
    ///   - sounds: The sounds; each is 1 s of silence by default. A name that is neither in the wiring nor a file in
    ///     `Sounds/` is an error.
    ///   - seed: The seed of `Board.random`.
    ///   - fleet: The options of the box in a fleet, whose broker is ``broker``; nil for a box without a fleet.
    ///   - memory: The memory of the application's earlier run.
    ///   - clock: The date and the time at the start, such as `"2026-03-28 22:00"`.
    ///   - makeController: Returns the application's controller, which the bench then starts.
    /// - Throws: The errors of the wiring and of `makeController`; or `BoardError.unknownDevice` or `.kindMismatch` for
    ///   a name in `inputs` that is not an input.
    public convenience init<Event, Effect>(
        wiring: Wiring, inputs: [String: Bool] = [:], sounds: BenchSounds = [:], seed: UInt64 = 0,
        fleet: FleetOptions? = nil, memory: BenchMemory = [:],
        clock: BenchTime = BenchTime(),
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(wiring), inputs, sounds, seed: seed, fleet: fleet, memory: memory, clock: clock) {
            BenchApplication(try makeController($0))
        }
    }

    /// - Parameter session: A session to replay before the test takes over.
    init(
        _ devices: BenchWiring, _ levels: [String: Bool] = [:], _ sounds: BenchSounds, seed: UInt64 = 0,
        replaying session: Session? = nil, fleet: FleetOptions? = nil, memory: BenchMemory = [:],
        clock start: BenchTime = BenchTime(),
        _ makeApplication: (Board) throws -> BenchApplication<Model>
    ) throws {
        let record = BenchRecord()
        let inputs = BenchInputs(levels: levels)
        let broker = BenchBroker(on: virtualTime)
        let outlet = fleet.map { broker.outlet($0) }
        self.devices = devices
        self.record = record
        (self.broker, self.outlet) = (broker, outlet)
        memoryFolder = TransientFolder(memory.files)
        output = BenchOutput(format: sounds.format, pacedBy: virtualTime)
        if session == nil { try devices.wiring.checkBiases() }
        simulated = try SimulatedBoard(
            devices.wiring, lines: devices.lines, on: virtualTime, wallClock: start.clock, replaying: session,
            seed: seed, levels: inputs.levels(in: devices.wiring), output: output, didFail: record.fail,
            loadSound: sounds.loader(for: devices)
        ) { chip, kind, name in
            guard let added = try devices.add(kind, name) else { return nil }
            for (line, level) in inputs.levels(in: added) { try chip.drive(line, level) }
            return added
        }
        let (board, replay, folder) = (simulated.board, simulated.replay, memoryFolder)
        record.follow(board)
        _ = board.attachments.object { BoardMemories(of: board, in: folder) }
        application = try makeApplication(board)
        if !devices.isOpen { try inputs.checkNames(in: devices.wiring, of: board) }
        application.follow(replay)
        let watch = BenchWatch(virtualTime, chip: simulated.chip, didFail: record.fail)
        application.watch(watch)
        virtualTime.supervise(watch)
        let report: MobiusHooks.EffectErrorHandler = { [record, time] error in
            record.fail(error)
            time.async {}  // so that `settle` looks at its condition
        }
        MobiusHooks.$effectErrorHandlerOfTask.withValue(report, operation: application.start)
        outlet?.open(
            board, wiring: devices.wiring,
            diagnostics: application.missedDeadlines.map { [.missedDeadlines($0)] } ?? [])
        replay?.play()
        replay?.goOn()
        virtualTime.advance(by: .zero)
    }

    /// The application's current model.
    public var model: Model {
        virtualTime.adopt()
        return application.model()
    }

    /// The virtual time since the start of the bench, or since the start of the session that it has replayed.
    public var now: Duration { time.now - simulated.start }

    /// Lets virtual time pass. A negative duration counts as zero.
    public func advance(by duration: Duration) { time.advance(by: duration) }

    /// Lets virtual time pass until a condition is met, and stops at the time at which it is met.
    ///
    /// - Parameters:
    ///   - limit: The longest wait, in virtual time.
    ///   - condition: Returns whether to stop. Called at once, and after each piece of work.
    /// - Returns: Whether the condition has been met.
    public func advance(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        time.advance(atMost: limit, until: condition)
    }

    /// Waits until a condition is met, while the application's own tasks and threads run. The work that they send to the board
    /// is done meanwhile. Virtual time does not pass.
    ///
    ///     try bench.press("ask")
    ///     #expect(await bench.settle { bench.model.answer != nil })
    ///
    /// - Parameters:
    ///   - limit: The longest wait, in real time.
    ///   - isolation: The caller's isolation.
    ///   - condition: Called at once, after each piece of work that arrives, and at the limit.
    /// - Returns: Whether the condition has been met.
    public func settle(
        atMost limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
        until condition: () -> Bool
    ) async -> Bool {
        await time.settle(atMost: limit, until: condition)
    }

    /// Stops the application as a termination signal does: its loop stops, every output is put into its safe state, and all
    /// sounds end. After that, the bench shows the final levels of the lines.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        time.sync {
            application.stop()
            outlet?.close()
            devices.close()
            board.close()
        }
        // Lets the broker receive the last messages.
        if outlet != nil { advance(by: .zero) }
    }
}
