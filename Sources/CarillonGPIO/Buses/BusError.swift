import CLibrary

/// An error that concerns a bus or a device on it.
public enum BusError: Error, Equatable {
    /// There is no such bus.
    case noBus(name: String, present: [String])
    /// The user may not use the bus.
    case noPermission(path: String, group: String)
    /// No device acknowledges the address.
    case noAnswer(BusAddress)
    /// A driver of the kernel, or another device of the program, uses the address.
    case inUse(BusAddress)
    /// The bus does not support such a transfer.
    case unsupported(BusAddress, transfer: String)
    /// A transfer has timed out.
    case hangs(BusAddress)
    /// The kernel refused another operation.
    case system(operation: String, errno: Int32)
}

extension BusError: CustomStringConvertible {
    /// The error, with the name of the bus or device, and its remedy.
    public var description: String {
        switch self {
        case .noBus(let name, let present):
            "no bus \"\(name)\" here: \(Self.list(present)); \(Self.remedy(name))"
        case .noPermission(let path, let group):
            "no permission on \(path): add the user to the group \"\(group)\" "
                + "(sudo usermod -aG \(group) $USER) and log in again"
        case .noAnswer(let address):
            "no device answers at \(address): check its wires and its address (i2cdetect -y 1 lists those of i2c-1)"
        case .inUse(let address):
            "the device at \(address) is in use: leave it to the kernel's driver that has it, or unbind that, "
                + "and give each device of the wiring its own address"
        case .unsupported(let address, let transfer):
            "the bus of \(address) cannot \(transfer): it speaks only SMBus; wire the device to another bus"
        case .hangs(let address):
            "a transfer to \(address) does not end: check the bus's wires and its pull-up resistors"
        case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
        }
    }

    private static func list(_ present: [String]) -> String {
        present.isEmpty ? "there is none" : "there is \(present.joined(separator: ", "))"
    }

    private static func remedy(_ name: String) -> String {
        name.hasPrefix("spi")
            ? "switch SPI on (dtparam=spi=on in /boot/firmware/config.txt of a Raspberry Pi, or its overlay) and start anew"
            : "switch I2C on (dtparam=i2c_arm=on in /boot/firmware/config.txt of a Raspberry Pi, or its overlay), "
                + "start anew, and load its module (sudo modprobe i2c-dev)"
    }
}
