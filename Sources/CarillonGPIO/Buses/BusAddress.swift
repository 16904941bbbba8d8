/// The address of a device on a bus of the board.
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
    /// A device of a driver in the kernel. The device's folder in `/sys` contains its values as text files. A transfer writes
    /// the name of a file, and then reads the contents of the file.
    ///
    /// - Parameters:
    ///   - driver: The kind of driver.
    ///   - name: The device's name, as the driver states it; empty for the first device.
    case kernel(KernelDriver, name: String)

    /// The name of the I2C bus or the SPI device in `/dev`, or the raw value of the kernel's driver.
    public var name: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): device
        case .kernel(let driver, _): driver.rawValue
        }
    }

    /// The name of the bus that several devices can share, such as `i2c-1` or `spidev0`.
    public var bus: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): String(device.prefix { $0 != "." })
        case .kernel(let driver, _): driver.rawValue
        }
    }
}

/// A source of measurements in the system. The sources of the kernel are named after their folders in `/sys`.
public enum KernelDriver: String, Hashable, Sendable {
    /// Sensors on a 1-wire bus. A device's name is its number: `28-000005e2fdc3`.
    case oneWire = "w1"
    /// Analog converters and other sensors. A device's name is its name or label in the kernel: `ads1015`.
    case industrialIO = "iio"
    /// Sensors of temperatures and voltages. A device's name is its name in the kernel: `lm75`.
    case hardwareMonitor = "hwmon"
    /// Temperatures of the processor and near it. A device's name is the type of the zone: `cpu-thermal`.
    case thermalZone = "thermal"
    /// Measurements of the machine itself. A device's name is that of the measurement: `load`, `disk /`.
    case machine
    /// Hosts on the network that are pinged. A device's name is the host's name or address.
    case network
}

extension BusAddress: CustomStringConvertible {
    /// The address in words, for example `0x3c on i2c-1`, `spidev0.0` or `w1 28-000005e2fdc3`.
    public var description: String {
        switch self {
        case .i2c(let bus, let address):
            "0x\(address < 0x10 ? "0" : "")\(String(address, radix: 16)) on \(bus)"
        case .spi(let device, _, _): device
        case .kernel(let driver, let name): name.isEmpty ? driver.rawValue : "\(driver.rawValue) \(name)"
        }
    }
}
