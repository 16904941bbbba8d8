import CarillonGPIO
import CarillonScheduling

/// A simulated reader, on which a card is put, and which answers as its chip does.
class SimulatedCards: SimulatedTwin, @unchecked Sendable {
    /// The text that takes the card away.
    static let nothing = "none"

    /// The card on the reader.
    fileprivate(set) var card: CardID?

    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] { [] }

    /// Puts a card on the reader, by the hexadecimal digits of its id, or takes it away (`none`).
    final func operate(_ text: String, channel: Int) -> Bool {
        let id = CardID(text)
        guard id != nil || text == Self.nothing else { return false }
        card = id
        return true
    }

    func losePower() {}

    static func make(_ chip: ChipReference) -> SimulatedCards {
        chip.chip == "pn532" ? SimulatedPN532() : SimulatedMFRC522()
    }
}

/// The registers and the FIFO of an MFRC522.
private final class SimulatedMFRC522: SimulatedCards, @unchecked Sendable {
    private typealias Register = MFRC522.Register

    private var registers: [UInt8] = SimulatedMFRC522.afterPowerOn
    private var fifo: [UInt8] = []
    /// The parts of the id that have been selected.
    private var selected = 0

    private static var afterPowerOn: [UInt8] {
        var registers = [UInt8](repeating: 0, count: 64)
        registers[Int(Register.version.rawValue)] = 0x92
        return registers
    }

    override func losePower() { registers = Self.afterPowerOn }

    override func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        guard let first = written.first, let register = Register(rawValue: first >> 1 & 0x3f) else { return [] }
        guard first & 0x80 == 0 else { return [read(register)] }
        for value in written.dropFirst() { write(register, value) }
        return []
    }

    private func read(_ register: Register) -> UInt8 {
        switch register {
        case .data: fifo.isEmpty ? 0 : fifo.removeFirst()
        case .level: UInt8(fifo.count)
        default: registers[Int(register.rawValue)]
        }
    }

    private func write(_ register: Register, _ value: UInt8) {
        switch register {
        case .data: fifo.append(value)
        case .level: if value & MFRC522.flush != 0 { fifo = [] }
        case .interrupts: registers[Int(register.rawValue)] &= ~value
        case .command where value == MFRC522.reset: registers = Self.afterPowerOn
        default:
            registers[Int(register.rawValue)] = value
            let isTransceiving = registers[Int(Register.command.rawValue)] == MFRC522.transceive
            if register == .framing, value & MFRC522.start != 0, isTransceiving { send(bits: value & 7) }
        }
    }

    private func send(bits: UInt8) {
        let hasField = registers[Int(Register.transmitter.rawValue)] & 3 == 3
        let answer = hasField ? card.flatMap { self.answer(fifo, bits, of: $0) } : nil
        fifo = answer ?? []
        registers[Int(Register.interrupts.rawValue)] |=
            answer == nil ? MFRC522.timer : MFRC522.received | MFRC522.ended
    }

    /// Returns the answer of a card to a frame (ISO/IEC 14443-3, 6); nil for none.
    private func answer(_ frame: [UInt8], _ bits: UInt8, of card: CardID) -> [UInt8]? {
        let parts = TypeA.parts(of: card)
        if frame == [TypeA.wakeUp], bits == 7 {
            selected = 0
            return [0x44, 0x00]
        }
        guard selected < parts.count, frame.count >= 2, frame[0] == TypeA.selections[selected] else { return nil }
        let part = parts[selected]
        if frame[1] == 0x20 { return part }
        guard frame == TypeA.withChecksum([frame[0], 0x70] + part) else { return nil }
        selected += 1
        return TypeA.withChecksum([selected < parts.count ? TypeA.isIncomplete : 0x08])
    }
}

/// The frames of a PN532.
private final class SimulatedPN532: SimulatedCards, @unchecked Sendable {
    private var answers: [[UInt8]] = []
    private var isConfigured = false

    override func losePower() { (answers, isConfigured) = ([], false) }

    override func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        if let contents = PN532.contents(written), contents.count > 1, contents[0] == 0xd4 {
            var reply: [UInt8] = [0xd5, contents[1] + 1]
            reply += answer(contents.dropFirst())
            answers = [PN532.acknowledgement, PN532.frame(reply)]
        }
        guard count > 0 else { return [] }
        return answers.isEmpty ? [0] : [1] + answers.removeFirst()
    }

    private func answer(_ command: ArraySlice<UInt8>) -> [UInt8] {
        if command.first == PN532.commands[0][0] { isConfigured = true }
        guard command.first == PN532.commands[2][0] else { return [] }
        guard isConfigured, let card else { return [0] }
        let beginning: [UInt8] = [1, 1, 0x00, 0x44, 0x08, UInt8(card.bytes.count)]
        return beginning + card.bytes
    }
}
