import CarillonScheduling

/// A chip simulated in memory. A test, or a user at a keyboard, drives its inputs and reads its outputs.
///
/// The program and the test use logical levels, because a simulated line has no voltage. All calls must be made on the
/// thread of the queue that provides the time.
public final class SimulatedChip: GPIOChip {
    private enum Line {
        case input(SimulatedInputLine)
        case output(SimulatedOutputLines, bit: Int)

        var level: Level {
            switch self {
            case .input(let line): line.current
            case .output(let lines, let bit): lines.look(at: bit)
            }
        }
    }

    private struct PWMName: Hashable {
        let chip: String
        let channel: Int
    }

    private struct State {
        var lines: [String: Line] = [:]
        /// The levels of lines that the program does not use: those set by `drive`, and those left by the program's
        /// outputs.
        var driven: [String: Level] = [:]
        var left: [String: Level] = [:]
        /// The PWM channels that the program has used, including the ones that it has released.
        var pwms: [PWMName: SimulatedPWM] = [:]
        /// The bus devices that the program has used, including the ones that it has released, and their simulated
        /// behaviours.
        var devices: [BusAddress: SimulatedBusDevice] = [:]
        var peripherals: [BusAddress: SimulatedPeripheral] = [:]
        /// The devices on buses that texts operate, and those of them that are unplugged.
        var twins: [BusAddress: any SimulatedTwin] = [:]
        var unplugged: Set<BusAddress> = []
        /// Called before the device at a place is operated, unplugged or replaced.
        var resting: [SimulatedTarget: [() -> Void]] = [:]
        var keys: [KeySource: SimulatedKeys] = [:]
        /// The devices that a text operates, other than keys.
        var operated: [SimulatedTarget: any SimulatedOperation] = [:]
        /// Called with the name of each device that is used.
        var witness: ((String) -> Void)?
        var isPresent = true
        var observers = Observers<Bool>()
    }

    /// The name by which a board refers to the chip.
    public let label: String
    /// The names of the lines, in the order of their offsets.
    public let lineNames: [String]
    private let time: any Scheduler
    private let state = Locked(State())

    /// Creates a chip that is plugged in.
    ///
    /// - Parameters:
    ///   - label: The name by which a board refers to the chip.
    ///   - lineNames: The names of the lines, in the order of their offsets.
    ///   - time: The clock for the times of the edges.
    public init(label: String = "simulated", lineNames: [String], time: any Scheduler) {
        self.label = label
        self.lineNames = lineNames
        self.time = time
    }

    // MARK: The outer ends of the lines

    /// Drives the input line `name`, as a pressed button does. If the program requests the line later, it starts at this level.
    ///
    /// - Parameters:
    ///   - isLost: Whether the edge is lost, as by a kernel whose buffer is full. The level then changes without a
    ///     notification.
    ///   - edge: The time of the edge; nil for the current time. A simulated device passes an earlier time if the queue is
    ///     late.
    /// - Throws: `GPIOError.noLine` if the chip has no such line, or if the program drives it.
    public func drive(
        _ name: String, _ level: Level, isLost: Bool = false, at edge: Duration? = nil
    ) throws(GPIOError) {
        let (line, witness) = state.withLock { ($0.lines[name], $0.witness) }
        witness?(name)
        if case .input(let line) = line { return line.drive(level, at: edge ?? time.now, isLost: isLost) }
        guard line == nil, lineNames.contains(name) else { throw .noLine(name: name, chip: label) }
        state.withLock { $0.driven[name] = level }
    }

    /// Returns the level of the line `name`, as set by the program or by `drive`. A line that the program has released
    /// keeps its level. nil if neither has used the line.
    public func level(of name: String) -> Level? {
        let (line, left) = state.withLock { ($0.lines[name], $0.left[name] ?? $0.driven[name]) }
        // Without the lock, because an output may set its lines.
        return line?.level ?? left
    }

    /// Returns the duration of the pulses on a PWM channel, and the period: the time from the start of a pulse to the start
    /// of the next one. A channel that the program has released keeps its values. nil if the program has not used the
    /// channel.
    public func pulses(of chip: String, channel: Int) -> (dutyCycle: Duration, period: Duration)? {
        state.withLock { $0.pwms[PWMName(chip: chip, channel: channel)] }.map { ($0.dutyCycle, $0.period) }
    }

    /// Puts a device on a bus, in place of any device at the address. The device responds to later transfers to `address`, on
    /// the board's queue. An address without a device accepts all bytes, and reads return zeros.
    public func attach(_ peripheral: @escaping SimulatedPeripheral, at address: BusAddress) {
        willChange(.bus(address))
        state.withLock { $0.peripherals[address] = peripheral }
    }

