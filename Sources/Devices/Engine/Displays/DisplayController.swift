import CarillonGPIO

/// The controller of a graphic display, which converts pictures into transfers.
///
/// Section numbers refer to the data sheet of the SSD1306 (Solomon Systech, Rev 1.5). "Command" and a number refer to the list
/// of commands in that of the SH1106 (Sino Wealth, V2.3), which has most commands of the SSD1306.
///
/// `@unchecked Sendable`: used on the bus's thread, one call at a time.
final class DisplayController: @unchecked Sendable {
    /// The transfer that puts either controller to sleep (10.1.12, command 11): its safe state.
    static let off: [UInt8] = [commands, 0xae]

    /// The first byte of a transfer, which selects commands or data (8.1.5.2). On SPI, its bit 6 becomes the level of the pin
    /// D/C# (8.1.3).
    private static let (commands, data) = (UInt8(0x00), UInt8(0x40))
    /// The number of pictures to send as changes before one is sent whole.
    private static let maximumChanges = 64

    private let panel: DisplayPanel
    private let settings: [UInt8]
    /// The memory's column of the panel's left edge. The memory of an SH1106 has 132 columns, and a panel shows the middle.
    private let firstColumn: Int
    /// The contents of the memory, in the order of `Picture.bytes`; nil if unknown.
    private var memory: [UInt8]?
    private var changes = 0

    init(_ panel: DisplayPanel, contrast: UInt8, isRotated: Bool) {
        self.panel = panel
        firstColumn = panel.driver == .sh1106 ? (132 - panel.columns) / 2 : 0
        let common: [UInt8] = [
            Self.commands,
            0xa8, UInt8(panel.rows - 1),  // the rows of the panel (10.1.11, command 9)
            0xd3, 0x00, 0x40,  // from the memory's first row on (10.1.15, 10.1.6; commands 14, 4)
            // As modules are mounted (10.1.8, 10.1.14; commands 6, 13).
            isRotated ? 0xa0 : 0xa1, isRotated ? 0xc0 : 0xc8,
            // 64 rows alternate between the controller's sides, and 32 are in order (10.1.18, command 17).
            0xda, panel.size == .dots128x64 ? 0x12 : 0x02,
            0x81, contrast,  // (10.1.7, command 5)
            0xa4, 0xa6,  // the memory is shown, a set bit lit (10.1.9, 10.1.10; commands 7, 8)
            0xd5, 0x80,  // the clock as after the reset of an SSD1306 (10.1.16, command 15)
        ]
        switch panel.driver {
        case .ssd1306:
            settings =
                common + [
                    0x8d, 0x14,  // the charge pump makes the voltage of the dots (8.10)
                    0x20, 0x02,  // page addressing (10.1.3)
                ]
        case .sh1106:
            // The converter makes the voltage of the dots (command 10). Page addressing is the only mode.
            settings = common + [0xad, 0x8b]
        }
    }

    /// Shows a picture of the display's size, or nothing (nil). Sends only the differences from the memory.
    ///
    /// Sends the settings and the whole picture after a failure, and after every 64 pictures, because a display that
    /// has lost power has lost both.
    func show(_ picture: Picture?, on device: any BusDevice) throws(BusError) {
        let known = changes < Self.maximumChanges ? memory : nil
        memory = nil
        guard let bytes = picture?.bytes else { return try device.write(Self.off) }
        if known == nil { try device.write(settings) }
        // An I2C bus may support only SMBus, which has transfers of 32 bytes.
        let maximumBytes = if case .i2c = device.address { 32 } else { panel.columns }
        for page in 0..<panel.rows / 8 {
            let row = page * panel.columns..<(page + 1) * panel.columns
            guard let first = row.first(where: { known?[$0] != bytes[$0] }),
                let last = row.last(where: { known?[$0] != bytes[$0] })
            else { continue }
            let column = UInt8(firstColumn + first - row.lowerBound)
            // Set the page and the two halves of the column (10.1.13, 10.1.1, 10.1.2; commands 12, 1, 2).
            try device.write([Self.commands, 0xb0 | UInt8(page), column & 0x0f, 0x10 | column >> 4])
            for start in stride(from: first, through: last, by: maximumBytes) {
                try device.write([Self.data] + bytes[start...min(last, start + maximumBytes - 1)])
            }
        }
        if known == nil { try device.write([Self.commands, 0xaf]) }  // lit (10.1.12, command 11)
        changes = known == nil ? 0 : changes + 1
        memory = bytes
    }
}
