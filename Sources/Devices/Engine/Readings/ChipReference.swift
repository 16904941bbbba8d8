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
    public static let unknown = ChipReference(chip: "", address: .kernel(.hardwareMonitor, name: ""))

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

/// A chip that a kind of device knows, and the way to connect it.
public struct ChipModel: Sendable {
    /// The way to connect a chip.
    public enum Connection: Sendable {
        /// On I2C, by default at this address.
        case i2c(UInt8)
        /// On SPI, in a mode from 0 to 3 and at a speed in hertz.
        case spi(mode: UInt8, speed: UInt32)
        /// On two lines of its own.
        case lines
        /// A device of a kernel's driver, which may need no name.
        case kernel(KernelDriver, example: String, needsName: Bool)
    }

    let name: String
    let connection: Connection

    /// Creates a model with its name in a wiring.
    public init(_ name: String, _ connection: Connection) { (self.name, self.connection) = (name, connection) }

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
            guard let bus = words.first, words.count <= 2, bus.hasPrefix("i2c-"),
                0...255 ~= Int(notation: bus.dropFirst(4)) ?? -1
            else {
                return nil
            }
            guard words.count == 2 else { return .i2c(bus: String(bus), address: standard) }
            let number = UInt8(hexadecimalNotation: words[1])
            guard let address = number, (0x08...0x77).contains(address) else { return nil }
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

/// The settings of a device with a chip. By default, the kind needs no lines, and its only bus address is that of the chip.
public protocol ChipSettings: DeviceSettings {
    /// The chips that a wiring can name.
    static var models: [ChipModel] { get }

    /// The chip, and its bus and address, its lines, or its device in the kernel.
    var chip: ChipReference { get set }
}

extension Device where Settings: ChipSettings {
    public static func wires(of settings: Settings) -> [LineWire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.chip.address)] }

    /// Returns the entry of a device with a chip of its own.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.device(Self.self, name) { $0.chip = Settings.models.reference(on: name) }]
    }
}

extension Setting where Settings: ChipSettings {
    /// Returns the field for the chip of a device.
    public static func chip(_ path: WritableKeyPath<Settings, ChipReference> & Sendable, _ summary: String) -> Setting {
        Setting("chip", path, Settings.models.notation, summary)
    }
}

extension [ChipModel] {
    /// Returns a chip on a bus of its own, or one of a kernel's driver with this name if there are any.
    fileprivate func reference(on bus: String) -> ChipReference {
        var found = ChipReference.unknown
        for model in reversed() {
            switch model.connection {
            case .kernel(let driver, _, needsName: true):
                return ChipReference(chip: model.name, address: .kernel(driver, name: bus))
            case .i2c(let address): found = ChipReference(chip: model.name, address: .i2c(bus: bus, address: address))
            default: break
            }
        }
        return found
    }

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
