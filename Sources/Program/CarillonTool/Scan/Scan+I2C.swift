import CLibrary
import CarillonGPIO
import LinuxGPIO

extension Scan {
    /// An adapter's answers, for tests without hardware.
    struct Bus {
        /// Whether the adapter supports only SMBus.
        let isSMBus: Bool
        let answer: (UInt8) throws(BusError) -> I2CProbe.Answer
    }

    /// Returns the devices on the I2C buses.
    ///
    /// An adapter that supports only SMBus is usually that of a PC's mainboard, with the chips of its memory and its fans. It is
    /// scanned only if it is named, because i2cdetect(8) warns of that.
    ///
    /// - Parameters:
    ///   - names: The buses to scan, such as `i2c-1`; empty for all.
    ///   - root: The folder that contains `dev` and `sys`.
    ///   - open: Opens a bus.
    static func buses(
        _ names: [String], root: String, open: (String) throws(BusError) -> Bus
    ) -> [Section] {
        let present = entries(ofFolder: "\(root)/dev").filter { $0.hasPrefix("i2c-") }
            .sorted { ($0.count, $0) < ($1.count, $1) }
        guard !(present + names).isEmpty else {
            let error = BusError.noBus(name: "i2c-1", present: [])
            return [Section(title: "I2C", note: "\(error)")]
        }
        return (names.isEmpty ? present : names).map { name in
            let adapter = SmallFile.text("\(root)/sys/bus/i2c/devices/\(name)/name")
            var section = Section(title: "I2C, \(name)" + (adapter.map { " (\($0))" } ?? ""))
            do throws(BusError) {
                let bus = try open(name)
                if bus.isSMBus && names.isEmpty {
                    section.note =
                        "supports only SMBus, as the mainboards of PCs do; run carillon scan \(name) to scan it"
                } else {
                    try section.scan(name, bus, root: root)
                }
            } catch {
                section.note = "\(error)"
                section.hasFailed = true
            }
            return section
        }
    }

    /// Returns a function that opens a bus of this machine.
    static func open(_ folder: String) -> (String) throws(BusError) -> Bus {
        { (name) throws(BusError) in
            let probe = try I2CProbe(name, root: folder)
            return Bus(isSMBus: probe.isSMBus) { (address) throws(BusError) in try probe.answer(at: address) }
        }
    }
}

extension Scan.Section {
    /// Adds the devices on a bus. It ends at the first address where the bus hangs, because each further one would take a
    /// second.
    fileprivate mutating func scan(_ name: String, _ bus: Scan.Bus, root: String) throws(BusError) {
        for address in I2CProbe.addresses {
            let answer: I2CProbe.Answer
            do throws(BusError) {
                answer = try bus.answer(address)
            } catch {
                guard case .unsupported = error else { throw error }
                note = "some addresses were left out, because the adapter cannot probe them safely"
                continue
            }
            switch answer {
            case .none: break
            case .driver:
                let driver = KernelDriverName.of(address, on: name, root: root)
                let text =
                    "in use by the kernel's driver\(driver.map { " \($0)" } ?? ""), whose values are listed below"
                findings.append(Scan.Finding(hexadecimal(address), text))
            case .device: add(KnownChip.all(at: address), at: address, on: name)
            }
        }
    }

    private mutating func add(_ chips: [KnownChip], at address: UInt8, on bus: String) {
        let place = hexadecimal(address)
        if chips.isEmpty { findings.append(Scan.Finding(place, "no chip is known at this address")) }
        for (index, chip) in chips.enumerated() {
            let choice = index == 0 ? "" : "or "
            let text = if case .other(let use) = chip.use { "\(chip.title): \(use)" } else { chip.title }
            findings.append(Scan.Finding(place, choice + text, chip.wiring(bus: bus, address: address)))
        }
    }
}

/// The driver of the kernel that has a device on I2C.
enum KernelDriverName {
    /// Returns the name of the driver at an address; nil if none has it.
    static func of(_ address: UInt8, on bus: String, root: String) -> String? {
        let number = bus.drop { $0 != "-" }.dropFirst()
        let digits = String(address, radix: 16)
        let folder = "\(number)-\(String(repeating: "0", count: 4 - digits.count))\(digits)"
        return SymbolicLink.name("\(root)/sys/bus/i2c/devices/\(folder)/driver")
    }
}
