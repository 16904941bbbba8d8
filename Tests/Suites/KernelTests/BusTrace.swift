import Foundation

/// The bytes that programs wrote to devices on I2C buses, as recorded by the kernel.
final class BusTrace {
    private static let folder = "/sys/kernel/tracing"

    init() throws {
        try KernelFile(path: "\(Self.folder)/trace").empty()
        try Self.enable(true)
    }

    func end() { try? Self.enable(false) }

    /// Returns the writes to a device, in order: the bytes on the wires after its address.
    ///
    /// A line is such as `  test-123  [000] ..... 12.3456: i2c_write: i2c-1 #0 a=03c f=0000 l=2 [00-ae]`. SMBus calls
    /// the first byte a command: `smbus_write: i2c-0 a=03c f=0000 c=0 BYTE_DATA l=1 [ae]`.
    func writes(to address: UInt8, on bus: String) throws -> [[UInt8]] {
        let device = " a=0" + String(address, radix: 16) + " "
        return try KernelFile(path: "\(Self.folder)/trace").read().split(separator: "\n").compactMap { event in
            guard event.contains("_write: \(bus) "), event.contains(device) else { return nil }
            let command = event.split(separator: " ").first { $0.hasPrefix("c=") }.map { $0.dropFirst(2) }
            let data = event.split(separator: "[").last?.dropLast().split(separator: "-") ?? []
            let isBlock = event.contains(" I2C_BLOCK_DATA ")  // whose first byte is the count of the others
            return ((command.map { [$0] } ?? []) + data.dropFirst(isBlock ? 1 : 0)).compactMap { UInt8($0, radix: 16) }
        }
    }

    private static func enable(_ enabled: Bool) throws {
        for event in ["i2c/i2c_write", "smbus/smbus_write"] {
            try KernelFile(path: "\(folder)/events/\(event)/enable").write(enabled ? "1" : "0")
        }
    }
}
