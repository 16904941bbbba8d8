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
    /// A device on SPI with a line that distinguishes data from commands, such as the pin D/C of a display.
    ///
    /// The first byte that a transfer writes is not sent over the bus. Its bit 6 is the level of the line during the other
    /// bytes. Therefore an SSD1306 can receive the same transfers as on I2C, where this byte precedes commands (0x00) or
    /// data (0x40).
    ///
    /// - Parameters:
    ///   - device: The kernel's name of the device, such as `spidev0.1`: bus 0, line CE1.
    ///   - mode: The clock's polarity and phase, from 0 to 3.
    ///   - speed: The highest clock frequency, in hertz.
    ///   - data: The name of the line. It is high for data, and low for commands.
    ///   - reset: The name of the line to the device's reset pin, which is low for 10 µs before the first transfer and after
    ///     the last one; nil for none.
    case spiWithDataLine(device: String, mode: UInt8, speed: UInt32, data: String, reset: String?)
    /// A device on two lines of its own, such as a TM1637. The thread of the device drives them. The program only writes: a
    /// start condition, the bytes, and a stop condition. The lowest bit of a byte comes first, and a clock for the
    /// acknowledgement follows each byte.
    ///
    /// - Parameters:
    ///   - clock: The name of the line to the device's clock.
    ///   - data: The name of the line to the device's data pin.
    case lines(clock: String, data: String)
    /// A device of a driver in the kernel. The device's folder in `/sys` contains its values as text files. A transfer writes
    /// the name of a file, and then reads the contents of the file.
    ///
    /// - Parameters:
    ///   - driver: The kind of driver.
    ///   - name: The device's name, as the driver states it; empty for the first device.
    case kernel(KernelDriver, name: String)

    /// The name of the I2C bus or the SPI device in `/dev`, the raw value of the `KernelDriver`, or the name of the clock
    /// line.
    public var name: String {
        switch self {
        case .i2c(let bus, _): bus
        case .spi(let device, _, _), .spiWithDataLine(let device, _, _, _, _): device
        case .lines(let clock, _): clock
        case .kernel(let driver, _): driver.rawValue
        }
    }

    /// The name of the bus that several devices can share, such as `i2c-1` or `spidev0`.
    public var bus: String {
        switch self {
        case .spi, .spiWithDataLine: String(name.prefix { $0 != "." })
        case .i2c, .lines, .kernel: name
        }
    }

    /// The names of the lines that the bus's thread drives, apart from those of the bus itself.
    public var lines: [String] {
        switch self {
        case .spiWithDataLine(_, _, _, let data, let reset): [data] + (reset.map { [$0] } ?? [])
        case .lines(let clock, let data): [clock, data]
        case .i2c, .spi, .kernel: []
        }
    }

    /// Returns the address with other names of its lines.
    ///
    /// - Parameter change: Called with each of ``lines``, in their order.
    package func changingLines<Failure>(
        _ change: (String) throws(Failure) -> String
    ) throws(Failure) -> BusAddress {
        switch self {
        case .spiWithDataLine(let device, let mode, let speed, var data, var reset):
            data = try change(data)
            if let line = reset { reset = try change(line) }
            return .spiWithDataLine(device: device, mode: mode, speed: speed, data: data, reset: reset)
        case .lines(var clock, var data):
            (clock, data) = (try change(clock), try change(data))
            return .lines(clock: clock, data: data)
        case .i2c, .spi, .kernel: return self
        }
    }
}

/// A source of measurements in the system. The raw values of the kernel's sources are the names of their folders in `/sys`.
public enum KernelDriver: String, Hashable, Sendable {
    /// Sensors on a 1-wire bus. A device is identified by its number: `28-000005e2fdc3`.
    case oneWire = "w1"
    /// Analog converters and other sensors. A device is identified by its name or its label in the kernel: `ads1015`.
    case industrialIO = "iio"
    /// Sensors of temperatures and voltages. A device is identified by its name in the kernel: `lm75`.
    case hardwareMonitor = "hwmon"
    /// Temperatures of the processor and near it. A device is identified by the type of the zone: `cpu-thermal`.
    case thermalZone = "thermal"
    /// Measurements of the machine itself. A device is identified by the measurement: `load`, `disk /`.
    case machine
    /// Hosts on the network that are pinged. A device is identified by the host's name or address.
    case network
}

extension BusAddress: CustomStringConvertible {
    /// The address in words, for example `0x3c on i2c-1`, `spidev0.0`, `GPIO23 and GPIO24` or `w1 28-000005e2fdc3`.
    public var description: String {
        switch self {
        case .i2c(let bus, let address):
            "0x\(address < 0x10 ? "0" : "")\(String(address, radix: 16)) on \(bus)"
        case .spi, .spiWithDataLine: name
        case .lines(let clock, let data): "\(clock) and \(data)"
        case .kernel(let driver, let name): name.isEmpty ? driver.rawValue : "\(driver.rawValue) \(name)"
        }
    }
}
