/// An input device with keys, by its name or by its USB id. Neither depends on the socket into which the device is plugged.
public enum KeySource: Hashable, Sendable {
    /// The device with this name in the kernel, as listed in `/proc/bus/input/devices`.
    case named(String)
    /// The device with this vendor number and product number, as `lsusb` shows them.
    case usb(vendor: UInt16, product: UInt16)

    /// Creates a source from a USB id, such as `08ff:0009`, or from a name, which is any other text; nil for an empty text.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        let ids = text.split(separator: ":", omittingEmptySubsequences: false)
        if ids.count == 2, ids.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
            let vendor = UInt16(ids[0], radix: 16), let product = UInt16(ids[1], radix: 16)
        {
            self = .usb(vendor: vendor, product: product)
        } else {
            self = .named(text)
        }
    }
}

extension KeySource: CustomStringConvertible {
    /// The USB id or the name, as `init(_:)` reads it.
    public var description: String {
        switch self {
        case .named(let name): name
        case .usb(let vendor, let product): "\(Self.digits(vendor)):\(Self.digits(product))"
        }
    }

    private static func digits(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
