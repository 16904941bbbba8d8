import Foundation

/// The levels to which programs drove lines, as recorded by the kernel, including those just before a line was closed.
final class GPIOTrace {
    private static let folder = "/sys/kernel/tracing"

    init() throws {
        try KernelFile(path: "\(Self.folder)/trace").empty()
        try Self.enable(true)
    }

    /// Returns the levels to which a line was driven, in order.
    func levels(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [GPIOSimLine.Level] {
        try events(of: line, on: chip).map(\.level)
    }

    /// Returns the start and the width of each pulse on a line, in microseconds of the kernel's clock.
    func pulses(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [(start: Double, width: Double)] {
        // The kernel also records that a line is set to the level that it has.
        var events: [(time: Double, level: GPIOSimLine.Level)] = []
        for event in try self.events(of: line, on: chip) where event.level != events.last?.level {
            events.append(event)
        }
        return zip(events, events.dropFirst()).compactMap { rise, fall in
            guard rise.level == .high, fall.level == .low else { return nil }
            return (rise.time, fall.time - rise.time)
        }
    }

    /// Returns the events of a line. Each is a line such as `  test-123  [000] d..1.  12.345678: gpio_value: 517 set
    /// 1`.
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

    /// Returns the number of the chip's first line. The kernel numbers the lines of all chips together; debugfs lists
    /// the range of each chip as `gpiochip0: GPIOs 454-511, ...`.
    private static func firstNumber(of chip: GPIOSimChip) throws -> Int {
        let name = chip.devicePath.split(separator: "/").last!
        for line in try KernelFile(path: "/sys/kernel/debug/gpio").read().split(separator: "\n") {
            guard let range = line.firstRange(of: "\(name): GPIOs ")?.upperBound else { continue }
            if let number = Int(line[range...].prefix(while: \.isNumber)) { return number }
        }
        throw KernelFileError(description: "/sys/kernel/debug/gpio does not name \(name)")
    }
}
