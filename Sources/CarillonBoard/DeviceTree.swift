/// What the firmware tells the kernel of the machine (Devicetree Specification 0.4, section 2.3.2).
enum DeviceTree {
    /// The machine's make and model, such as `Raspberry Pi 4 Model B Rev 1.4`; nil if there is no device tree.
    static var model: String? {
        let bytes = try? FileContents.read("/proc/device-tree/model", limit: 4096)
        return bytes.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
