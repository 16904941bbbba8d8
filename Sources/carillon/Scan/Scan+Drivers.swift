import CarillonGPIO

/// The devices of the kernel's drivers, by their folders in `/sys`. Nothing is measured: only names are read.
extension Scan {
    /// Returns the sensors on 1-wire, which the kernel searches for by itself.
    static func oneWire(root: String) -> Section {
        let folder = "\(root)/sys/bus/w1/devices"
        let all = entries(ofFolder: folder).filter { !$0.hasPrefix(".") }
        let findings = all.filter { !$0.hasPrefix("w1_bus_master") }.map { number in
            // The family codes are those of Documentation/w1/slaves/w1_therm.rst.
            switch number.prefix(while: { $0 != "-" }) {
            case "28": Finding(number, "DS18B20", WiringLine("thermometers", "ds18b20 \(number)"))
            case "10", "22", "3b", "42": Finding(number, "a thermometer, which no kind of device reads")
            case "00": Finding(number, "no sensor: the wire is disturbed; check the resistor of 4.7 kΩ to 3.3 V")
            default: Finding(number, "no kind of device uses it")
            }
        }
        var section = Section(title: "1-wire", findings: findings)
        if all.isEmpty {
            section.note =
                "no 1-wire bus; on a Raspberry Pi add dtoverlay=w1-gpio to /boot/firmware/config.txt and reboot"
        }
        return section
    }

    /// Returns the channels of the kernel's converters (Documentation/ABI/testing/sysfs-bus-iio).
    static func industrialIO(root: String) -> Section {
        let folder = "\(root)/sys/bus/iio/devices"
        var section = Section(title: "IIO")
        for device in entries(ofFolder: folder) where device.hasPrefix("iio:device") {
            let path = "\(folder)/\(device)"
            guard let name = SmallFile.text("\(path)/label") ?? SmallFile.text("\(path)/name") else { continue }
            let files = entries(ofFolder: path).filter { $0.hasPrefix("in_") }
            let voltages = numbers(in: files, from: "in_voltage", to: "_raw")
            section.findings += voltages.map { channel in
                let chip = "iio \(name)"
                let settings = channel == 0 ? chip : "{chip: \(chip), channel: \(channel)}"
                return Finding(name, "voltage \(channel)", isWord(name) ? WiringLine("analogs", settings) : nil)
            }
            if voltages.isEmpty { section.findings.append(Finding(name, "no voltage that a kind of device reads")) }
        }
        return section
    }

    /// Returns the temperatures of hwmon (Documentation/hwmon/sysfs-interface.rst) and of the thermal zones.
    static func temperatures(root: String) -> [Section] {
        var monitors = Section(title: "hwmon")
        let folder = "\(root)/sys/class/hwmon"
        for device in entries(ofFolder: folder) {
            guard let name = SmallFile.text("\(folder)/\(device)/name") else { continue }
            let channels = numbers(in: entries(ofFolder: "\(folder)/\(device)"), from: "temp", to: "_input")
            monitors.findings += channels.map { channel in
                let label = SmallFile.text("\(folder)/\(device)/temp\(channel)_label").map { " (\($0))" } ?? ""
                let settings = channel == 1 ? "hwmon \(name)" : "{chip: hwmon \(name), channel: \(channel)}"
                let wiring = isWord(name) ? WiringLine("thermometers", settings) : nil
                return Finding(name, "temperature \(channel)\(label)", wiring)
            }
            if channels.isEmpty { monitors.findings.append(Finding(name, "no temperature")) }
        }
        var zones = Section(title: "thermal zones")
        for zone in entries(ofFolder: "\(root)/sys/class/thermal") where zone.hasPrefix("thermal_zone") {
            guard let type = SmallFile.text("\(root)/sys/class/thermal/\(zone)/type") else { continue }
            let wiring = isWord(type) ? WiringLine("thermometers", "processor \(type)") : nil
            zones.findings.append(Finding(type, "temperature", wiring))
        }
        return [monitors, zones]
    }

    /// Returns the numbers in the names of files, such as 0 in `in_voltage0_raw`, in their order.
    private static func numbers(in files: [String], from prefix: String, to suffix: String) -> [Int] {
        files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) && $0.count > prefix.count + suffix.count }
            .compactMap { Int($0.dropFirst(prefix.count).dropLast(suffix.count)) }.sorted()
    }

    /// Whether a wiring can name a device so: the place of a chip is words.
    private static func isWord(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}
