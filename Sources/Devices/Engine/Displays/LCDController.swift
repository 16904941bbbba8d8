/// The controller HD44780 of an LCD behind a PCF8574, as a plan: it converts text into transfers and pauses.
///
/// Tables and figures refer to the data sheet, Hitachi HD44780U ADE-207-272(Z) Rev 0.0. The lines of the PCF8574 are those of the
/// common backpacks: P0 is RS, P1 is R/W, P2 is E, P3 is the backlight, and P4 to P7 are D4 to D7.
///
/// The controller is never read. An instruction takes 37 us, 53 us with the slowest oscillator (table 6, figure 24), and the
/// bytes of the next one take longer: a PCF8574 accepts at most 100 kHz, which is 90 us a byte.
struct LCDController {
    /// The contents: text, or nil for off, and whether the backlight is lit while there is text.
    struct Contents: Equatable {
        var text: String?
        var isLit = true
    }

    /// Transfers, and the time to wait after them before the next ones; nil after the last ones.
    struct Step: Equatable {
        var transfers: [[UInt8]]
        var pause: Duration?
    }

    /// The known state of the controller.
    private enum Knowledge {
        /// Nothing: it may have no power. Its initialisation goes on with this step.
        case none(step: Int)
        /// It has been initialised, but may have lost power or half an instruction. Its initialisation goes on with this step.
        case some(step: Int)
        /// It shows a screen, and is on or off.
        case screen(LCDScreen, isOn: Bool)
    }

    /// The transfer that switches the display and its backlight off (table 6: display off): its safe state.
    static let off: [UInt8] = [0x00, 0x04, 0x00, 0x84, 0x80]

    /// The bits of the PCF8574.
    private static let (registerSelect, enable, backlight) = (UInt8(0x01), UInt8(0x04), UInt8(0x08))
    /// The maximum number of bytes in a transfer: the limit of a bus that supports only SMBus.
    private static let maximumBytes = 32
    /// The number of texts to send as changes before one is sent whole.
    private static let maximumChanges = 64

    private let size: LCD.Size
    private var knowledge = Knowledge.none(step: 0)
    private var changes = 0
    /// The byte that the PCF8574 has on its lines; nil if unknown.
    private var port: UInt8?

    init(_ size: LCD.Size) { self.size = size }

    /// Notes that a transfer has failed.
    mutating func failed() { (knowledge, port) = (.none(step: 0), nil) }

    /// Returns the next transfers that lead to the contents. The owner sends them, waits for the pause, and calls again until there
    /// is none.
    ///
    /// The display is initialised before its first text and after a failure, and, without its power having to be off, after 64
    /// texts and after each time that it was off, because it may have lost its power or, by a disturbance, half an instruction.
    mutating func next(_ contents: Contents) -> Step {
        var frame = Frame(port: port, light: contents.isLit && contents.text != nil ? Self.backlight : 0)
        defer { port = frame.port }
        switch knowledge {
        case .none(let step):
            return initialise(step, &frame, isCold: true, contents)
        case .some(let step):
            return initialise(step, &frame, isCold: false, contents)
        case .screen(let screen, let isOn):
            if contents.text != nil, !isOn || changes >= Self.maximumChanges {
                return initialise(1, &frame, isCold: false, contents)
            }
            changes += 1
            show(contents, from: screen, isOn: isOn, &frame)
            return Step(transfers: frame.transfers, pause: nil)
        }
    }

