import CarillonGPIO

/// A chip and its address, as a wiring states them: `lm75 i2c-1 0x48`, `mcp3008 spidev0.0`, `tm1637 GPIO23 GPIO24`, `ds18b20`,
/// `iio ads1015`.
public struct ChipReference: Hashable, Sendable {
    /// The name of the chip.
    public let chip: String
    /// The bus and the address of the chip, its lines, or its device in the kernel.
    public private(set) var address: BusAddress
    /// The position of the lines in the wiring, for messages.
    fileprivate var position = SourcePosition(file: "")

    init(chip: String, address: BusAddress) { (self.chip, self.address) = (chip, address) }

    /// The reference of settings before the wiring has named a chip.
    static let unknown = ChipReference(chip: "", address: .kernel(.hardwareMonitor, name: ""))

    /// A line of the address, by its place in `BusAddress.lines`.
    subscript(line place: Int) -> LineReference {
        get { LineReference(name: address.lines[place], position: position) }
        set {
            var next = 0
            address = address.changingLines { (name: String) -> String in
                defer { next += 1 }
                return next == place ? newValue.name : name
            }
            position = newValue.position
        }
    }

    public static func == (one: ChipReference, other: ChipReference) -> Bool {
        one.chip == other.chip && one.address == other.address
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(chip)
        hasher.combine(address)
    }
}

/// A chip that a kind of device knows, and the ways to connect it.
struct ChipModel: Sendable {
    enum Connection: Sendable {
        /// On I2C, by default at an address.
        case i2c(UInt8)
        /// On SPI.
        case spi(mode: UInt8, speed: UInt32)
        /// On two lines of its own.
        case lines
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
        case .lines: "\(name) GPIO23 GPIO24"
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
            guard words.count == 1, Notation<String>.isSPIDevice(words[0]) else { return nil }
            return .spi(device: String(words[0]), mode: mode, speed: speed)
        case .lines: return words.count == 2 ? .lines(clock: String(words[0]), data: String(words[1])) : nil
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
        case .spi(let device, _, _), .spiWithDataLine(let device, _, _, _, _): "\(reference.chip) \(device)"
        case .lines(let clock, let data): "\(reference.chip) \(clock) \(data)"
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
                + (forms.last ?? ""), example: forms[0], isRequired: true,
            read: { (node) throws(DescriptionError) in
                var reference = self.reference(try node.string)
                reference?.position = node.position
                return reference
            }, text: { ChipModel.text($0) }, isValid: { self.reference(ChipModel.text($0)) != nil },
            references: { chip in chip.address.lines.indices.map { (nil, \.[line: $0]) } })
    }
}
