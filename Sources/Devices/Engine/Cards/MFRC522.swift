import CarillonGPIO

/// The protocol of the reader MFRC522 (RC522) on SPI, for one card of type A.
///
/// Section numbers refer to the data sheet, NXP MFRC522 Rev. 3.9.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class MFRC522: CardProtocol, @unchecked Sendable {
    /// The registers (9.2).
    enum Register: UInt8 {
        case command = 0x01
        case interrupts = 0x04
        case error = 0x06
        case data = 0x09
        case level = 0x0a
        case framing = 0x0d
        case mode = 0x11
        case transmitter = 0x14
        case modulation = 0x15
        case timerMode = 0x2a
        case timerPrescaler = 0x2b
        case timerHigh = 0x2c
        case timerLow = 0x2d
        case version = 0x37
    }

    /// The commands (10.3).
    static let (idle, transceive, reset) = (UInt8(0x00), UInt8(0x0c), UInt8(0x0f))
    /// The interrupts of a received frame, of the end of a command and of the timer (9.3.1.5).
    static let (received, ended, timer) = (UInt8(0x20), UInt8(0x10), UInt8(0x01))
    /// Starts to send; flushes the FIFO (9.3.1.14, 9.3.1.11).
    static let (start, flush) = (UInt8(0x80), UInt8(0x80))

    private enum Phase {
        case off, isReset, ready, waking
    }

    private let address: BusAddress
    private var phase = Phase.off

    init(_ address: BusAddress) { self.address = address }

    func restart() { phase = .off }

    /// A card answers a wake-up within 0.1 ms. The wait for it takes no time of the processor, because usually there is no
    /// card.
    func turn(with device: any BusDevice) throws(BusError) -> CardTurn {
        switch phase {
        case .off:
            try write(device, .command, Self.reset)
            phase = .isReset
            // Its oscillator starts within 1 ms (8.8.2).
            return .wait(.milliseconds(2))
        case .isReset:
            try setUp(device)
            phase = .ready
            return try turn(with: device)
        case .ready:
            // A reader that has lost its power has lost its settings.
            guard try read(device, .timerPrescaler) == 0xa9, try read(device, .version) & 0xf0 == 0x90 else {
                phase = .off
                throw .noAnswer(address)
            }
            try send(device, [TypeA.wakeUp], bits: 7)
            phase = .waking
            return .wait(.milliseconds(1))
        case .waking:
            phase = .ready
            let isAwake = try read(device, .interrupts) & Self.received != 0
            return .card(isAwake ? try select(device) : nil)
        }
    }

    /// The timer starts with the end of each frame and ends after 2 ms, 80 ticks of 25 us (8.5).
    private func setUp(_ device: any BusDevice) throws(BusError) {
        let settings: [(Register, UInt8)] = [
            (.timerMode, 0x80), (.timerPrescaler, 0xa9), (.timerHigh, 0), (.timerLow, 80),
            (.modulation, 0x40),  // 100 % ASK (9.3.2.6)
            (.mode, 0x3d),  // sends only into the field (9.3.2.2)
            (.transmitter, 0x83),  // the antenna is on (9.3.2.5)
        ]
        for (register, value) in settings { try write(device, register, value) }
    }

    /// Returns the id of the card that has answered, and puts the card to sleep, so that it answers the next wake-up; nil if
    /// it goes away, or if there are several.
    private func select(_ device: any BusDevice) throws(BusError) -> CardID? {
        var id: [UInt8] = []
        for selection in TypeA.selections {
            guard let part = try exchange(device, [selection, 0x20]), part.count == 5, part.reduce(0, ^) == 0,
                let answer = try exchange(device, TypeA.withChecksum([selection, 0x70] + part)), answer.count == 3
            else { return nil }
            guard answer[0] & TypeA.isIncomplete != 0 else {
                id += part.prefix(4)
                _ = try exchange(device, TypeA.withChecksum(TypeA.halt))
                return CardID(id)
            }
            guard part[0] == TypeA.cascade else { return nil }
            id += part[1...3]
        }
        return nil
    }

    // MARK: Frames

    /// Sends a frame and returns the answer; nil if there is none, or an invalid one.
    private func exchange(_ device: any BusDevice, _ frame: [UInt8]) throws(BusError) -> [UInt8]? {
        try send(device, frame)
        // The timer ends after 2 ms. A transfer takes 5 us at least.
        for _ in 0..<1000 {
            let interrupts = try read(device, .interrupts)
            guard interrupts & Self.received != 0 else {
                if interrupts & Self.timer != 0 { return nil }
                continue
            }
            // Buffer overflow, collision, parity, protocol (9.3.1.7)
            guard try read(device, .error) & 0b0001_1011 == 0 else { return nil }
            var answer: [UInt8] = []
            for _ in 0..<min(try read(device, .level), 64) { answer.append(try read(device, .data)) }
            return answer
        }
        throw .timedOut(address)
    }

    /// Begins to send a frame, whose last byte has `bits` bits; 0 for all.
    private func send(_ device: any BusDevice, _ frame: [UInt8], bits: UInt8 = 0) throws(BusError) {
        try write(device, .command, Self.idle)
        try write(device, .interrupts, 0x7f)
        try write(device, .level, Self.flush)
        try device.write([Register.data.rawValue << 1] + frame)
        try write(device, .command, Self.transceive)
        try write(device, .framing, Self.start | bits)
    }

    // MARK: Registers

    /// A transfer begins with the number of the register, to the left of a 0, and with a 1 for reading (8.1.2).
    private func write(_ device: any BusDevice, _ register: Register, _ value: UInt8) throws(BusError) {
        try device.write([register.rawValue << 1, value])
    }

    private func read(_ device: any BusDevice, _ register: Register) throws(BusError) -> UInt8 {
        try device.transfer([0x80 | register.rawValue << 1], reading: 1)[0]
    }
}
