import CHardware
import CLibrary
import CarillonGPIO

/// Finds the devices on an I2C bus, with transfers that carry no byte to them; see `cbus_probe` in CBus.h for the rules.
///
/// A bus that hangs blocks each call for a second. Call on a thread that may wait.
package final class I2CProbe {
    /// The result for an address.
    package enum Answer: Equatable, Sendable {
        case none
        /// A device acknowledges the address.
        case device
        /// A driver of the kernel has the device, which is then not addressed.
        case driver
    }

    /// The addresses that a device can have; the others are reserved (I2C-bus specification UM10204, 3.1.12).
    package static let addresses: ClosedRange<UInt8> = 0x08...0x77

    /// Whether the adapter supports only SMBus, as those on the mainboards of PCs do.
    package let isSMBus: Bool
    private let bus: String
    private let descriptor: Int32

    /// Opens a bus. This transfers nothing.
    ///
    /// - Parameters:
    ///   - bus: The kernel's name of the bus, such as `i2c-1`.
    ///   - root: The folder of the device files.
    /// - Throws: `BusError.noBus`, `.noPermission` or `.system`.
    package init(_ bus: String, root: String = "/dev") throws(BusError) {
        var isSMBus = false
        let path = "\(root)/\(bus)"
        descriptor = cbus_open_bus(path, &isSMBus)
        (self.bus, self.isSMBus) = (bus, isSMBus)
        switch -descriptor {
        case ENOENT, ENODEV, ENXIO:
            throw .noBus(name: bus, present: entries(ofFolder: root).filter { $0.hasPrefix("i2c-") })
        case EACCES, EPERM: throw .noPermission(path: path, group: "i2c")
        case let errno where errno > 0: throw .system(operation: "opening \(path)", errno: errno)
        default: break
        }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Probes an address.
    ///
    /// - Throws: `BusError.timedOut` if the bus hangs, and `.unsupported` if the adapter cannot probe this address safely.
    package func answer(at address: UInt8) throws(BusError) -> Answer {
        let place = BusAddress.i2c(bus: bus, address: address)
        switch cbus_probe(descriptor, address) {
        case 0: return .none
        case 1: return .device
        case -EBUSY: return .driver
        case -ETIMEDOUT: throw .timedOut(place)
        case -EOPNOTSUPP: throw .unsupported(place, transfer: "probe it safely")
        case let errno: throw .system(operation: "probing \(place)", errno: -errno)
        }
    }
}
