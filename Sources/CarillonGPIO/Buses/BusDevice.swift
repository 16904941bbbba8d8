import CarillonScheduling

/// A device on a bus: a display, a converter.
///
/// A transfer blocks: at 100 kHz a byte takes 0.1 ms, and a disturbed bus can take a second to give up. So all calls are
/// made on the thread of ``bus``, which is never the thread of a loop on a real board.
public protocol BusDevice: AnyObject, Sendable {
    /// The place of the device.
    var address: BusAddress { get }

    /// The queue of the bus's thread, which all devices on the bus share. On a simulated board it is the board's own queue.
    var bus: any LoopQueue { get }

    /// Writes bytes and then reads some, in one transaction: no other device is addressed between the two.
    ///
    /// I2C adapters that speak only SMBus write at most 33 bytes and read at most 32, after no more than one written byte.
    ///
    /// - Parameters:
    ///   - bytes: What to write; empty to read only.
    ///   - count: How many bytes to read; 0 to write only.
    /// - Returns: The `count` bytes that were read.
    /// - Throws: `BusError.noAnswer`, `.unsupported` or `.system`.
    func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8]

    /// Puts the device into its safe state and gives it back. Call once, as the last thing.
    ///
    /// - Throws: As a transfer: the device is given back, but may not be safe.
    func close() throws(BusError)
}

extension BusDevice {
    /// Writes bytes.
    ///
    /// - Throws: As ``transfer(_:reading:)``.
    public func write(_ bytes: [UInt8]) throws(BusError) { _ = try transfer(bytes, reading: 0) }

    /// Reads `count` bytes.
    ///
    /// - Throws: As ``transfer(_:reading:)``.
    public func read(_ count: Int) throws(BusError) -> [UInt8] { try transfer([], reading: count) }
}
