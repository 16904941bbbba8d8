import CLibrary
import CarillonGPIO
import CarillonScheduling
import LinuxGPIO

/// The state of a device's place on a machine, and the command that mends it.
///
/// It reads the kernel's folders, and probes addresses on I2C as `carillon scan` does, without a byte to the chip.
struct WiredAddress {
    /// Probes an address on I2C.
    typealias Probe = @Sendable (_ bus: String, _ address: UInt8) throws(BusError) -> I2CProbe.Answer

    let address: BusAddress
    /// The folder that contains `dev` and `sys`; empty for this machine.
    let root: String
    let probe: Probe

    /// Probes this machine.
    static let probe: Probe = { (bus, address) throws(BusError) in try I2CProbe(bus).answer(at: address) }

    /// - Parameters:
    ///   - root: The folder that contains `dev` and `sys`; empty for this machine.
    ///   - probe: Probes an address on I2C.
    init(_ address: BusAddress, root: String = "", probe: @escaping Probe = WiredAddress.probe) {
        (self.address, self.root, self.probe) = (address, root, probe)
    }

    /// The reason why a program of this user cannot use the device, with a remedy; nil if it can.
    var fault: String? {
        switch address {
        case .i2c(let bus, let address): i2cFault(bus, address)
        case .spi(let device, _, _), .spiWithDataLine(let device, _, _, _, _): spiFault(device)
        case .lines: nil
        case .kernel(.machine, let name): machineFault(name)
        case .kernel(.network, _): PingedHost.fault.map { "\($0)" }
        case .kernel(let driver, let name): sensorFault(driver, name)
        }
    }

    // MARK: I2C and SPI

    private func i2cFault(_ bus: String, _ number: UInt8) -> String? {
        let devices = "\(root)/sys/bus/i2c/devices"
        let buses = Self.names(in: "\(root)/dev", with: "i2c-")
        guard buses.contains(bus) else {
            // The kernel has the bus, but no file of it.
            guard entries(ofFolder: devices).contains(bus) else {
                return "\(BusError.noBus(name: bus, present: buses))"
            }
            return "no file /dev/\(bus); run \(Self.module("i2c-dev"))"
        }
        if let fault = permissionFault(bus, group: "i2c", subsystem: "i2c-dev") { return fault }
        if let driver = KernelDriverName.of(number, on: bus, root: root) {
            let digits = hexadecimal(number).dropFirst(2)
            return "the kernel's driver \(driver) uses \(address); remove its overlay, or run "
                + "echo \(bus.dropFirst(4))-00\(digits) | sudo tee /sys/bus/i2c/drivers/\(driver)/unbind"
        }
        do throws(BusError) {
            guard try probe(bus, number) == .none else { return nil }
            return "no device responds at \(address); check its wires, its power and its address (carillon scan \(bus))"
        } catch {
            // Some adapters cannot probe. Their devices may work.
            if case .unsupported = error { return nil }
            return "\(error)"
        }
    }

    private func spiFault(_ device: String) -> String? {
        let files = Self.names(in: "\(root)/dev", with: "spidev")
        if files.contains(device) { return permissionFault(device, group: "spi", subsystem: "spidev") }
        let chip = "spi" + device.dropFirst("spidev".count)
        guard entries(ofFolder: "\(root)/sys/bus/spi/devices").contains(chip) else {
            return "\(BusError.noBus(name: device, present: files))"
        }
        guard let driver = SymbolicLink.name("\(root)/sys/bus/spi/devices/\(chip)/driver") else {
            return "no file /dev/\(device); run \(Self.module("spidev"))"
        }
        return
            "the kernel's driver \(driver) uses \(chip); remove its overlay from /boot/firmware/config.txt and reboot"
    }

