import CLibrary

/// An error that concerns a bus or a device on it.
public enum BusError: Error, Equatable {
    /// There is no bus of this name. `present` lists the existing buses.
    case noBus(name: String, present: [String])
    /// The user may not use the bus. Members of the user group `group` may.
    case noPermission(path: String, group: String)
    /// No device acknowledges the address.
    case noAnswer(BusAddress)
    /// A driver of the kernel, or another device of the program, uses the address.
    case inUse(BusAddress)
    /// The bus does not support this type of transfer, for example because it is limited to SMBus.
    case unsupported(BusAddress, transfer: String)
    /// A transfer has timed out.
    case timedOut(BusAddress)
    /// A line of the device, which the bus's thread drives, cannot be used.
    case line(GPIOError)
    /// The kernel refused the operation, with this error number.
    case system(operation: String, errno: Int32)
}

extension BusError: CustomStringConvertible {
    /// The error, with the name of the bus or device, and its remedy.
    public var description: String {
        switch self {
        case .noBus(let name, let present):
            "no bus \"\(name)\" (found: \(Self.list(present))); \(Self.remedy(name))"
        case .noPermission(let path, let group):
            "no permission to open \(path); add the user to the group \"\(group)\" "
                + "(sudo usermod -aG \(group) $USER) and log in again"
        case .noAnswer(.kernel(.network, let host)): "no answer from \(host); it is used again when it answers"
        case .noAnswer(.kernel(.machine, let name)):
            "the machine does not tell its \(name); correct the name in the wiring"
        case .noAnswer(.kernel(let driver, let name)):
            "no sensor \(name.isEmpty ? "" : "\"\(name)\" ")of the kernel's \(driver.rawValue); check its wires, its name "
                + "and its overlay; it resumes when it is back"
        case .noAnswer(let address) where address.name.hasPrefix("spi"):
            "no device responds at \(address); check its wires and its power; it resumes when it is back"
        case .noAnswer(let address):
            "no device responds at \(address); check its wires and its address (carillon scan lists those that answer)"
        case .inUse(let address):
            "the device at \(address) is in use; leave it to the kernel driver that uses it, or unbind the driver, "
                + "and give each device of the wiring its own address"
        case .unsupported(let address, let transfer):
            "the bus of \(address) cannot \(transfer), because it supports only SMBus; wire the device to another bus"
        case .timedOut(let address):
            "a transfer to \(address) timed out; check the wires and the pull-up resistors of the bus"
        case .line(let error): "\(error)"
        case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
        }
    }

    private static func list(_ present: [String]) -> String {
        present.isEmpty ? "none" : present.joined(separator: ", ")
    }

    private static func remedy(_ name: String) -> String {
        name.hasPrefix("spi")
            ? "enable SPI (dtparam=spi=on in /boot/firmware/config.txt of a Raspberry Pi, or its overlay) and reboot"
            : "enable I2C (dtparam=i2c_arm=on in /boot/firmware/config.txt of a Raspberry Pi, or its overlay), "
                + "reboot, and load its module (sudo modprobe i2c-dev)"
    }
}
