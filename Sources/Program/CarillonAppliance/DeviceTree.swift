import CarillonBoard

/// The machine's properties that the firmware passes to the kernel (Devicetree Specification 0.4, sections 2.3.1 and
/// 2.3.2).
package enum DeviceTree {
    /// The machine's make and model, such as `Raspberry Pi 4 Model B Rev 1.4`; nil if there is no device tree.
    package static var model: String? { strings("model").first }

    /// The machine's compatible strings, the most specific first: `raspberrypi,4-model-b`, `brcm,bcm2711`. Empty if
    /// there is no device tree.
    package static var compatible: [String] { strings("compatible") }

    /// Returns the strings of a property, each of which ends with a zero.
    private static func strings(_ property: String) -> [String] {
        let bytes = (try? FileContents.read("/proc/device-tree/\(property)", limit: 4096)) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
