/// A simulated device on a bus that a text operates: a temperature, a level, the id of a card.
///
/// It is called a twin, as in "digital twin", because ``SimulatedChip`` is the chip of the lines. The twin responds to transfers as
/// the real device does, register by register. All calls are made on the board's queue.
public protocol SimulatedTwin: AnyObject, Sendable {
    /// Receives the bytes that the program writes and the number of bytes that the program reads, and returns the bytes
    /// read. Bytes that it does not return are read as zeros.
    ///
    /// - Throws: The error of the transfer, which is passed to the program.
    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8]

    /// Operates the device by a text, as a user does.
    ///
    /// - Parameter channel: The channel of the device; 0 unless several devices of the wiring share it.
    /// - Returns: False, without an effect, if the device does not accept the text.
    func operate(_ text: String, channel: Int) -> Bool

    /// Resets the state that a device loses without power, such as its registers. The default does nothing, which suits a
    /// device without a state.
    func losePower()

    /// Whether the responses change by themselves, without a transfer and without a call of `operate`. The default is
    /// false: a bench then stops reading the device repeatedly until a test operates it.
    var changesByItself: Bool { get }
}

extension SimulatedTwin {
    public func losePower() {}

    public var changesByItself: Bool { false }
}

/// A simulated device that changes only when it is operated, unplugged or replaced. So what reads it again and again need not do
/// so meanwhile. Used on the board's queue only.
package protocol StillDevice: AnyObject, Sendable {
    /// Calls `handler` once, before the device changes.
    ///
    /// - Returns: False, without a call, if the device may change by itself.
    func beforeChange(_ handler: @escaping () -> Void) -> Bool
}
