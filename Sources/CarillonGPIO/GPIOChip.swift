/// A chip with lines that a program requests by name: what a backend is.
///
/// Porting Carillon to other hardware means writing this protocol and the two of its lines once more. `GPIODChip` is
/// the Linux kernel's, through libgpiod; `SimulatedChip` is made of memory.
public protocol GPIOChip: AnyObject, Sendable {
    /// The name by which a board knows it, such as `pinctrl-bcm2711`.
    var label: String { get }

    /// The names of its lines, in the order of the chip. Lines that have no name are left out.
    var lineNames: [String] { get }

    /// Takes the line `name` as an input, for this program alone.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission` or `.system`.
    func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine

    /// Takes the line `name` as an output, for this program alone.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission` or `.system`.
    func requestOutput(_ name: String, settings: OutputSettings) throws(GPIOError) -> any OutputLine
}

/// A line that is read. It belongs to the thread of the queue that its chip was opened for.
public protocol InputLine: AnyObject, Sendable {
    /// The level now.
    ///
    /// - Throws: `GPIOError.system` if the chip has gone away.
    func level() throws(GPIOError) -> Level

    /// Tells `handler` each edge from now on, the oldest first, on the thread that the line belongs to.
    ///
    /// A kernel's buffer holds 16 edges or so; what does not fit is lost. Whoever must not be wrong reads the level
    /// when the edges have come to rest.
    ///
    /// - Parameter handler: Is told an error once, and then nothing more, if the line fails.
    /// - Throws: `GPIOError.system` if the line cannot be watched.
    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError)

    /// Gives the line back. To be called once, as the last thing.
    func close()
}

/// A line that is driven. It belongs to the thread of the queue that its chip was opened for.
public protocol OutputLine: AnyObject, Sendable {
    /// Drives the line to `level`.
    ///
    /// - Throws: `GPIOError.system` if the chip has gone away.
    func set(_ level: Level) throws(GPIOError)

    /// Gives the line back. To be called once, as the last thing. What level it has from then on is the chip's matter:
    /// a line that must be safe is set before.
    func close()
}
