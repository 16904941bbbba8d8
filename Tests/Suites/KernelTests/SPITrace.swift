/// The transfers to devices on SPI buses, as recorded by the kernel. It keeps the first 64 bytes of each.
final class SPITrace {
    private static let folder = "/sys/kernel/tracing"

    init() throws {
        try KernelFile(path: "\(Self.folder)/trace").empty()
        try Self.enable(true)
    }

    func end() { try? Self.enable(false) }

    /// Returns the first 64 bytes of each transfer, in order, and the level that a line had meanwhile. A `GPIOTrace` records the
    /// line.
    ///
    /// A transfer is such as `  test-123  [000] ..... 12.3456: spi_transfer_start: spi0.0 000000001234abcd len=3
    /// tx=[00-ff-80] rx=[]`.
    func transfers(
        to device: String, with line: GPIOSimLine, on chip: GPIOSimChip
    ) throws -> [(bytes: [UInt8], level: GPIOSimLine.Level?)] {
        let number = try GPIOTrace.firstNumber(of: chip) + line.offset
        var level: GPIOSimLine.Level?
        var transfers: [(bytes: [UInt8], level: GPIOSimLine.Level?)] = []
        for event in try KernelFile(path: "\(Self.folder)/trace").read().split(separator: "\n") {
            if let (changed, new) = GPIOTrace.level(in: event), changed == number { level = new }
            if let bytes = Self.transfer(in: event, to: device) { transfers.append((bytes, level)) }
        }
        return transfers
    }

    private static func transfer(in event: Substring, to device: String) -> [UInt8]? {
        guard event.contains(" spi_transfer_start: \(device) "), let match = event.firstMatch(of: /tx=\[([0-9a-f-]*)\]/)
        else { return nil }
        return match.1.split(separator: "-").compactMap { UInt8($0, radix: 16) }
    }

    private static func enable(_ enabled: Bool) throws {
        try KernelFile(path: "\(folder)/events/spi/spi_transfer_start/enable").write(enabled ? "1" : "0")
    }
}
