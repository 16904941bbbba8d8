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
    /// A device of one of the kernel's drivers, whose folder in `/sys` has its values as texts. A transfer writes the name
    /// of a file and reads the file.
    ///
    /// - Parameters:
    ///   - driver: The kind of driver.
    ///   - name: The device's name, as the driver states it; empty for the first device.
    case kernel(KernelDriver, name: String)

    /// The name of the I2C bus or of the SPI device in `/dev`, or of the kernel's kind of driver.
    public var name: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): device
        case .kernel(let driver, _): driver.rawValue
        }
    }

    /// The name of the bus that devices share: `i2c-1`, `spidev0`.
    public var bus: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _): String(device.prefix { $0 != "." })
        case .kernel(let driver, _): driver.rawValue
        }
    }
}

/// A kind of driver of the kernel that measures, by the folder of its devices in `/sys`, or another source of numbers in the kernel.
public enum KernelDriver: String, Hashable, Sendable {
    /// Sensors on a 1-wire bus, by their number: `28-000005e2fdc3`.
    case oneWire = "w1"
    /// Converters and other sensors, by their name or label: `ads1015`.
    case industrialIO = "iio"
    /// Sensors of temperatures and voltages, by their name: `lm75`.
    case hardwareMonitor = "hwmon"
    /// The temperatures of the processor and its surroundings, by their type: `cpu-thermal`.
    case thermalZone = "thermal"
    /// The machine's own numbers, by their name: `load`, `disk /`.
    case machine
    /// Hosts on the network that are pinged, by their name or address.
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
