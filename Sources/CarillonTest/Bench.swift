@_exported import Carillon

/// An application on a simulated board in virtual time: press its buttons, let time pass, and look at what it does.
///
///     @Test func decrementingAtZeroRings() throws {
///         let bench = try Bench(makeCounter)
///         try bench.press("minus")
///         #expect(bench.changes == [.sound(name: .alert)])
///     }
///
/// `makeCounter` is the function that `Board.run` is given. A bench without a wiring has every part that the function asks
/// for by its name; with a wiring it has the wiring's, and a part that is missing there is missing in the test. Either way
/// a name that is none is an error that lists those there are.
///
/// Nothing happens by itself: time passes while a hand is at work (`press` takes 80 ms) and in `advance`. So ten hours are
/// over at once, and each run of a test is like the last. It needs no GPIO chip, no sound card, and no Linux.
///
/// A bench is used on one thread at a time.
public final class Bench<Model> {
    /// The board that the application is on.
    public let board: Board

    let time = VirtualTime()
    let chip: SimulatedChip
    let output: BenchOutput
    let hand: SimulatedHand
    let parts: BenchWiring
    let record: BenchRecord
    private let readModel: () -> Model
    private let stop: () -> Void
    private var isClosed = false

    /// An application on a board that has whatever part it asks for.
    ///
    /// A part is as a wiring describes it that says nothing but its line: a hold is 1 s. A number has 8 LEDs, a bar has
    /// 10, and an encoder has a button. Parts are added until the application is made: what it asks for later has to be
    /// there.
    ///
    /// - Parameters:
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. Whatever name it plays is one.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What `makeController` throws.
    public convenience init<Event, Effect>(
        sounds: BenchSounds = [:], _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(), sounds, makeController)
    }

    /// An application on a board with the parts of a wiring that comes with a program, in a folder `Boards/wirings`.
    ///
    /// - Parameters:
    ///   - name: The name of the wiring, as in `Board.run`. To read its file takes libyaml.
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. A name that is none of the wiring's,
    ///     and no file's in `Sounds/`, is an error.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What is wrong with the wiring, and what `makeController` throws.
    public convenience init<Event, Effect>(
        wiring name: String, sounds: BenchSounds = [:],
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(wiring: .named(name), sounds: sounds, makeController)
    }

    /// An application on a board with the parts of a wiring.
    ///
    /// - Parameters:
    ///   - wiring: The parts. Any line that it names is on the board.
    ///   - sounds: What its sounds are: silence of 1 s, unless it is said otherwise. A name that is none of the wiring's,
    ///     and no file's in `Sounds/`, is an error.
    ///   - makeController: Makes the application's controller, which is started then.
    /// - Throws: What is wrong with the wiring, and what `makeController` throws.
    public convenience init<Event, Effect>(
        wiring: Wiring, sounds: BenchSounds = [:],
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        try self.init(BenchWiring(wiring), sounds, makeController)
    }

    private init<Event, Effect>(
        _ parts: BenchWiring, _ sounds: BenchSounds,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let record = BenchRecord()
        let description = BoardDescription.bench(lines: parts.lines)
        self.parts = parts
        self.record = record
        chip = SimulatedChip(lineNames: parts.lines, time: time)
        output = BenchOutput(format: sounds.format, pacedBy: time)
        hand = SimulatedHand(chip: chip, queue: time) { error in
            if let error { record.fail(error) }
        }
        board = try Board(
            description, wiring: parts.wiring.placed(on: description), chip: chip,
            engine: AudioEngine(output: output, on: time) { event in
                if case .failed(let error) = event { record.fail(error) }
            }, queue: time, observer: record.observer,
            loadSound: sounds.loader(for: parts), whatIsMissing: parts.add)
        let controller = try makeController(board)
        parts.close()
        readModel = { controller.model }
        stop = { controller.stop() }
        controller.start()
        time.advance(by: .zero)
    }

    /// The application's model now.
    public var model: Model { readModel() }

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

    /// Ends the application as a signal does: its loop stops, every output is put into its safe state, all is silent.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        time.sync {
            stop()
            board.close()
        }
    }
}