    /// A group can be missing: Debian has none for SPI.
    private func permissionFault(_ file: String, group: String, subsystem: String) -> String? {
        let path = "/dev/\(file)"
        guard access(root + path, R_OK | W_OK) != 0 else { return nil }
        guard getgrnam(group) == nil else { return "\(BusError.noPermission(path: path, group: group))" }
        let rule = "SUBSYSTEM==\"\(subsystem)\", GROUP=\"\(group)\", MODE=\"0660\""
        return "no permission to open \(path), and no group \"\(group)\"; run sudo groupadd --system \(group), "
            + "echo '\(rule)' | sudo tee /etc/udev/rules.d/60-\(group).rules, sudo usermod -aG \(group) $USER, and reboot"
    }

    // MARK: The kernel's drivers

    private func sensorFault(_ driver: KernelDriver, _ name: String) -> String? {
        let present = KernelSensor.names(of: driver, root: "\(root)/sys")
        guard name.isEmpty ? present.isEmpty : !present.contains(name) else {
            guard driver == .oneWire else { return nil }
            let sensor = name.isEmpty ? present[0] : name
            // The folder of a sensor is there without the driver that reads it.
            let files = entries(ofFolder: "\(root)/sys/bus/w1/devices/\(sensor)")
            return files.contains("temperature") ? nil : "no driver for \(sensor); run \(Self.module("w1-therm"))"
        }
        let wanted = name.isEmpty ? "no sensor" : "no sensor \"\(name)\""
        let found = present.isEmpty ? "none" : present.joined(separator: ", ")
        return "\(wanted) of the kernel's \(driver.rawValue) (found: \(found)); \(remedy(driver, name, present))"
    }

    private func remedy(_ driver: KernelDriver, _ name: String, _ present: [String]) -> String {
        switch driver {
        case .oneWire:
            if !present.isEmpty { return "correct its number in the wiring, or check its wires" }
            // The kernel has a folder for each bus.
            let hasBus = !Self.names(in: "\(root)/sys/bus/w1/devices", with: "w1_bus_master").isEmpty
            return hasBus
                ? "check its wires, and the resistor of 4.7 kΩ from its data line to 3.3 V" : Self.overlay("w1-gpio")
        case .industrialIO:
            return Self.overlays[name].map(Self.overlay)
                ?? "add the overlay of its driver, or correct its name in the wiring"
        case .hardwareMonitor:
            if name == "drivetemp" { return "run \(Self.module("drivetemp"))" }
            return Self.overlays[name].map(Self.overlay)
                ?? "load the module of its driver (sudo modprobe MODULE), or correct its name in the wiring"
        case .thermalZone, .machine, .network: return "correct its name in the wiring"
        }
    }

    private func machineFault(_ name: String) -> String? {
        guard name.hasPrefix("disk ") else { return nil }
        let path = String(name.dropFirst(5))
        return access(path, F_OK) == 0 ? nil : "no folder \(path); mount it, or correct the path in the wiring"
    }

    /// The overlays of chips, by the names of their drivers (arch/arm/boot/dts/overlays/README of Raspberry Pi's kernel).
    private static let overlays = [
        "ads1015": "ads1015", "ads1115": "ads1115", "mcp3008": "mcp3008,spi0-0-present",
        "mcp3208": "mcp3208,spi0-0-present", "bmp280": "i2c-sensor,bmp280", "bme280": "i2c-sensor,bme280",
        "lm75": "i2c-sensor,lm75",
    ]

    private static func overlay(_ overlay: String) -> String {
        "on a Raspberry Pi run echo dtoverlay=\(overlay) | sudo tee -a /boot/firmware/config.txt, and reboot"
    }

    /// Returns the command that loads a module, also after the next start.
    private static func module(_ name: String) -> String {
        "sudo modprobe \(name) && echo \(name) | sudo tee /etc/modules-load.d/\(name).conf"
    }

    private static func names(in folder: String, with prefix: String) -> [String] {
        entries(ofFolder: folder).filter { $0.hasPrefix(prefix) }
    }
}
