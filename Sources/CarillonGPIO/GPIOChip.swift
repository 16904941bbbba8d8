import CarillonScheduling

/// A chip with lines that a program requests by name: what a backend is.
///
/// Porting Carillon to other hardware means writing this protocol and the two of its lines once more. `GPIODChip` is
/// the Linux kernel's, through libgpiod; `SimulatedChip` is made of memory.
///
/// A chip can go away while its lines are in use, as one on USB does, and come back. Its lines then wait for it.
public protocol GPIOChip: AnyObject, Sendable {
    /// The name by which a board knows it, such as `pinctrl-bcm2711`.
    var label: String { get }

    /// The names of its lines, in the order of the chip. Lines that have no name are left out.
    var lineNames: [String] { get }

    /// Takes the line `name` as an input, for this program alone.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission` or `.system`.
    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine

    /// Takes some lines as outputs that are driven together, for this program alone.
    ///
    /// - Parameter lines: At most 64, by name, and how each is requested.
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission` or `.system`.
    func requestOutputs(_ lines: [(name: String, settings: OutputSettings)]) throws(GPIOError) -> any OutputLines

    /// Takes a channel of the hardware that makes pulses, for this program alone.
    ///
    /// - Parameters:
    ///   - chip: The PWM chip, as the system names it.
    ///   - channel: Which of its channels, from 0 on.
    ///   - period: The time from the beginning of a pulse to that of the next one, in nanoseconds. Many chips have one for
    ///     all their channels.
    ///   - settings: How it is requested.
    /// - Throws: `GPIOError.noPWM` where there is no such channel, `.noPermission` or `.system`.
    func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput

    /// Takes a device on one of the machine's buses, for this program alone. Nothing is transferred yet.
    ///
    /// - Parameters:
    ///   - address: The device's place.
    ///   - safe: What is written to it to make it safe: when it is closed, and when the program crashes. Empty is nothing.
    /// - Throws: `BusError.noBus`, `.noPermission`, `.inUse` or `.system`.
    func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice

    /// Tells `handler` that the chip has gone away (false) or come back (true), on the thread of its queue.
    ///
    /// - Returns: Disposed, the handler is not called any more. On the queue only.
    func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable
}

extension GPIOChip {
    /// Finds no channel: most chips have none.
    public func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        throw .noPWM(chip: chip, channel: channel)
    }

    /// Finds no bus: a chip need not know of any.
    public func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        throw .noBus(name: address.name, present: [])
    }
}

/// A line that is read. It belongs to the thread of the queue that its chip was opened for.
public protocol InputLine: AnyObject, Sendable {
    /// The level now.
    ///
    /// - Throws: `GPIOError.chipGone` or `.system`.
    func level() throws(GPIOError) -> Level

    /// Tells `handler` each edge from now on, the oldest first, on the thread that the line belongs to.
    ///
    /// A kernel's buffer holds 16 edges or so; what does not fit is lost. Whoever must not be wrong reads the level
    /// when the edges have come to rest.
    ///
    /// - Parameter handler: Is told an error once if the line fails, as it does when its chip goes away. When the chip is
    ///   back, the next edge tells the level that the line has then.
    /// - Throws: `GPIOError.system` if the line cannot be watched.
    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError)

    /// Gives the line back. To be called once, as the last thing.
    func close()
}

/// Lines that are driven together. They belong to the thread of the queue that their chip was opened for.
public protocol OutputLines: AnyObject, Sendable {
    /// Drives all of them in one call. While the chip is away the levels wait for it to come back.
    ///
    /// - Parameter levels: Bit n is for line n, in the order of the request: 1 is active.
    /// - Throws: `GPIOError.system` if the kernel refuses.
    func set(_ levels: UInt64) throws(GPIOError)

    /// Drives each line to its safe level and gives all back. Call once, as the last thing.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses: the lines are given back, but at least one may not be safe.
    func close() throws(GPIOError)
}
