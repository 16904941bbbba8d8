import CHardware
import CLibrary
import CarillonGPIO
import CarillonScheduling

/// A device on one of the kernel's buses, through `/dev/i2c-N` or `/dev/spidevB.C`.
///
/// `@unchecked Sendable`: after `init` only `close()`, which is the last call, changes mutable state.
public final class KernelBusDevice: BusDevice, @unchecked Sendable {
    public let address: BusAddress
    public let bus: any Scheduler
    private let safe: [UInt8]
    private var device = cbus_device()
    /// The index of the device in the guard; negative if there is none.
    private var guardPlace: Int32 = -1

    /// Opens a device. This transfers no data, so the device need not be present.
    ///
    /// - Parameters:
    ///   - address: The device's address.
    ///   - safe: The bytes that make the device safe, in one transfer. They are written by `close()`, and when the process
    ///     ends without it.
    ///   - bus: The queue of the bus's thread.
    ///   - root: The folder of the device files.
    /// - Throws: `BusError.noBus`, `.noPermission`, `.inUse` or `.system`; `.unsupported` for an address with lines, and for a
    ///   device of a kernel's driver.
    public init(
        _ address: BusAddress, safe: [UInt8], bus: any Scheduler, root: String = "/dev"
    ) throws(BusError) {
        self.address = address
        self.bus = bus
        self.safe = safe
        let path = "\(root)/\(address.name)"
        let (result, group) =
            switch address {
            case .i2c(_, let address): (cbus_open_i2c(path, address, &device), "i2c")
            case .spi(_, let mode, let speed): (cbus_open_spi(path, mode, speed, &device), "spi")
            case .spiWithDataLine, .lines, .kernel: throw .unsupported(address, transfer: "transfer bytes")
            }
        switch -result {
        case 0: break
        case ENOENT, ENODEV, ENXIO: throw .noBus(name: address.name, present: Self.buses(in: root, of: group))
        case EACCES, EPERM: throw .noPermission(path: path, group: group)
        case EBUSY: throw .inUse(address)
        case let errno: throw .system(operation: "opening \(path)", errno: errno)
        }
        guard !safe.isEmpty else { return }
        guardPlace = cbus_guard(&device, safe, safe.count)
        guard guardPlace >= 0 else {
            cbus_close(&device)
            throw .system(operation: "registering the safe state of \(address)", errno: -guardPlace)
        }
    }

    private static func buses(in folder: String, of group: String) -> [String] {
        entries(ofFolder: folder).filter { $0.hasPrefix(group == "i2c" ? "i2c-" : "spidev") }
    }

    public func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: max(count, 0))
        let result = cbus_transfer(&device, bytes, bytes.count, &answer, answer.count)
        switch -result {
        case 0: return answer
        // The errors that adapters report when no device acknowledges the address.
        case ENXIO, EREMOTEIO, ENODEV: throw .noAnswer(address)
        case EOPNOTSUPP:
            throw .unsupported(address, transfer: "write \(bytes.count) bytes and then read \(answer.count)")
        case let errno:
            throw .system(operation: "\(count > 0 ? "reading from" : "writing to") \(address)", errno: errno)
        }
    }

    public func close() throws(BusError) {
        defer {
            cguard_remove(guardPlace)
            cbus_close(&device)
        }
        try retrying { () throws(BusError) in try write(safe) }
    }
}
