/// The controller of a digit display as its data sheet describes it: Holtek HT16K33 v1.10, or Maxim MAX7219 19-4452. It
/// receives bytes from its bus and has the visible text.
struct SimulatedDigits {
    enum Chip { case ht16k33, max7219 }

    /// The received bytes that are not allowed.
    private(set) var faults: [String] = []
    /// The duty cycle, in sixteenths or in thirty-seconds.
    private(set) var duty = 0
    private let chip: Chip
    /// The display memory of an HT16K33, or the registers of a MAX7219.
    private var memory = [UInt8](repeating: 0, count: 16)
    private var hasOscillator = false
    private var isOn = false
    private var address = 0

    init(_ chip: Chip) { self.chip = chip }

    /// Receives the bytes of one transfer.
    mutating func take(_ bytes: [UInt8]) { chip == .ht16k33 ? takeCommand(bytes) : takeRegister(bytes) }

    /// The visible digits, from the left; nil if the display is off.
    var text: String? {
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
                var segments: UInt8 = 0
                for bit in 0..<7 where memory[place] >> UInt8(bit) & 1 == 1 { segments |= 1 << UInt8(6 - bit) }
                return Self.text(segments | memory[place] & 0x80)
            }.joined()
        }
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
