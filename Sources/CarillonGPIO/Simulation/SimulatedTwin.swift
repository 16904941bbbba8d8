/// A simulated device on a bus that a text operates: a temperature, a level, the id of a card.
///
/// It answers transfers as the device would, register by register. All calls are made on the board's queue.
public protocol SimulatedTwin: AnyObject, Sendable {
    /// Receives the bytes that the program writes and the number of bytes that the program reads, and returns the bytes
    /// read. Bytes that it does not return are read as zeros.
    ///
    /// - Throws: The error of the transfer, which is passed to the program.
    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8]

    /// Operates the device.
    ///
    /// - Parameter channel: The channel, of a device that several devices of the wiring share.
    /// - Returns: False, without an effect, if the device takes no such text.
    func operate(_ text: String, channel: Int) -> Bool

    /// Loses what a device without power loses, such as its registers. The default does nothing, which suits a device
    /// without a state.
    func losePower()
}

extension SimulatedTwin {
    public func losePower() {}
}
