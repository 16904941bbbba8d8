/// The id of a card, of 4, 7 or 10 bytes, as text: `04a1b2c3`.
struct CardID: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads hexadecimal digits; nil for a text that is no id.
    init?(_ text: String) {
        let digits = Array(text)
        guard [8, 14, 20].contains(digits.count) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(String(digits[place..<place + 2]), radix: 16)
        }
        guard bytes.count * 2 == digits.count, digits.allSatisfy(\.isHexDigit) else { return nil }
        self.bytes = bytes
    }
}

extension CardID: CustomStringConvertible {
    var description: String {
        bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The parts of ISO/IEC 14443-3 that readers need, for cards of type A.
enum TypeA {
    /// Wakes all cards, also halted ones; 7 bits (6.4.1).
    static let wakeUp: UInt8 = 0x52
    /// The commands that select a card by each part of its id (6.5.3.1).
    static let selections: [UInt8] = [0x93, 0x95, 0x97]
    /// Puts a card to sleep until it is woken (6.4.3).
    static let halt: [UInt8] = [0x50, 0x00]
    /// The byte at the beginning of an incomplete part of an id (6.5.4).
    static let cascade: UInt8 = 0x88
    /// The bit of a card's acknowledgement that says that its id has more parts (6.5.4).
    static let isIncomplete: UInt8 = 0x04

    /// Returns bytes with their checksum CRC_A (6.2.4 and annex B).
    static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt16 = 0x6363
        for byte in bytes {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x8408 : sum >> 1 }
        }
        return bytes + [UInt8(sum & 0xff), UInt8(sum >> 8)]
    }

    /// Returns the parts of an id, each with its check byte, as a card sends them.
    static func parts(of id: CardID) -> [[UInt8]] {
        var rest = id.bytes[...]
        var parts: [[UInt8]] = []
        while !rest.isEmpty {
            let isLast = rest.count == 4
            var part: [UInt8] = isLast ? [] : [cascade]
            part += rest.prefix(isLast ? 4 : 3)
            rest = rest.dropFirst(isLast ? 4 : 3)
            let check: UInt8 = part.reduce(0, ^)
            parts.append(part + [check])
        }
        return parts
    }
}