    /// Operates a simulated device by a text, as a user does: `KEY_1` or `0012345678` types keys.
    ///
    /// - Returns: False, without an effect, if the program does not use the device, or if the device does not accept the text.
    public func operate(_ place: SimulatedTarget, _ text: String) -> Bool {
        willChange(place)
        if case .bus(let address, let channel) = place {
            return state.withLock { $0.twins[address] }?.operate(text, channel: channel) ?? false
        }
        return operated(place)?.operate(text) ?? false
    }

    /// Returns the changes of keys by which a text is typed, as `operate(_:_:)` does at once; nil if no keys type it.
    package static func keyChanges(typing text: String) -> [KeyChange]? { SimulatedKeys.changes(typing: text) }

    /// Presses and releases keys of an input device.
    ///
    /// - Returns: False, without an effect, if the program does not use the device.
    package func press(_ changes: ArraySlice<KeyChange>, on source: KeySource) -> Bool {
        guard let keys = state.withLock({ $0.keys[source] }) else { return false }
        keys.take(changes)
        return true
    }

    /// Returns whether the program uses the simulated device at a place that a text operates.
    package func uses(_ place: SimulatedTarget) -> Bool {
        if case .bus(let address, _) = place { return state.withLock { $0.twins[address] != nil } }
        return operated(place) != nil
    }

    /// Plugs a simulated device in (true), or unplugs it (false).
    ///
    /// - Returns: False if the program does not use the device.
    public func setPresence(of place: SimulatedTarget, _ isPresent: Bool) -> Bool {
        willChange(place)
        if case .bus(let address, _) = place {
            guard let twin = state.withLock({ $0.twins[address] }) else { return false }
            if !isPresent { twin.losePower() }
            state.withLock { state in
                if isPresent { state.unplugged.remove(address) } else { state.unplugged.insert(address) }
            }
            return true
        }
        guard let device = operated(place) else { return false }
        device.setPresence(isPresent)
        return true
    }

    /// Calls `handler` once, before the device at a place is operated, unplugged or replaced.
    ///
    /// - Returns: False, without a call, if a bus has a device there that may change by itself.
    package func beforeChange(of place: SimulatedTarget, _ handler: @escaping () -> Void) -> Bool {
        state.withLock { state in
            if case .bus(let address, _) = place {
                guard state.peripherals[address] == nil, !(state.twins[address]?.changesByItself ?? false) else {
                    return false
                }
            }
            state.resting[place.whole, default: []].append(handler)
            return true
        }
    }

    /// Calls `witness` with the name of each line and each device on a bus that is used from now on; nil ends this.
    package func observeUse(_ witness: ((String) -> Void)?) { state.withLock { $0.witness = witness } }

    private func willChange(_ place: SimulatedTarget) {
        guard let handlers = state.withLock({ $0.resting.removeValue(forKey: place.whole) }) else { return }
        for handler in handlers { handler() }
    }

    /// Returns the simulated device at a place that a text operates; nil if the program does not use it.
    package func operated(_ place: SimulatedTarget) -> (any SimulatedOperation)? {
        state.withLock { state in
            if case .keys(let source) = place { state.keys[source] } else { state.operated[place] }
        }
    }

    /// Puts a simulated device at a place.
    package func add(_ device: any SimulatedOperation, at place: SimulatedTarget) {
        state.withLock { $0.operated[place] = device }
    }

    /// Calls `handler` with each new level of a line that the program drives and has requested, as a device at the line's outer
    /// end. Lines with pulses count as active.
    package func watchOutput(_ name: String, _ handler: @escaping (Level) -> Void) {
        guard case .output(let lines, let bit) = state.withLock({ $0.lines[name] }) else { return }
        lines.watch(bit, handler)
    }

    public var simulated: SimulatedChip? { self }

    /// Unplugs the chip. Its lines fail until `plugIn()`.
    public func unplug() { setPresence(false) }

    /// Plugs the chip in again. Its inputs report their levels, in the order of their offsets.
    public func plugIn() { setPresence(true) }

    private func setPresence(_ isPresent: Bool) {
        let (lines, observers) = state.withLock { state in
            guard state.isPresent != isPresent else { return ([Line](), Observers<Bool>()) }
            state.isPresent = isPresent
            // In the order of the chip, like the lines of the kernel.
            return (lineNames.compactMap { state.lines[$0] }, state.observers)
        }
        for case .input(let line) in lines { isPresent ? line.chipIsBack(at: time.now) : line.chipIsGone() }
        observers.notify(isPresent)
    }

