import CarillonDevices

/// A display with an SSD1306 or an SH1106 as its data sheet describes it. It receives bytes from its bus and has the visible
/// picture.
package struct SimulatedDisplay {
    private let panel: DisplayPanel
    /// The columns of the memory, and the memory's column at the panel's left edge.
    private let (columns, firstColumn): (Int, Int)
    /// The received bytes that are no command, are not allowed, or do not suit such a module.
    package private(set) var faults: [String] = []
    package private(set) var contrast: UInt8 = 0x7f
    private var isOn = false
    private var hasVoltage = false
    private var mirrorsColumns = true
    private var mirrorsRows = true
    private var page = 0
    private var column = 0
    /// After power-on, the memory contains noise.
    private var memory: [UInt8]

    package init(_ panel: DisplayPanel = DisplayPanel()) {
        self.panel = panel
        (columns, firstColumn) = panel.driver == .sh1106 ? (132, 2) : (128, 0)
        memory = (0..<8 * columns).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) }
    }

    /// The visible picture; nil if the display is dark.
    package var picture: Picture? {
        guard isOn, hasVoltage else { return nil }
        var picture = Picture(width: panel.columns, height: panel.rows)
        for y in 0..<panel.rows {
            for x in 0..<panel.columns where memory[y / 8 * columns + firstColumn + x] >> (y % 8) & 1 == 1 {
                picture[mirrorsColumns ? panel.columns - 1 - x : x, mirrorsRows ? panel.rows - 1 - y : y] = true
            }
        }
        return picture
    }

    /// Receives the bytes of one transfer.
    package mutating func take(_ bytes: [UInt8]) {
        switch bytes.first {
        case 0x00: takeCommands(Array(bytes.dropFirst()))
        case 0x40:
            for byte in bytes.dropFirst() {
                guard column < columns else { return faults.append("column \(column)") }
                memory[page * columns + column] = byte
                column = (column + 1) % columns
            }
        default: faults.append("control byte \(bytes.prefix(1))")
        }
    }

    private mutating func takeCommands(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        while let command = bytes.popFirst() {
            switch command {
            case 0x00...0x0f: column = column & 0xf0 | Int(command)
            case 0x10...0x1f: column = column & 0x0f | Int(command & 0x0f) << 4
            case 0xb0...0xb7: page = Int(command & 0x07)
            case 0x81: contrast = bytes.popFirst() ?? 0
            case 0x20 where panel.driver == .ssd1306: expect(bytes.popFirst(), 0x02, "addressing mode")
            case 0x8d where panel.driver == .ssd1306: hasVoltage = bytes.popFirst() == 0x14
            case 0xad where panel.driver == .sh1106: hasVoltage = bytes.popFirst() == 0x8b
            case 0xa8: expect(bytes.popFirst(), UInt8(panel.rows - 1), "rows")
            case 0xd3: expect(bytes.popFirst(), 0x00, "offset")
            case 0xda: expect(bytes.popFirst(), panel.rows == 64 ? 0x12 : 0x02, "pins of rows")
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
