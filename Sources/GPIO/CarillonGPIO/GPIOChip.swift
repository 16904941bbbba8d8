import CarillonScheduling

/// A chip with lines that a program requests by name. This is the interface of a hardware backend.
///
/// To port Carillon to other hardware, implement this protocol and the two protocols of its lines. `GPIODChip` uses the
/// Linux kernel through libgpiod; `SimulatedChip` simulates a chip in memory.
///
/// A chip, for example on USB, can disappear while its lines are in use, and come back. Its lines then wait for it.
public protocol GPIOChip: AnyObject, Sendable {
    /// The name by which a board refers to the chip, such as `pinctrl-bcm2711`.
    var label: String { get }

    /// The names of the lines, in the order of the chip. A line without a name is listed by its offset, or omitted.
    var lineNames: [String] { get }

    /// Requests the line `name` as an input, exclusively for this program.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission`, `.chipGone` or `.system`.
    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine

    /// Requests lines as outputs that are driven together, exclusively for this program.
    ///
    /// - Parameter lines: At most 64 lines, by name, each with its settings.
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission`, `.chipGone` or `.system`.
    func requestOutputs(_ lines: [(name: String, settings: OutputSettings)]) throws(GPIOError) -> any OutputLines

    /// Requests a PWM channel, exclusively for this program.
    ///
    /// - Parameters:
    ///   - chip: The system's name of the PWM chip.
    ///   - channel: The number of the channel in the chip, from 0 on.
    ///   - period: The time from the start of a pulse to the start of the next one, in steps of 1 ns. Many chips have one
    ///     period for all channels.
    ///   - settings: The settings of the output.
    /// - Throws: `GPIOError.noPWM` if there is no such channel, `.noPermission` or `.system`.
    func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput

    /// Requests a device on one of the machine's buses, exclusively for this program. The request transfers no data. If the
    /// address has lines, the chip also requests the lines, and the bus's thread drives them.
    ///
    /// - Parameters:
    ///   - address: The device's address.
    ///   - safe: The bytes that make the device safe. They are written when it is closed, and when the program crashes.
    ///     If empty, nothing is written.
    /// - Throws: `BusError.noBus`, `.noPermission`, `.inUse`, `.line` or `.system`.
    func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice

    /// Provides the simulated device (the twin) for an address of a simulated chip. Other chips ignore it. Call before
    /// `requestDevice`.
    ///
    /// - Parameter make: Creates the simulated device. Called at most once for each address, and only by a simulated chip.
    func provideTwin(at address: BusAddress, _ make: () -> any SimulatedTwin)

    /// Requests the keys of one of the machine's input devices, exclusively for this program. The device need not be
    /// present.
    ///
    /// - Throws: `KeyInputError.inUse` if another device of a simulated board has the keys, `.noDevice` if the chip has no
    ///   input devices. `GPIODChip` reports its errors to the handler of `KeyInput.watch(_:)`.
    func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput

    /// The same chip without the session: its edges are neither recorded nor replayed. Devices use it if the session records
    /// their readings instead. Without a session, this chip itself.
    var unrecorded: any GPIOChip { get }

    /// The simulated chip: this chip itself, or the chip to which it passes requests; nil for hardware.
    var simulated: SimulatedChip? { get }

    /// Calls `handler` when the chip disappears (false) or comes back (true), on the thread of the chip's queue.
    ///
    /// - Returns: A disposable that removes the handler. Dispose of it on the queue only.
    func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable
}

extension GPIOChip {
    /// By default, this chip itself: only the chip of a session has inputs that are recorded or replayed.
    public var unrecorded: any GPIOChip { self }

    /// nil, because most chips are hardware.
    public var simulated: SimulatedChip? { nil }

    /// Throws `GPIOError.noPWM`, because most chips have no PWM channels.
    public func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        throw .noPWM(chip: chip, channel: channel)
    }

    /// Throws `BusError.noBus`, because a chip need not have any buses.
    public func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        throw .noBus(name: address.name, present: [])
    }

    /// Does nothing, which suits chips that are not simulated.
    public func provideTwin(at address: BusAddress, _ make: () -> any SimulatedTwin) {}

    /// Throws `KeyInputError.noDevice`, because a chip need not have any input devices.
    public func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput {
        throw .noDevice(source, present: [])
    }
}

/// An input line. Use it only on the thread of the queue with which its chip was opened.
public protocol InputLine: AnyObject, Sendable {
    /// Returns the current level.
    ///
    /// - Throws: `GPIOError.chipGone` or `.system`.
    func level() throws(GPIOError) -> Level

    /// Starts watching the line: calls `handler` for each later edge, the oldest first, on the thread of the line's queue.
    ///
    /// A kernel's buffer holds about 16 edges; further edges are lost. A caller that must be certain of the level reads
    /// it after the edges have stopped.
    ///
    /// - Parameter handler: Called with an error once if the line fails, for example because its chip has disappeared.
    ///   When the chip is back, the next edge reports the line's level at that time.
    /// - Throws: `GPIOError.system` if the line cannot be watched, `.chipGone` if the chip has disappeared.
    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError)

    /// Releases the line. Call once, as the last call.
    func close()
}

/// Output lines that are driven together. Use them only on the thread of the queue with which their chip was opened.
public protocol OutputLines: AnyObject, Sendable {
    /// Whether the program has to switch the lines for each pulse that dims a light or turns a servo; true by default.
    /// Simulated lines need no pulses: a line that would have pulses is then active all the time.
    var needPulses: Bool { get }

    /// Drives all lines in one call. While the chip is away, the levels are stored until it comes back.
    ///
    /// - Parameter levels: Bit n is the level of line n, in the order of the request; 1 is active.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(_ levels: UInt64) throws(GPIOError)

    /// Drives all lines to several sets of levels, one after the other, each for at least 2 µs. Nothing is stored for a
    /// chip that is away. The default calls ``set(_:)`` for each set, which suits lines for which a call takes at least
    /// 2 µs.
    ///
    /// - Parameter levels: The sets of levels, in the form of ``set(_:)``.
    /// - Throws: `GPIOError.chipGone`, or `.system` if the kernel refuses. The lines then have one of the sets of levels.
    func set(inTurn levels: [UInt64]) throws(GPIOError)

    /// Drives each line to its safe level and releases all lines. Call once, as the last call.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses. The lines are then released, but at least one may not be
    ///   safe.
    func close() throws(GPIOError)
}

extension OutputLines {
    public var needPulses: Bool { true }

    public func set(inTurn levels: [UInt64]) throws(GPIOError) { for levels in levels { try set(levels) } }
}
