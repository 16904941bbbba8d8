import CLibrary
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling

/// A device of one of the kernel's drivers, whose folder in `/sys` has its values as files. Any user may read them.
///
/// The folder is searched again when a file of it cannot be read, so that a device that is back works again, also with
/// another number.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
public final class KernelSensor: BusDevice, @unchecked Sendable {
    public let address: BusAddress
    public let bus: any Scheduler
    private let driver: KernelDriver
    private let name: String
    private let root: String
    private var folder: String?

    /// Creates a device, which need not be present.
    ///
    /// - Parameters:
    ///   - driver: The kind of driver.
    ///   - name: The device's name; empty for the first device.
    ///   - bus: The queue of the thread that reads.
    ///   - root: The folder of the kernel's devices.
    public init(_ driver: KernelDriver, _ name: String, bus: any Scheduler, root: String = "/sys") {
        address = .kernel(driver, name: name)
        (self.driver, self.name, self.bus, self.root) = (driver, name, bus, root)
    }

    /// Reads a file of the device's folder.
    ///
    /// - Parameters:
    ///   - bytes: The name of the file.
    ///   - count: The maximum number of bytes to read.
    /// - Returns: The first line, which is not empty.
    /// - Throws: `BusError.noAnswer` if there is no such device or file, or if the file is empty. The driver of 1-wire
    ///   sensors shows an empty file for a sensor that does not answer.
    public func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        let file = String(decoding: bytes, as: UTF8.self)
        if let folder, let line = Self.line("\(folder)/\(file)", count) { return line }
        folder = find()
        guard let folder, let line = Self.line("\(folder)/\(file)", count) else { throw .noAnswer(address) }
        return line
    }

    public func close() {}

    private func find() -> String? {
        let path = "\(root)/\(driver.path)"
        return entries(ofFolder: path).first { entry in
            entry.hasPrefix(driver.prefix)
                && (name.isEmpty || entry == name
                    || driver.names.contains { Self.line("\(path)/\(entry)/\($0)", 128) == Array(name.utf8) })
        }.map { "\(path)/\($0)" }
    }

    /// Returns the names of the devices that are present, by which a wiring can refer to them. Reads no measurement.
    ///
    /// - Parameter root: The folder of the kernel's devices.
    package static func names(of driver: KernelDriver, root: String = "/sys") -> [String] {
        let path = "\(root)/\(driver.path)"
        let folders = entries(ofFolder: path).filter { $0.hasPrefix(driver.prefix) }
        guard !driver.names.isEmpty else { return folders }
        let names = folders.flatMap { folder in
            driver.names.compactMap { line("\(path)/\(folder)/\($0)", 128) }
        }
        return names.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the first line of a file, without its end; nil if there is none.
    private static func line(_ path: String, _ count: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        let line = Array(bytes.prefix(max(read, 0)).prefix { $0 != UInt8(ascii: "\n") })
        return line.isEmpty ? nil : line
    }
}

/// The folders of the kernel's documentation: Documentation/w1/slaves/w1_therm.rst, Documentation/hwmon/sysfs-interface.rst,
/// Documentation/ABI/testing/sysfs-bus-iio and sysfs-class-thermal.
extension KernelDriver {
    fileprivate var path: String {
        switch self {
        case .oneWire: "bus/w1/devices"
        case .industrialIO: "bus/iio/devices"
        case .hardwareMonitor: "class/hwmon"
        case .thermalZone: "class/thermal"
        case .machine, .network: ""
        }
    }

    /// The beginning of the folders' names. 28 is the family of the DS18B20.
    fileprivate var prefix: String {
        switch self {
        case .oneWire: "28-"
        case .industrialIO: "iio:device"
        case .hardwareMonitor: "hwmon"
        case .thermalZone: "thermal_zone"
        case .machine, .network: ""
        }
    }

    /// The files with a name of the device, besides that of the folder.
    fileprivate var names: [String] {
        switch self {
        case .oneWire, .machine, .network: []
        case .industrialIO: ["name", "label"]
        case .hardwareMonitor: ["name"]
        case .thermalZone: ["type"]
        }
    }
}
