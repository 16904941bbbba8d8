import Foundation

/// What programs drove lines to, as the kernel recorded it: also what they did just before they closed a line.
final class GPIOTrace {
    private static let folder = "/sys/kernel/tracing"

    init() throws {
        try KernelFile(path: "\(Self.folder)/trace").write("")
        try Self.enable(true)
    }

    /// The levels that a line was driven to, in order.
    func levels(of line: GPIOSimLine, on chip: GPIOSimChip) throws -> [GPIOSimLine.Level] {
        let number = try Self.firstNumber(of: chip) + line.offset
        let set = "gpio_value: \(number) set "
        return try KernelFile(path: "\(Self.folder)/trace").read().split(separator: "\n").compactMap { event in
            guard let value = event.range(of: set)?.upperBound else { return nil }
            return event[value...] == "1" ? .high : .low
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
