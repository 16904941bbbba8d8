/// A driver of the kernel that is bound to an address of `i2c-2`, until `remove()`.
struct DriverBinding {
    private static let bus = "/sys/bus/i2c/devices/i2c-2"
    private let address: String

    init(_ driver: String, _ address: UInt8) throws {
        self.address = "0x" + String(address, radix: 16)
        try KernelFile(path: "\(Self.bus)/new_device").write("\(driver) \(self.address)")
    }

    func remove() { try? KernelFile(path: "\(Self.bus)/delete_device").write(address) }
}
