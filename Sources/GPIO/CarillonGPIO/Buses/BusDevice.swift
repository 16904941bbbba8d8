import CarillonScheduling

/// A device on a bus, such as a display or a converter.
///
/// A transfer blocks: at 100 kHz a byte takes 0.1 ms, and a disturbed bus can take a second to time out. So all calls
/// are made on the thread of ``bus``, which is never the thread of a loop on a real board.
public protocol BusDevice: AnyObject, Sendable {
    /// The address of the device.
    var address: BusAddress { get }

    /// The queue of the bus's thread, which all devices on the bus share. On a simulated board it is the board's own queue.
    var bus: any Scheduler { get }

    /// Writes bytes and then reads bytes, in one transaction: no other device is addressed in between.
    ///
    /// I2C adapters that support only SMBus write at most 33 bytes. They read at most 32, after at most one written
    /// byte.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write; empty to read only.
    ///   - count: The number of bytes to read; 0 to write only.
    /// - Returns: The `count` bytes that were read.
    /// - Throws: `BusError.noAnswer`, `.unsupported`, `.line` or `.system`.
    func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8]

    /// Writes the bytes that make the device safe, and releases the device. Call once, as the last call.
    ///
    /// - Throws: The errors of a transfer. The device is then released, but may not be safe.
    func close() throws(BusError)
}

extension BusDevice {
    /// Writes bytes.
    ///
    /// - Throws: The errors of ``transfer(_:reading:)``.
    public func write(_ bytes: [UInt8]) throws(BusError) { _ = try transfer(bytes, reading: 0) }

    /// Reads `count` bytes.
    ///
    /// - Throws: The errors of ``transfer(_:reading:)``.
    public func read(_ count: Int) throws(BusError) -> [UInt8] { try transfer([], reading: count) }
}
