/// A PCF8574 with an HD44780 as their data sheets describe them. It receives bytes from its bus and has the visible text.
package struct SimulatedLCD {
    /// The received bytes that are not allowed.
    package private(set) var faults: [String] = []
    /// The received instructions, after the initialisation.
    package private(set) var instructions: [UInt8] = []
    /// The number of characters that were written to the display's memory.
    package private(set) var writtenCells = 0
    /// The lines of the PCF8574: all are high after power-on.
    private var port: UInt8 = 0xff
    private var hasFourLines = false
    private var highNibble: UInt8?
    private var isOn = false
    private var address: UInt8 = 0
    private var isPattern = false
    private var memory = [UInt8](repeating: 0x20, count: 0x80)
    private var patterns = [UInt8](repeating: 0x15, count: 64)

    package init() {}

    /// Whether the backlight is lit.
    package var isLit: Bool { port & 0x08 != 0 }

    /// Returns the codes of a row; nil if the display is off.
    package func row(_ start: UInt8, columns: Int) -> [UInt8]? {
        isOn ? Array(memory[Int(start)..<Int(start) + columns]) : nil
    }

    /// Returns the rows of a display, with the ASCII characters of the ROM; others are dots.
    package func rows(columns: Int, starts: [UInt8]) -> [String]? {
        isOn
            ? starts.map { start in
                String(
                    (row(start, columns: columns) ?? []).map { code in
                        (0x20...0x7d).contains(code) ? Character(Unicode.Scalar(code)) : "."
                    })
            } : nil
    }

    /// Returns the pattern of a programmable character.
    package func pattern(_ code: UInt8) -> [UInt8] { Array(patterns[Int(code) * 8..<Int(code) * 8 + 8]) }

    /// Receives the bytes of one transfer.
    package mutating func take(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte & 0x02 != 0 { faults.append("read") }
            let rises = port & 0x04 == 0 && byte & 0x04 != 0
            if rises, port & 0x03 != byte & 0x03 { faults.append("RS or R/W changes when E rises") }
            if port & 0x04 != 0, byte & 0x04 == 0, port & 0x02 == 0 { fall(byte) }
            port = byte
        }
    }

    private mutating func fall(_ byte: UInt8) {
        if byte & 0xf3 != port & 0xf3 { faults.append("lines change when E falls") }
        let (nibble, isData) = (byte >> 4, byte & 0x01 != 0)
        guard hasFourLines else { return execute(nibble << 4 | 0x0f, isData) }  // D0 to D3 are open
        if let high = highNibble {
            highNibble = nil
            execute(high << 4 | nibble, isData)
        } else {
            highNibble = nibble
        }
    }

    private mutating func execute(_ byte: UInt8, _ isData: Bool) {
        guard !isData else { return write(byte) }
        instructions.append(byte)
        switch byte {
        case 0x80...0xff: (address, isPattern) = (byte & 0x7f, false)
        case 0x40...0x7f: (address, isPattern) = (byte & 0x3f, true)
        case 0x20...0x3f:
            hasFourLines = byte & 0x10 == 0
            highNibble = nil
        case 0x08...0x0f: isOn = byte & 0x04 != 0
        case 0x06: break
        case 0x02: (address, isPattern) = (0, false)
        case 0x01:
            memory = [UInt8](repeating: 0x20, count: 0x80)
            (address, isPattern) = (0, false)
        default: faults.append("instruction \(byte)")
        }
    }

    private mutating func write(_ byte: UInt8) {
        if isPattern {
            patterns[Int(address)] = byte
            address = (address + 1) & 0x3f
        } else {
            writtenCells += 1
            memory[Int(address)] = byte
            // Two rows of 40 characters, one after the other (figure 5).
            address = address == 0x27 ? 0x40 : address == 0x67 ? 0x00 : address + 1
        }
    }
}
