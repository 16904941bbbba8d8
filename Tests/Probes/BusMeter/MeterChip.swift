import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A chip whose lines are simulated, and whose buses count bytes. It records when its outputs were last set.
///
/// `@unchecked Sendable`: the time is accessed on the board's queue only.
final class MeterChip: GPIOChip, @unchecked Sendable {
    let lines: SimulatedChip
    /// In nanoseconds.
    fileprivate(set) var time = 0.0
    let bytes = Counter()
    private let bus: any Scheduler
    private let isHanging: Bool

    /// - Parameters:
    ///   - bus: The queue of the buses.
    ///   - isHanging: Whether no transfer ever ends.
    init(_ lines: [String], on queue: any Scheduler, bus: any Scheduler, isHanging: Bool = false) {
        self.lines = SimulatedChip(lineNames: lines, time: queue)
        (self.bus, self.isHanging) = (bus, isHanging)
    }

    /// Returns a board with a wiring.
    func board(_ entries: [Wiring.Entry], on queue: any Scheduler) throws -> Board {
        let description = BoardDescription.bench(lines: lineNames)
        let engine = try AudioEngine(output: SilentOutput(pacedBy: queue), on: queue) { _ in }
        return try Board(
            description, wiring: Wiring(entries).placed(on: description), inputs: BoardInputs(chip: self, queue: queue),
            audio: BoardAudio(engine) { name, _ in throw MeterError.noSound(name) })
    }

    var label: String { lines.label }
    var lineNames: [String] { lines.lineNames }

    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        try lines.requestInput(name, settings: settings)
    }

    func requestOutputs(_ outputs: [(name: String, settings: OutputSettings)]) throws(GPIOError) -> any OutputLines {
        TimedLines(try lines.requestOutputs(outputs), of: self)
    }

    func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        MeterDevice(address, on: bus, bytes: bytes, isHanging: isHanging)
    }

    func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        lines.observePresence(handler)
    }
}

enum MeterError: Error {
    case noSound(SoundName)
    /// The devices sent fewer bytes than their load has.
    case tooFewBytes(Int, expected: Int)
}

/// The number of bytes.
final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.add(count, ordering: .relaxed) }
}

/// A device that counts the bytes of its transfers. Each number that is read from it differs from the one before.
private final class MeterDevice: BusDevice {
    let address: BusAddress
    let bus: any Scheduler
    private let bytes: Counter
    private let isHanging: Bool

    init(_ address: BusAddress, on bus: any Scheduler, bytes: Counter, isHanging: Bool) {
        (self.address, self.bus, self.bytes, self.isHanging) = (address, bus, bytes, isHanging)
    }

    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        while isHanging { pause() }
        bytes.add(written.count + count)
        return count > 0 ? Array(repeating: UInt8(truncatingIfNeeded: bytes.value * 5), count: count) : []
    }

    func close() throws(BusError) {}
}

private final class TimedLines: OutputLines {
    private let inner: any OutputLines
    private unowned let chip: MeterChip

    init(_ inner: any OutputLines, of chip: MeterChip) { (self.inner, self.chip) = (inner, chip) }

    var needPulses: Bool { inner.needPulses }

    func set(_ levels: UInt64) throws(GPIOError) {
        try inner.set(levels)
        chip.time = nanoseconds(CLOCK_MONOTONIC)
    }

    func close() throws(GPIOError) { try inner.close() }
}

/// Returns the time of a clock.
func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
