import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonScheduling

/// A board with a button and an LED on a simulated chip, in a fleet or without one.
///
/// `@unchecked Sendable`: used on the board's queue only.
final class MeterBox: @unchecked Sendable {
    private static let description = BoardDescription.bench(lines: ["bell", "light"])

    let queue: any Scheduler
    private let chip: TimedChip
    private let board: Board
    private let wiring: Wiring
    private let outlet: FleetOutlet?
    private var subscription: (any Disposable)?

    init(on queue: any Scheduler, _ engine: AudioEngine, outlet: FleetOutlet? = nil) throws {
        self.queue = queue
        self.outlet = outlet
        chip = TimedChip(SimulatedChip(lineNames: ["bell", "light"], time: queue))
        wiring = try Wiring([.button("bell", line: "bell") { $0.debounce = .zero }, .led("light", line: "light")])
            .placed(on: Self.description)
        board = try Board(
            Self.description, wiring: wiring, inputs: BoardInputs(chip: chip, queue: queue),
            audio: BoardAudio(engine) { _, _ in throw FleetBoxError.noSounds })
    }

    /// An engine for boards whose sounds nobody hears.
    static func engine(on queue: any Scheduler) throws -> AudioEngine {
        try AudioEngine(output: SilentOutput(pacedBy: queue), on: queue) { _ in }
    }

    /// Lets the button switch the LED.
    func connectLight() throws {
        let (button, led) = (try board.button("bell"), try board.led("light"))
        queue.sync { subscription = button.observe(led.set) }
    }

    /// Joins the fleet.
    func open() { outlet?.open(board, wiring: wiring) }

    /// Presses or releases the button. On the queue only.
    ///
    /// - Returns: The nanoseconds until the LED's line was set.
    @discardableResult
    func press(_ isPressed: Bool) -> Double {
        let start = nanoseconds()
        try? chip.inner.drive("bell", isPressed ? .active : .inactive)
        return chip.time - start
    }

    /// Leaves the fleet.
    func close() { queue.sync { outlet?.close() } }
}

/// The real time, also on a board with virtual time.
private func nanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

enum FleetBoxError: Error {
    case noSounds
    /// The broker did not accept the connection, or delivered no message.
    case noDelivery
    case noSocket(errno: Int32)
}

/// A simulated chip that records when its outputs were last set.
///
/// `@unchecked Sendable`: used on the board's queue only.
private final class TimedChip: GPIOChip, @unchecked Sendable {
    let inner: SimulatedChip
    /// In nanoseconds.
    fileprivate(set) var time = 0.0

    init(_ inner: SimulatedChip) {
        self.inner = inner
    }

    var label: String { inner.label }
    var lineNames: [String] { inner.lineNames }

    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        try inner.requestInput(name, settings: settings)
    }

    func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        TimedLines(try inner.requestOutputs(lines), of: self)
    }

    func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        inner.observePresence(handler)
    }
}

private final class TimedLines: OutputLines {
    private let inner: any OutputLines
    private unowned let chip: TimedChip

    init(_ inner: any OutputLines, of chip: TimedChip) {
        self.inner = inner
        self.chip = chip
    }

    var needPulses: Bool { inner.needPulses }

    func set(_ levels: UInt64) throws(GPIOError) {
        try inner.set(levels)
        chip.time = nanoseconds()
    }

    func close() throws(GPIOError) { try inner.close() }
}