    /// Returns a step of the initialisation by instruction for four lines of data (figure 24).
    ///
    /// - Parameter isCold: Whether the power may have just been switched on. If not, the display is not cleared, so that it
    ///   does not flicker.
    private mutating func initialise(_ step: Int, _ frame: inout Frame, isCold: Bool, _ contents: Contents) -> Step {
        knowledge = isCold ? .none(step: step + 1) : .some(step: step + 1)
        switch step {
        case 0:
            frame.light()
            return Step(transfers: frame.transfers, pause: .milliseconds(50))  // more than 40 ms after 2.7 V
        case 1:
            frame.nibble(0x3)
            return Step(transfers: frame.transfers, pause: .milliseconds(5))  // more than 4.1 ms
        case 2:
            frame.nibble(0x3)
            return Step(transfers: frame.transfers, pause: .milliseconds(1))  // more than 100 us
        case 3:
            frame.nibble(0x3)
            frame.nibble(0x2)  // four lines of data
            frame.instruction(0x28)  // two rows, or four that are the halves of two; 5 x 8 dots
            if isCold { frame.instruction(0x08) }  // off
            frame.instruction(isCold ? 0x01 : 0x02)  // clear, or only return the cursor and the shift
            // Takes 1.52 ms, and 2.2 ms with the slowest oscillator.
            return Step(transfers: frame.transfers, pause: .milliseconds(3))
        default:
            frame.instruction(0x06)  // the address increases, and the display does not shift
            changes = 0
            show(contents, from: isCold ? LCDScreen(size) : nil, isOn: false, &frame)
            return Step(transfers: frame.transfers, pause: nil)
        }
    }

    /// Sends the differences from a screen, or a whole screen if it is nil.
    private mutating func show(_ contents: Contents, from old: LCDScreen?, isOn: Bool, _ frame: inout Frame) {
        var screen = old ?? LCDScreen(size)
        if let text = contents.text { screen.show(text, size) }
        for place in screen.patterns.indices {
            guard let pattern = screen.patterns[place], old?.patterns[place] != pattern else { continue }
            frame.instruction(0x40 | UInt8(place) << 3)  // the address of the pattern (table 6)
            for row in pattern { frame.data(row) }
        }
        var cursor: Int?
        for cell in screen.cells.indices where old?.cells[cell] != screen.cells[cell] {
            if cursor != cell || cell % size.columns == 0 { frame.instruction(0x80 | size.address(of: cell)) }
            frame.data(screen.cells[cell])
            cursor = cell + 1
        }
        let isNowOn = contents.text != nil
        // On or off, without a cursor (table 6).
        if isNowOn != isOn || old == nil { frame.instruction(isNowOn ? 0x0c : 0x08) }
        frame.light()
        knowledge = .screen(screen, isOn: isNowOn)
    }

    /// Transfers that are being written, with whole instructions in each.
    private struct Frame {
        private(set) var port: UInt8?
        private(set) var transfers: [[UInt8]] = []
        private let lit: UInt8

        init(port: UInt8?, light: UInt8) { (self.port, lit) = (port, light) }

        /// Sets the backlight, if it is not set.
        mutating func light() {
            guard port.map({ $0 & LCDController.backlight }) != lit else { return }
            append([lit])
        }

        /// Writes half an instruction, of an initialisation.
        mutating func nibble(_ nibble: UInt8) { write([nibble], isData: false) }

        mutating func instruction(_ byte: UInt8) { write([byte >> 4, byte & 0x0f], isData: false) }

        mutating func data(_ byte: UInt8) { write([byte >> 4, byte & 0x0f], isData: true) }

        /// The controller takes a nibble when E falls (figure 25). RS is set before E rises, because the lines of a PCF8574
        /// change at the same time.
        private mutating func write(_ nibbles: [UInt8], isData: Bool) {
            let select = lit | (isData ? LCDController.registerSelect : 0)
            let isSelected = port.map { $0 & 0x0f } == select
            var bytes = isSelected ? [] : [select]
            for nibble in nibbles { bytes += [nibble << 4 | select | LCDController.enable, nibble << 4 | select] }
            append(bytes)
        }

        private mutating func append(_ bytes: [UInt8]) {
            port = bytes.last
            if let last = transfers.last, last.count + bytes.count <= LCDController.maximumBytes {
                transfers[transfers.count - 1] += bytes
            } else {
                transfers.append(bytes)
            }
        }
    }
}

extension LCD.Size {
    /// Returns the address of a cell in the display's memory: rows 1 and 2 begin at 0x00 and 0x40, and rows 3 and 4 continue
    /// them (figure 5).
    fileprivate func address(of cell: Int) -> UInt8 {
        let (row, column) = (cell / columns, cell % columns)
        return UInt8(row % 2 * 0x40 + row / 2 * columns + column)
    }
}
