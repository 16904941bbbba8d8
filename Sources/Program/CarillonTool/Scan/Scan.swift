import CLibrary
import CarillonAppliance
import CarillonGPIO

/// The devices that answer on a machine, by their bus or by the kernel's kind of driver.
struct Scan {
    /// A device.
    struct Finding: Equatable {
        /// The place: an address, a number, the name of the driver.
        let place: String
        /// The likely chip or kind.
        let text: String
        /// The line to paste; nil if no kind of device uses it.
        let wiring: WiringLine?

        init(_ place: String, _ text: String, _ wiring: WiringLine? = nil) {
            (self.place, self.text, self.wiring) = (place, text, wiring)
        }
    }

    /// The devices of one bus or one kind of driver.
    struct Section: Equatable {
        let title: String
        var findings: [Finding] = []
        /// The reason why there are no more findings; nil if there is none.
        var note: String?
        /// Whether the note is a failure, such as a bus without a permission.
        var hasFailed = false
    }

    let sections: [Section]

    /// Whether each bus could be scanned.
    var isComplete: Bool { !sections.contains(where: \.hasFailed) }

    /// A block for each section, with the lines to paste.
    func text(isColored: Bool) -> String {
        var counts: [String: Int] = [:]
        return sections.map { section in
            var lines = [StyledText(section.title, .bold).text(width: .max, isColored: isColored)]
            let width = section.findings.map(\.place.count).max() ?? 0
            for finding in section.findings {
                lines.append("  \(finding.place.padded(to: width))  \(finding.text)")
                if let wiring = finding.wiring {
                    lines.append(String(repeating: " ", count: width + 6) + wiring.text(&counts))
                }
            }
            let note = section.note ?? (section.findings.isEmpty ? "nothing" : nil)
            if let note { lines.append("  \(note)") }
            return lines.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }
}

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

extension Scan {
    /// Returns the input devices with keys.
    static func keys(root: String) -> Section {
        let folder = "\(root)/sys/class/input"
        var section = Section(title: "evdev")
        for event in entries(ofFolder: folder) where event.hasPrefix("event") {
            let device = "\(folder)/\(event)/device"
            guard let name = SmallFile.text("\(device)/name"), !name.isEmpty else { continue }
            let keys = KeyBits(SmallFile.text("\(device)/capabilities/key") ?? "")
            guard keys.hasKeys, let source = source(name, device) else { continue }
            // A device of USB can have several device files.
            guard !section.findings.contains(where: { $0.place == name }) else { continue }
            section.findings.append(Finding(name, "keypad", WiringLine("keypads", source)))
            if keys.typesLines {
                section.findings.append(Finding(name, "or a reader that types lines", WiringLine("readers", source)))
            }
        }
        return section
    }

    /// Returns the device's name in YAML; its USB id if the name looks like one. nil if a wiring cannot name it.
    private static func source(_ name: String, _ device: String) -> String? {
        if case .named = KeySource(name) { return WiringLine.quoted(name) }
        let ids = ["vendor", "product"].compactMap { SmallFile.text("\(device)/id/\($0)") }
        return ids.count == 2 ? WiringLine.quoted(ids.joined(separator: ":")) : nil
    }
}

/// The keys that an input device has: the file `capabilities/key`, words of the kernel's size in hexadecimal, the highest
/// first (Documentation/input/input-programming.rst, drivers/input/input.c: input_print_bitmap).
struct KeyBits {
    private let words: [UInt]

    init(_ text: String) { words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 } }

    /// Returns whether the device has a key, by its number in `linux/input-event-codes.h`.
    func contains(_ key: Int) -> Bool {
        let (word, bit) = key.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt(bit) & 1 == 1
    }

    /// Whether there are keys other than the buttons of mice and joysticks (BTN_, from 0x100 to 0x15f).
    var hasKeys: Bool { (1...0xff).contains { contains($0) } || (0x160...0x2ff).contains { contains($0) } }

    /// Whether the device can type digits and Enter, as readers of cards and bar codes do.
    var typesLines: Bool { contains(28) && (2...11).allSatisfy(contains) }
}