    // MARK: The program's ends

    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let level = state.withLock { $0.driven[name] } ?? .inactive
        let line = SimulatedInputLine(chip: label, level: level) { [weak self] in self?.forget([name]) }
        try register([(name, .input(line))])
        return line
    }

    public func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        try request(lines, safe: [lines.lazy.map(\.settings).mask { $0.safeLevel == .active }])
    }

    /// Requests outputs whose `close()` drives them to some levels, one after the other.
    private func request(
        _ lines: [(name: String, settings: OutputSettings)], safe: [UInt64]
    ) throws(GPIOError) -> SimulatedOutputLines {
        let names = lines.map(\.name)
        let outputs = SimulatedOutputLines(
            levels: lines.lazy.map(\.settings).mask { $0.initialLevel == .active }, safeLevels: safe
        ) { [weak self] in self?.forget(names) }
        try register(names.enumerated().map { bit, name in (name, .output(outputs, bit: bit)) })
        return outputs
    }

    /// Requests a PWM channel. Every requested channel exists, and supports the requested period.
    ///
    /// - Throws: `GPIOError.system` if the channel is in use.
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
        // 16 is EBUSY, with which the kernel refuses to export a channel twice.
        guard isFree else { throw .system(operation: "exporting \(chip)/pwm\(channel)", errno: 16) }
        return pwm
    }

    /// Requests a device on a bus. Every requested device exists. The simulated device of an address with lines receives the
    /// bytes that go over its bus, and a test reads and watches the lines.
    ///
    /// - Throws: `BusError.inUse` if the address is in use, `.line` if a line of the address is not available.
    public func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        switch address {
        case .i2c, .spi, .kernel: return try requestBusDevice(at: address, safe: safe)
        case .spiWithDataLine:
            let lines = try requestLines(of: address, DataLineDevice.settings, safe: [0])
            let device = try requestBusDevice(at: address, safe: Array(safe.dropFirst()))
            return DataLineDevice(device, at: address, lines: lines, safe: safe)
        case .lines:
            let levels = TwoLineDevice.levels(of: safe)
            let lines = try requestLines(of: address, TwoLineDevice.settings, safe: levels)
            return TwoLineDevice(address, lines: lines, on: time)
        }
    }

    private func requestLines(
        of address: BusAddress, _ settings: OutputSettings, safe: [UInt64]
    ) throws(BusError) -> SimulatedOutputLines {
        do throws(GPIOError) {
            return try request(address.lines.map { ($0, settings) }, safe: safe)
        } catch {
            throw .line(error)
        }
    }

    private func requestBusDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> SimulatedBusDevice {
        let device = SimulatedBusDevice(
            address, safe: safe, on: time, peripheral: { [weak self] in self?.peripheral(at: address) },
            rest: { [weak self] handler in self?.beforeChange(of: .bus(address), handler) ?? false })
        let isFree = state.withLock { state in
            // The kernel lets one program use a device several times, each time for one of its channels.
            guard state.devices[address]?.isClosed ?? true || state.twins[address] != nil else { return false }
            state.devices[address] = device
            return true
        }
        guard isFree else { throw .inUse(address) }
        return device
    }

    private func peripheral(at address: BusAddress) -> SimulatedPeripheral? {
        let (peripheral, twin, isPresent, witness) = state.withLock { state in
            (state.peripherals[address], state.twins[address], !state.unplugged.contains(address), state.witness)
        }
        witness?(address.name)
        guard isPresent else { return Self.absent(address) }
        guard peripheral == nil, let twin else { return peripheral }
        return { (written, count) throws(BusError) in try twin.transfer(written, reading: count) }
    }

    /// Returns the behaviour of an address without a device: no acknowledgement on I2C, idle wires on SPI.
    private static func absent(_ address: BusAddress) -> SimulatedPeripheral {
        { (_, count) throws(BusError) in
            guard case .spi = address else { throw .noAnswer(address) }
            return Array(repeating: 0xff, count: count)
        }
    }

    public func provideTwin(at address: BusAddress, _ make: () -> any SimulatedTwin) {
        let isNew = state.withLock { $0.twins[address] == nil }
        if isNew {
            let twin = make()
            state.withLock { $0.twins[address] = twin }
        }
    }

    /// Requests the keys of an input device. Every requested device exists.
    ///
    /// - Throws: `KeyInputError.inUse` if the keys are in use.
    public func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput {
        let keys = SimulatedKeys(source)
        let isFree = state.withLock { state in
            guard state.keys[source]?.isClosed ?? true else { return false }
            state.keys[source] = keys
            return true
        }
        guard isFree else { throw .inUse(source) }
        return keys
    }

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
