import CarillonDevices

/// An SSD1306 display as its data sheet describes it. It receives bytes from its bus and has the visible picture.
struct SimulatedSSD1306 {
    private static let (columns, rows) = (128, 64)

    /// The received bytes that are no command, are not allowed, or do not suit such a module.
    private(set) var faults: [String] = []
    private(set) var contrast: UInt8 = 0x7f
    private var isOn = false
    private var hasVoltage = false
    private var mirrorsColumns = true
    private var mirrorsRows = true
    private var page = 0
    private var column = 0
    /// After power-on, the memory contains noise.
    private var memory = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) }

    /// The visible picture; nil if the display is dark.
    var picture: Picture? {
        guard isOn, hasVoltage else { return nil }
        var picture = Picture(width: Self.columns, height: Self.rows)
        for y in 0..<Self.rows {
            for x in 0..<Self.columns where memory[y / 8 * Self.columns + x] >> (y % 8) & 1 == 1 {
                picture[mirrorsColumns ? Self.columns - 1 - x : x, mirrorsRows ? Self.rows - 1 - y : y] = true
            }
        }
        return picture
    }

    /// Receives the bytes of one transfer.
    mutating func take(_ bytes: [UInt8]) {
        switch bytes.first {
        case 0x00: takeCommands(Array(bytes.dropFirst()))
        case 0x40:
            for byte in bytes.dropFirst() {
                memory[page * Self.columns + column] = byte
                column = (column + 1) % Self.columns
            }
        default: faults.append("control byte \(bytes.prefix(1))")
        }
    }

    private mutating func takeCommands(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        while let command = bytes.popFirst() {
            switch command {
            case 0x00...0x0f: column = column & 0x70 | Int(command)
            case 0x10...0x17: column = column & 0x0f | Int(command & 0x07) << 4
            case 0xb0...0xb7: page = Int(command & 0x07)
            case 0x81: contrast = bytes.popFirst() ?? 0
            case 0x20: expect(bytes.popFirst(), 0x02, "addressing mode")
            case 0x8d: hasVoltage = bytes.popFirst() == 0x14
            case 0xa8: expect(bytes.popFirst(), 0x3f, "rows")
            case 0xd3: expect(bytes.popFirst(), 0x00, "offset")
            case 0xda: expect(bytes.popFirst(), 0x12, "pins of rows")
            case 0xd5: expect(bytes.popFirst(), 0x80, "clock")
            case 0xa0, 0xa1: mirrorsColumns = command == 0xa0
            case 0xc0, 0xc8: mirrorsRows = command == 0xc0
            case 0xae, 0xaf: isOn = command == 0xaf
            case 0x40, 0xa4, 0xa6: break
            default: faults.append("command \(command)")
            }
        }
    }

    private mutating func expect(_ value: UInt8?, _ expected: UInt8, _ what: String) {
        if value != expected { faults.append("\(what) \(value.map { "\($0)" } ?? "missing")") }
    }
}
