import CarillonGPIO

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
