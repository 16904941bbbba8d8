/// The place of a device on a bus of the board.
public enum BusAddress: Hashable, Sendable {
    /// A device on an I2C bus.
    ///
    /// - Parameters:
    ///   - bus: The kernel's name of the bus, such as `i2c-1`.
    ///   - address: 7 bits, from 0x08 to 0x77: the data sheet's address without the read/write bit.
    case i2c(bus: String, address: UInt8)
    /// A device that an SPI bus selects by a separate line.
    ///
    /// - Parameters:
    ///   - device: The kernel's name of the device, such as `spidev0.1`: bus 0, line CE1.
    ///   - mode: The clock's polarity and phase, from 0 to 3.
    ///   - speed: The highest clock frequency, in hertz.
    case spi(device: String, mode: UInt8, speed: UInt32)

    /// The name of the I2C bus or of the SPI device in `/dev`.
    public var name: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): device
        }
    }

    /// The name of the bus that devices share: `i2c-1`, `spidev0`.
    public var bus: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): String(device.prefix { $0 != "." })
        }
    }
}

extension BusAddress: CustomStringConvertible {
    /// The address in words, for example `0x3c on i2c-1` or `spidev0.0`.
    public var description: String {
        switch self {
        case .i2c(let bus, let address):
            "0x\(address < 0x10 ? "0" : "")\(String(address, radix: 16)) on \(bus)"
        case .spi(let device, _, _): device
        }
    }
}
