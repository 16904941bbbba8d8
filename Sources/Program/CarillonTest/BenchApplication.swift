import CarillonSession

/// The application of a bench, independent of its event and effect types.
struct BenchApplication<Model> {
    let model: () -> Model
    let start: () -> Void
    let stop: () -> Void
    /// The number of missed deadlines; nil if the loop has no deadline.
    let missedDeadlines: (@Sendable () -> Int)?
    /// Compares the event log with the session of a replay.
    let follow: (ReplayQueue?) -> Void
    /// Lets a watch observe the events.
    let watch: (BenchWatch) -> Void

    init<Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) {
        model = { controller.model }
        start = { controller.start() }
        stop = { if controller.running { controller.stop() } }
        missedDeadlines = controller.missedDeadlines
        follow = { replay in
            if let replay { controller.addMonitor(replay.monitor(controller)) }
        }
        watch = { $0.follow(controller) }
    }
}

extension BenchApplication<Void> {
    /// Creates an empty application.
    init() {
        model = {}
        start = {}
        stop = {}
        missedDeadlines = nil
        follow = { _ in }
        watch = { _ in }
    }
}

/// A bench without an application, for testing devices alone:
///
///     let bench = try Bench()
///     try bench.led("lamp").set(.blinking(times: 2))
///     #expect(try bench.draw("lamp", for: .seconds(5), each: .milliseconds(500)) == "--__--____")
extension Bench where Model == Void {
    /// Creates a bench that adds each device when the test requests it by name.
    ///
    /// - Parameters:
    ///   - inputs: The levels that inputs have when they are added. A name that the test never requests has no effect.
    ///   - sounds: The sounds; each is 1 s of silence by default.
    /// - Throws: No error. It is declared like the initializers with a wiring.
    public convenience init(inputs: [String: Bool] = [:], sounds: BenchSounds = [:]) throws {
        try self.init(BenchWiring(), inputs, sounds) { _ in BenchApplication() }
    }

    /// Creates a bench with the devices of a wiring.
    ///
    /// - Parameters:
    ///   - wiring: The devices.
    ///   - inputs: The levels that inputs have at the start.
    ///   - sounds: The sounds; each is 1 s of silence by default.
    /// - Throws: The errors of the wiring; or `BoardError.unknownDevice` or `.kindMismatch` for a name in `inputs` that
    ///   is not an input.
    public convenience init(wiring: Wiring, inputs: [String: Bool] = [:], sounds: BenchSounds = [:]) throws {
        try self.init(BenchWiring(wiring), inputs, sounds) { _ in BenchApplication() }
    }
}
