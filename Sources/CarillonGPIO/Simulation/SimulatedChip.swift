import CarillonScheduling

/// A chip made of memory: its inputs are driven, and its outputs looked at, by a test or a person at a keyboard.
///
/// Levels are the logical ones on both sides; which voltage is active is the wire's matter, and there is none. All
/// calls are to be made on the thread of the queue whose time it takes.
public final class SimulatedChip: GPIOChip {
    private enum Line {
        case input(SimulatedInputLine)
        case output(SimulatedOutputLines, bit: Int)

        var level: Level {
            switch self {
            case .input(let line): line.current
            case .output(let lines, let bit): lines.level(of: bit)
            }
        }
    }

    private struct PWMName: Hashable {
        let chip: String
        let channel: Int
    }

    private struct State {
        var lines: [String: Line] = [:]
        /// The levels of lines that the program does not use: as they are driven, or as the program left its outputs.
        var driven: [String: Level] = [:]
        var left: [String: Level] = [:]
        /// The PWM channels that the program has used, also those that it has given back.
        var pwms: [PWMName: SimulatedPWM] = [:]
        /// The devices on buses that the program has used, also those that it has given back, and what answers there.
        var devices: [BusAddress: SimulatedBusDevice] = [:]
        var slaves: [BusAddress: SimulatedSlave] = [:]
        var isPresent = true
        var observers = Observers<Bool>()
    }

    /// The label that it goes by.
    public let label: String
    /// The lines that it has.
    public let lineNames: [String]
    private let time: any Scheduler
    private let state = Locked(State())

    /// - Parameters:
    ///   - label: The label that it goes by.
    ///   - lineNames: The lines that it has.
    ///   - time: Tells the time of the edges.
    public init(label: String = "simulated", lineNames: [String], time: any Scheduler) {
        self.label = label
        self.lineNames = lineNames
        self.time = time
    }

    // MARK: The outer ends of the lines

    /// Drives the input line `name`, as a finger on a button would. A line that the program requests later begins at this
    /// level.
    ///
    /// - Parameter isLost: Whether the edge is lost, as by a kernel whose buffer is full: the level changes, and nobody is
    ///   told.
    /// - Throws: `GPIOError.noLine` if the chip has no such line, or if the program drives it.
    public func drive(_ name: String, _ level: Level, isLost: Bool = false) throws(GPIOError) {
        let line = state.withLock { $0.lines[name] }
        if case .input(let line) = line { return line.drive(level, at: time.now, isLost: isLost) }
        guard line == nil, lineNames.contains(name) else { throw .noLine(name: name, chip: label) }
        state.withLock { $0.driven[name] = level }
    }

    /// The level of the line `name`, whoever drives it, and after the program has given it back. Nil if neither the program
    /// nor `drive` has used the line.
    public func level(of name: String) -> Level? {
        state.withLock { state in state.lines[name]?.level ?? state.left[name] ?? state.driven[name] }
    }

    /// The pulses on a PWM channel, also after the program has given it back: how long each is, and the time from the
    /// beginning of one to that of the next. Nil if the program has not used the channel.
    public func pulses(of chip: String, channel: Int) -> (dutyCycle: Duration, period: Duration)? {
        state.withLock { $0.pwms[PWMName(chip: chip, channel: channel)] }.map { ($0.dutyCycle, $0.period) }
    }

    /// Puts a device on a bus, in place of the one that is there: it answers the transfers to `address` from now on, on the
    /// board's queue. An address without one takes all that is written, and is read as zeros.
    public func attach(_ slave: @escaping SimulatedSlave, at address: BusAddress) {
        state.withLock { $0.slaves[address] = slave }
    }

    /// Takes the chip away, as pulling out a plug does: its lines fail until it is plugged in again.
    public func unplug() { setPresence(false) }

    /// Brings the chip back.
    public func plugIn() { setPresence(true) }

    private func setPresence(_ isPresent: Bool) {
        let (lines, observers) = state.withLock { state in
            guard state.isPresent != isPresent else { return ([Line](), Observers<Bool>()) }
            state.isPresent = isPresent
            return (Array(state.lines.values), state.observers)
        }
        for case .input(let line) in lines { isPresent ? line.chipIsBack(at: time.now) : line.chipIsGone() }
        observers.tell(isPresent)
    }

    // MARK: The program's ends

    /// Takes the line `name` as an input.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse` or `.chipGone`.
    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let level = state.withLock { $0.driven[name] } ?? .inactive
        let line = SimulatedInputLine(chip: label, level: level) { [weak self] in self?.forget([name]) }
        try register([(name, .input(line))])
        return line
    }

    /// Takes some lines as outputs.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse` or `.chipGone`.
    public func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        let names = lines.map(\.name)
        let outputs = SimulatedOutputLines(
            levels: lines.lazy.map(\.settings).mask { $0.initialLevel == .active },
            safeLevels: lines.lazy.map(\.settings).mask { $0.safeLevel == .active }
        ) { [weak self] in self?.forget(names) }
        try register(names.enumerated().map { bit, name in (name, .output(outputs, bit: bit)) })
        return outputs
    }

    /// Takes a PWM channel: it has each that it is asked for, with the period that is asked for.
    ///
    /// - Throws: `GPIOError.system` if the program has it already.
    public func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        let pwm = SimulatedPWM(period: period, settings: settings)
        let isFree = state.withLock { state in
            let name = PWMName(chip: chip, channel: channel)
            guard state.pwms[name]?.isClosed ?? true else { return false }
            state.pwms[name] = pwm
            return true
        }
        // The kernel refuses to export a channel twice with this number.
        guard isFree else { throw .system(operation: "exporting \(chip)/pwm\(channel)", errno: 16) }
        return pwm
    }

    /// Takes a device on a bus: it has each that it is asked for.
    ///
    /// - Throws: `BusError.inUse` if the program has it already.
    public func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        let device = SimulatedBusDevice(address, safe: safe, on: time) { [weak self] in
            self?.state.withLock { $0.slaves[address] }
        }
        let isFree = state.withLock { state in
            guard state.devices[address]?.isClosed ?? true else { return false }
            state.devices[address] = device
            return true
        }
        guard isFree else { throw .inUse(address) }
        return device
    }

    /// Tells `handler` when the chip is unplugged and plugged in.
    public func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let observer = state.withLock { $0.observers.add(handler) }
        return AnonymousDisposable { [self] in state.withLock { $0.observers.remove(observer) } }
    }

    private func register(_ lines: [(name: String, line: Line)]) throws(GPIOError) {
        if let missing = lines.first(where: { !lineNames.contains($0.name) }) {
            throw .noLine(name: missing.name, chip: label)
        }
        let taken: String?? = state.withLock { state in
            guard state.isPresent else { return .none }
            if let taken = lines.first(where: { state.lines[$0.name] != nil }) { return taken.name }
            for (name, line) in lines {
                state.lines[name] = line
                state.left[name] = nil
            }
            return .some(nil)
        }
        guard let taken else { throw .chipGone(label: label) }
        if let taken { throw .lineInUse(name: taken, chip: label, consumer: "this program") }
    }

    private func forget(_ names: [String]) {
        state.withLock { state in
            for name in names {
                guard let line = state.lines.removeValue(forKey: name) else { continue }
                if case .input = line { state.driven[name] = line.level } else { state.left[name] = line.level }
            }
        }
    }
}
