/// The controller of a digit display as its data sheet describes it: Holtek HT16K33 v1.10, Maxim MAX7219 19-4452, or Titan
/// Micro TM1637 V2.4. It receives bytes from its bus and has the visible text.
package struct SimulatedDigits {
    package enum Chip {
        case ht16k33, max7219
        /// With a colon, as the decimal point of the second digit.
        case tm1637
        /// Six digits. The first grid is the third digit from the left, and the fourth one the last digit.
        case tm1637WithSixDigits
    }

    /// The received bytes that are not allowed.
    package private(set) var faults: [String] = []
    /// The duty cycle, in sixteenths, or in thirty-seconds of a MAX7219.
    package private(set) var duty = 0
    private let chip: Chip
    /// The display memory, or the registers of a MAX7219.
    private var memory = [UInt8](repeating: 0, count: 16)
    private var hasOscillator = false
    private var increasesAddress = false
    private var isOn = false
    private var address = 0

    package init(_ chip: Chip) { self.chip = chip }

    /// Receives the bytes of one transfer.
    package mutating func take(_ bytes: [UInt8]) {
        switch chip {
        case .ht16k33: takeCommand(bytes)
        case .max7219: takeRegister(bytes)
        case .tm1637, .tm1637WithSixDigits: takeTM1637Command(bytes)
        }
    }

    /// The visible digits, from the left; nil if the display is off.
    package var text: String? {
        guard isOn else { return nil }
        switch chip {
        case .ht16k33:
            guard hasOscillator else { return nil }
            let colon = memory[4] & 0x02 != 0 ? ":" : ""
            let digits = [0, 2, 6, 8].map { Self.text(memory[$0]) }
            return digits[0] + digits[1] + colon + digits[2] + digits[3]
        case .max7219:
            // No decoding; table 6: D6 to D0 are the segments A to G.
            guard memory[9] == 0, memory[15] == 0 else { return nil }
            return (1...Int(memory[11] & 7) + 1).reversed().map { place in
                var segments = memory[place] & 0x80
                for bit in 0..<7 where memory[place] & 1 << bit != 0 { segments |= 0x40 >> bit }
                return Self.text(segments)
            }.joined()
        case .tm1637:
            let digits = memory.prefix(4).map { Self.text($0 & 0x7f) }
            return digits[0] + digits[1] + (memory[1] & 0x80 != 0 ? ":" : "") + digits[2] + digits[3]
        case .tm1637WithSixDigits: return [2, 1, 0, 5, 4, 3].map { Self.text(memory[$0]) }.joined()
        }
    }

    /// The highest bits tell the command: data, address, or display control.
    private mutating func takeTM1637Command(_ bytes: [UInt8]) {
        guard let command = bytes.first else { return }
        switch command {
        // Write to the display, with increasing addresses, normal mode.
        case 0x40: increasesAddress = true
        case 0x80...0x8f:
            isOn = command & 0x08 != 0
            duty = [1, 2, 4, 10, 11, 12, 13, 14][Int(command & 0x07)]
        case 0xc0...0xc5:
            guard increasesAddress, Int(command & 0x07) + bytes.count - 1 <= 6 else {
                faults.append("address of \(bytes)")
                return
            }
            for (place, byte) in bytes.dropFirst().enumerated() { memory[Int(command & 0x07) + place] = byte }
            return
        default: faults.append("command \(command)")
        }
        if bytes.count > 1 { faults.append("bytes after the command \(command)") }
    }

    private mutating func takeCommand(_ bytes: [UInt8]) {
        guard let command = bytes.first else { return }
        switch command >> 4 {
        case 0x0:
            address = Int(command & 0x0f)
            for byte in bytes.dropFirst() {
                memory[address] = byte
                address = (address + 1) % 16
            }
            return
        case 0x2: hasOscillator = command & 1 == 1
        case 0x8: isOn = command & 1 == 1
        case 0xe: duty = Int(command & 0x0f) + 1
        default: faults.append("command \(command)")
        }
        if bytes.count > 1 { faults.append("bytes after the command \(command)") }
    }

    private mutating func takeRegister(_ bytes: [UInt8]) {
        // The chip takes 16 bits, and passes earlier ones on to the next chip.
        guard bytes.count == 2, bytes[0] & 0xf0 == 0 else { return faults.append("transfer \(bytes)") }
        memory[Int(bytes[0])] = bytes[1]
        switch bytes[0] {
        case 10: duty = 2 * Int(bytes[1] & 0x0f) + 1
        case 12: isOn = bytes[1] & 1 == 1
        default: break
        }
    }

    /// The character of some segments, A being the lowest bit, with its decimal point.
    private static func text(_ segments: UInt8) -> String {
        let characters: [UInt8: String] = [
            0x00: " ", 0x3f: "0", 0x06: "1", 0x5b: "2", 0x4f: "3", 0x66: "4", 0x6d: "5", 0x7d: "6", 0x07: "7",
            0x7f: "8", 0x6f: "9", 0x40: "-",
        ]
        return (characters[segments & 0x7f] ?? "?") + (segments & 0x80 != 0 ? "." : "")
    }
}
