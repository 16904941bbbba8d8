import CarillonGPIO

/// A chip and its address, as a wiring states them: `lm75 i2c-1 0x48`, `mcp3008 spidev0.0`, `ds18b20`, `iio ads1015`.
public struct ChipReference: Hashable, Sendable {
    /// The name of the chip.
    public let chip: String
    /// The bus and the address of the chip, or its device in the kernel.
    public let address: BusAddress

    init(chip: String, address: BusAddress) { (self.chip, self.address) = (chip, address) }

    /// The reference of settings before the wiring has named a chip.
    static let unknown = ChipReference(chip: "", address: .kernel(.hardwareMonitor, name: ""))
}

/// A chip that a kind of device knows, and the ways to connect it.
struct ChipModel: Sendable {
    enum Connection: Sendable {
        /// On I2C, by default at an address.
        case i2c(UInt8)
        /// On SPI.
        case spi(mode: UInt8, speed: UInt32)
        /// A device of a kernel's driver, which may need no name.
        case kernel(KernelDriver, example: String, needsName: Bool)
    }

    let name: String
    let connection: Connection

    init(_ name: String, _ connection: Connection) { (self.name, self.connection) = (name, connection) }

    /// How a wiring names the chip.
    fileprivate var form: String {
        switch connection {
        case .i2c(let address): "\(name) i2c-1 \(Self.hexadecimal(address))"
        case .spi: "\(name) spidev0.0"
        case .kernel(_, let example, let needsName): needsName ? "\(name) \(example)" : name
        }
    }

    fileprivate func address(_ words: [Substring]) -> BusAddress? {
        switch connection {
        case .i2c(let standard):
            guard let bus = words.first, words.count <= 2, bus.hasPrefix("i2c-"), UInt8(bus.dropFirst(4)) != nil else {
                return nil
            }
            guard words.count == 2 else { return .i2c(bus: String(bus), address: standard) }
            guard words[1].hasPrefix("0x"), let address = UInt8(words[1].dropFirst(2), radix: 16),
                (0x08...0x77).contains(address)
            else { return nil }
            return .i2c(bus: String(bus), address: address)
        case .spi(let mode, let speed):
            guard words.count == 1, words[0].hasPrefix("spidev") else { return nil }
            let numbers = words[0].dropFirst("spidev".count).split(separator: ".", omittingEmptySubsequences: false)
            guard numbers.count == 2, numbers.allSatisfy({ UInt8($0) != nil }) else { return nil }
            return .spi(device: String(words[0]), mode: mode, speed: speed)
        case .kernel(let driver, _, let needsName):
            guard words.count == 1 || (words.isEmpty && !needsName) else { return nil }
            // A name is one folder in /sys, not a path.
            guard words.first.map({ !$0.contains("/") && $0 != ".." }) ?? true else { return nil }
            return .kernel(driver, name: words.first.map(String.init) ?? "")
        }
    }

    fileprivate static func text(_ reference: ChipReference) -> String {
        switch reference.address {
        case .i2c(let bus, let address): "\(reference.chip) \(bus) \(hexadecimal(address))"
        case .spi(let device, _, _): "\(reference.chip) \(device)"
        case .kernel(_, let name): name.isEmpty ? reference.chip : "\(reference.chip) \(name)"
        }
    }

    private static func hexadecimal(_ address: UInt8) -> String {
        "0x\(address < 0x10 ? "0" : "")\(String(address, radix: 16))"
    }
}

extension [ChipModel] {
    /// Returns the reference that a text names; nil for an unknown chip or an invalid place.
    func reference(_ text: String) -> ChipReference? {
        let words = text.split(separator: " ")
        guard let name = words.first, let model = first(where: { $0.name == name }) else { return nil }
        return model.address([Substring](words.dropFirst())).map { ChipReference(chip: model.name, address: $0) }
    }

    /// The notation of one of the chips and its place.
    var notation: Notation<ChipReference> {
        let forms = map(\.form)
        return Notation(
            "a chip and its place: \(forms.dropLast().joined(separator: ", "))\(forms.count > 1 ? " or " : "")"
                + (forms.last ?? ""), example: forms[0], isRequired: true, parse: { self.reference($0) },
            text: ChipModel.text)
    }
}
