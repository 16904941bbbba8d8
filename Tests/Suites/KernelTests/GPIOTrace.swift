import Foundation

/// What programs drove lines to, as the kernel recorded it: also what they did just before they closed a line.
final class GPIOTrace {
    private static let folder = "/sys/kernel/tracing"

    init() throws {
        try KernelFile(path: "\(Self.folder)/trace").empty()
        try Self.enable(true)
    }

    /// The levels that a line was driven to, in order.
    func levels(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [GPIOSimLine.Level] {
        try events(of: line, on: chip).map(\.level)
    }

    /// How long each pulse on a line was, and when it began, in the microseconds of the kernel's clock.
    func pulses(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [(start: Double, width: Double)] {
        let events = try events(of: line, on: chip)
        return zip(events, events.dropFirst()).compactMap { rise, fall in
            guard rise.level == .high, fall.level == .low else { return nil }
            return (rise.time, fall.time - rise.time)
        }
    }

    /// Each is a line such as `  test-123  [000] d..1.  12.345678: gpio_value: 517 set 1`.
    private func events(
        of line: GPIOSimLine, on chip: GPIOSimChip
    ) throws -> [(time: Double, level: GPIOSimLine.Level)] {
        let number = try Self.firstNumber(of: chip) + line.offset
        let set = ": gpio_value: \(number) set "
        return try KernelFile(path: "\(Self.folder)/trace").read().split(separator: "\n").compactMap { event in
            guard let text = event.range(of: set), let word = event[..<text.lowerBound].split(separator: " ").last,
                let seconds = Double(word)
            else { return nil }
            return (seconds * 1e6, event[text.upperBound...] == "1" ? .high : .low)
        }
    }

    func end() {
        try? Self.enable(false)
    }

    private static func enable(_ enabled: Bool) throws {
        try KernelFile(path: "\(folder)/events/gpio/gpio_value/enable").write(enabled ? "1" : "0")
    }

    /// The kernel counts lines over all chips; it tells where a chip begins in `gpiochip0: GPIOs 454-511, ...`.
    private static func firstNumber(of chip: GPIOSimChip) throws -> Int {
        let name = chip.devicePath.split(separator: "/").last!
        for line in try KernelFile(path: "/sys/kernel/debug/gpio").read().split(separator: "\n") {
            guard let range = line.firstRange(of: "\(name): GPIOs ")?.upperBound else { continue }
            if let number = Int(line[range...].prefix(while: \.isNumber)) { return number }
        }
        throw KernelFileError(description: "/sys/kernel/debug/gpio does not name \(name)")
    }
}
