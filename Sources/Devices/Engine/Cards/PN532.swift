import CarillonGPIO

/// The protocol of the reader PN532 on I2C, for one card of type A.
///
/// Section numbers refer to the user manual, NXP UM0701-02.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class PN532: CardProtocol, @unchecked Sendable {
    /// The commands and their parameters (7.2.10, 7.3.1, 7.3.5): normal mode without a security chip; one retry when no card
    /// answers; one card of type A at 106 kbit/s.
    static let commands: [[UInt8]] = [[0x14, 0x01, 0x14, 0x01], [0x32, 0x05, 0xff, 0x01, 0x01], [0x4a, 0x01, 0x00]]
    /// The acknowledgement of a command (6.2.1.3).
    static let acknowledgement: [UInt8] = [0x00, 0x00, 0xff, 0x00, 0xff, 0x00]

    private enum Phase {
        case command(Int)
        case acknowledgement(Int)
        case answer(Int)
    }

    private let address: BusAddress
    private var phase = Phase.command(0)
    private var attempts = 0

    init(_ address: BusAddress) { self.address = address }

    func restart() { (phase, attempts) = (.command(0), 0) }

    /// The reader is asked whether it is ready by a read, whose first byte has the answer (6.2.4).
    func turn(with device: any BusDevice) throws(BusError) -> CardTurn {
        switch phase {
        case .command(let number):
            try device.write(Self.frame([0xd4] + Self.commands[number]))
            phase = .acknowledgement(number)
            attempts = 0
            return .wait(.milliseconds(1))
        case .acknowledgement(let number):
            let bytes = try device.read(7)
            guard bytes[0] & 1 == 1 else { return try again() }
            guard Array(bytes.dropFirst()) == Self.acknowledgement else { throw .noAnswer(address) }
            phase = .answer(number)
            return .wait(.milliseconds(3))
        case .answer(let number):
            let bytes = try device.read(32)
            guard bytes[0] & 1 == 1 else { return try again() }
            guard let answer = Self.contents(Array(bytes.dropFirst())), answer.count >= 2, answer[0] == 0xd5,
                answer[1] == Self.commands[number][0] + 1
            else { throw .noAnswer(address) }
            guard number == Self.commands.count - 1 else {
                phase = .command(number + 1)
                return .wait(.zero)
            }
            phase = .command(number)
            return .card(Self.card(answer))
        }
    }

    /// Nothing takes longer than 0.2 s.
    private func again() throws(BusError) -> CardTurn {
        attempts += 1
        guard attempts < 100 else { throw .timedOut(address) }
        return .wait(.milliseconds(2))
    }

    /// Returns the id in the answer to the last command (7.3.5): the number of cards, and of each card its number, 2 bytes of
    /// its kind, its acknowledgement, the length of the id and the id.
    private static func card(_ answer: [UInt8]) -> CardID? {
        guard answer.count > 7, answer[2] > 0, answer.count >= 8 + Int(answer[7]) else { return nil }
        return CardID(Array(answer[8..<8 + Int(answer[7])]))
    }

    // MARK: Frames

    /// Returns the frame of some contents (6.2.1.1): the length and the sum of the contents each have a byte that makes their
    /// sum 0.
    static func frame(_ contents: [UInt8]) -> [UInt8] {
        let length = UInt8(contents.count)
        let sum: UInt8 = contents.reduce(0, &+)
        var frame: [UInt8] = [0x00, 0x00, 0xff, length, 0 &- length]
        frame += contents
        frame += [0 &- sum, 0x00]
        return frame
    }

    /// Returns the contents of a frame; nil for an invalid one.
    static func contents(_ frame: [UInt8]) -> [UInt8]? {
        guard frame.count > 5, Array(frame[0..<3]) == [0x00, 0x00, 0xff], frame[3] &+ frame[4] == 0,
            frame.count > 5 + Int(frame[3])
        else { return nil }
        let end = 5 + Int(frame[3])
        return frame[5...end].reduce(0, &+) == 0 ? Array(frame[5..<end]) : nil
    }
}
