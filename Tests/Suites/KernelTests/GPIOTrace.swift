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
        try events(of: [line], on: chip).map(\.level)
    }

    /// Returns the levels of some lines after each event of one of them, in order. The lines are high before their first event.
    func states(of lines: [GPIOSimLine], on chip: GPIOSimChip) throws -> [[GPIOSimLine.Level]] {
        var state = [GPIOSimLine.Level](repeating: .high, count: lines.count)
        return try events(of: lines, on: chip).map { event in
            state[event.line] = event.level
            return state
        }
    }

    /// Returns the start and the width of each pulse on a line, in microseconds of the kernel's clock.
    func pulses(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [(start: Double, width: Double)] {
        // The kernel also records that a line is set to the level that it has.
        var events: [(line: Int, time: Double, level: GPIOSimLine.Level)] = []
        for event in try self.events(of: [line], on: chip) where event.level != events.last?.level {
            events.append(event)
        }
        return zip(events, events.dropFirst()).compactMap { rise, fall in
            guard rise.level == .high, fall.level == .low else { return nil }
            return (rise.time, fall.time - rise.time)
        }
    }

    /// Returns the events of some lines, in order, with the place of the line. Each is a line such as
    /// `  test-123  [000] d..1.  12.345678: gpio_value: 517 set 1`.
    private func events(
        of lines: [GPIOSimLine], on chip: GPIOSimChip
    ) throws -> [(line: Int, time: Double, level: GPIOSimLine.Level)] {
        let first = try Self.firstNumber(of: chip)
        return try KernelFile(path: "\(Self.folder)/trace").read().split(separator: "\n").compactMap { event in
            guard let (number, level) = Self.level(in: event),
                let line = lines.firstIndex(where: { first + $0.offset == number }),
                let word = event.split(separator: " ").first(where: { $0.hasSuffix(":") && $0.contains(".") }),
                let seconds = Double(word.dropLast())
            else { return nil }
            return (line, seconds * 1e6, level)
        }
    }

    /// Returns the number of the line and the level that an event of the trace sets; nil for other events.
    static func level(in event: Substring) -> (number: Int, level: GPIOSimLine.Level)? {
        guard let text = event.firstRange(of: ": gpio_value: ") else { return nil }
        let words = event[text.upperBound...].split(separator: " ")
        guard words.count == 3, words[1] == "set", let number = Int(words[0]) else { return nil }
        return (number, words[2] == "1" ? .high : .low)
    }

    func end() {
        try? Self.enable(false)
    }

    private static func enable(_ enabled: Bool) throws {
        try KernelFile(path: "\(folder)/events/gpio/gpio_value/enable").write(enabled ? "1" : "0")
    }

    /// Returns the number of the chip's first line. The kernel numbers the lines of all chips together; debugfs lists
    /// the range of each chip as `gpiochip0: GPIOs 454-511, ...`.
    static func firstNumber(of chip: GPIOSimChip) throws -> Int {
        let name = chip.devicePath.split(separator: "/").last!
        for line in try KernelFile(path: "/sys/kernel/debug/gpio").read().split(separator: "\n") {
            guard let range = line.firstRange(of: "\(name): GPIOs ")?.upperBound else { continue }
            if let number = Int(line[range...].prefix(while: \.isNumber)) { return number }
        }
        throw KernelFileError(description: "/sys/kernel/debug/gpio does not name \(name)")
    }
}
