@_exported import Carillon
import CarillonBoard

/// An application on a simulated board in virtual time: press its buttons, let time pass, and look at what it does.
///
///     @Test func decrementingAtZeroRings() throws {
///         let bench = try Bench(makeCounter)
///         try bench.press("minus")
///         #expect(bench.changes == [.sound(name: .alert)])
///     }
///
/// `makeCounter` is the function that `Board.run` is given. A bench without a wiring has every device that the function asks
/// for by its name; with a wiring it has the wiring's, and a device that is missing there is missing in the test. Either way
/// a name that is none is an error that lists those there are.
///
/// Nothing happens by itself: time passes while a hand is at work (`press` takes 80 ms) and in `advance`. So ten hours are
/// over at once, and each run of a test is like the last. It needs no GPIO chip, no sound card, and no Linux.
///
/// A bench belongs to the test that makes it: to its task, which may change its thread at an `await`, or to its thread. What
/// an application's own tasks and threads send waits for the bench's next call, and for ``settle(atMost:isolation:until:)``.
public final class Bench<Model> {
    /// The board that the application is on.
    public var board: Board {
        clock.adopt()
        return boardOfDevices
    }

    /// The time, turned by whoever calls the bench.
    var time: VirtualTime {
        clock.adopt()
        return clock
    }

    let chip: SimulatedChip
    let output: BenchOutput
    let hand: SimulatedHand
    let devices: BenchWiring
    let record: BenchRecord
    private let clock = VirtualTime()
    private let boardOfDevices: Board
    private let application: BenchApplication<Model>
    private var isClosed = false

    /// An application on a board that has whatever device it asks for.
    ///
    /// A device is as a wiring describes it that says nothing but its line: a hold is 1 s. A number has 8 LEDs, a bar has
    /// 10, and an encoder has a button. Devices are added until the application is made: what it asks for later has to be
    /// there.
    ///
    /// - Parameters:
    ///   - inputs: The levels that inputs have before the application starts: whether a button is pressed, a switch is on, or
    ///     a sensor senses something. The contacts of the encoder `volume` are `volume.a` and `volume.b`.
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. Whatever name it plays is one.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What `makeController` throws.
    public convenience init<Event, Effect>(
        inputs: [String: Bool] = [:], sounds: BenchSounds = [:],
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let devices = BenchWiring()
        try self.init(devices, inputs, sounds) { board in
            defer { devices.close() }
            return BenchApplication(try makeController(board))
        }
    }

    /// An application on a board with the devices of a wiring that comes with a program, in a folder `Boards/wirings`.
    ///
    /// - Parameters:
    ///   - name: The name of the wiring, as in `Board.run`. To read its file takes libyaml.
    ///   - inputs: The levels that inputs have before the application starts.
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. A name that is none of the wiring's,
    ///     and no file's in `Sounds/`, is an error.
    ///   - sourceFile: The caller's source file. The files of its package are found, wherever the test is built.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What is wrong with the wiring, and what `makeController` throws.
    public convenience init<Event, Effect>(
        wiring name: String, inputs: [String: Bool] = [:], sounds: BenchSounds = [:], sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        DataFolders.addPackage(of: sourceFile)
        try self.init(wiring: .named(name), inputs: inputs, sounds: sounds, makeController)
    }

    /// An application on a board with the devices of a wiring.
    ///
    /// - Parameters:
    ///   - wiring: The devices. Any line that it names is on the board.
    ///   - inputs: The levels that inputs have before the application starts.
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. A name that is none of the wiring's,
    ///     and no file's in `Sounds/`, is an error.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What is wrong with the wiring, and what `makeController` throws.
    public convenience init<Event, Effect>(
        wiring: Wiring, inputs: [String: Bool] = [:], sounds: BenchSounds = [:],
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(wiring), inputs, sounds) { BenchApplication(try makeController($0)) }
    }

    init(
        _ devices: BenchWiring, _ levels: [String: Bool], _ sounds: BenchSounds,
        _ makeApplication: (Board) throws -> BenchApplication<Model>
    ) throws {
        let record = BenchRecord()
        let description = BoardDescription.bench(lines: devices.lines)
        let inputs = BenchInputs(levels: levels)
        let chip = SimulatedChip(lineNames: devices.lines, time: clock)
        self.devices = devices
        self.record = record
        self.chip = chip
        output = BenchOutput(format: sounds.format, pacedBy: clock)
        hand = SimulatedHand(chip: chip, queue: clock) { error in
            if let error { record.fail(error) }
        }
        try inputs.drive(devices.wiring, on: chip)
        boardOfDevices = try Board(
            description, wiring: devices.wiring.placed(on: description), chip: chip,
            engine: AudioEngine(output: output, on: clock) { event in
                if case .failed(let error) = event { record.fail(error) }
            }, queue: clock, observer: record.observer, loadSound: sounds.loader(for: devices)
        ) { kind, name in
            guard let added = try devices.add(kind, name) else { return nil }
            try inputs.drive(added, on: chip)
            return added
        }
        application = try makeApplication(boardOfDevices)
        if !devices.isOpen { try inputs.checkNames(in: devices.wiring, of: boardOfDevices) }
        application.start()
        clock.advance(by: .zero)
    }

    /// The application's model now.
    public var model: Model {
        clock.adopt()
        return application.model()
    }

    /// How much time has passed.
    public var now: Duration { time.now }

    /// Lets time pass.
    public func advance(by duration: Duration) { time.advance(by: duration) }

    /// Lets time pass until something is as it should be, and stops at that very moment.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for it at most.
    ///   - condition: What should be.
    /// - Returns: Whether it has come about.
    public func advance(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        time.advance(atMost: limit, until: condition)
    }

    /// Waits until something is as it should be, while the application's own tasks and threads work. What they send arrives
    /// meanwhile. Virtual time stands still.
    ///
    ///     try bench.press("ask")
    ///     #expect(await bench.settle { bench.model.answer != nil })
    ///
    /// - Parameters:
    ///   - limit: The longest wait, in real time.
    ///   - isolation: The caller's.
    ///   - condition: Called at once, after each piece of work that arrives, and at the limit.
    /// - Returns: Whether the condition has been met.
    public func settle(
        atMost limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
        until condition: () -> Bool
    ) async -> Bool {
        await time.settle(atMost: limit, until: condition)
    }

    /// Ends the application as a signal does: its loop stops, every output is put into its safe state, all is silent. From
    /// then on the bench shows what is left on the lines.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        time.sync {
            application.stop()
            devices.close()
            board.close()
        }
    }
}
