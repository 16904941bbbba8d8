import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The protocols of the readers of cards, against the registers and frames of their data sheets.
@Suite struct CardProtocolTests {
    /// A reader on a bus, with a trace of the bytes.
    private final class Bus: BusDevice {
        let address: BusAddress
        let bus: any Scheduler = VirtualTime()
        private let twin: SimulatedCards
        private let log = Mutex<[[UInt8]]>([])

        init(_ twin: SimulatedCards, at address: BusAddress) { (self.twin, self.address) = (twin, address) }

        /// The bytes written since the last call.
        func trace() -> [[UInt8]] {
            log.withLock { log in
                defer { log = [] }
                return log
            }
        }

        func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
            log.withLock { $0.append(bytes) }
            let answer = try twin.transfer(bytes, reading: count)
            return Array((answer + Array(repeating: 0, count: count)).prefix(count))
        }

        func close() {}
    }

    /// A reader with its simulated chip.
    private struct Reader {
        let twin: SimulatedCards
        let bus: Bus
        let reader: any CardProtocol

        init(_ text: String) {
            let chip = RFIDReader.Settings.models.reference(text)!
            twin = SimulatedCards.make(chip)
            bus = Bus(twin, at: chip.address)
            reader = chip.chip == "pn532" ? PN532(chip.address) : MFRC522(chip.address)
        }

        /// Returns the card of the next search, and the pauses until then.
        func search() throws -> (card: String?, pause: Duration) {
            var pause = Duration.zero
            while true {
                switch try reader.turn(with: bus) {
                case .wait(let time): pause += time
                case .card(let card): return (card.map { "\($0)" }, pause)
                }
            }
        }

        func put(_ card: String) { _ = twin.operate(card, channel: 0) }
    }

    /// ISO/IEC 14443-3, annex B.
    @Test(arguments: [([0x00, 0x00], [0xa0, 0x1e]), ([0x12, 0x34], [0x26, 0xcf])] as [([UInt8], [UInt8])])
    func checksumMatchesTheStandard(bytes: [UInt8], checksum: [UInt8]) {
        expectEqual(TypeA.withChecksum(bytes), bytes + checksum)
    }

    @Test func partsOfALongIDBeginWithTheCascadeTag() throws {
        let id = try #require(CardID("04112233445566"))
        // The last byte of a part is the exclusive or of the others (6.5.3.1).
        let parts: [[UInt8]] = [[0x88, 0x04, 0x11, 0x22, 0xbf], [0x33, 0x44, 0x55, 0x66, 0x44]]
        expectEqual(TypeA.parts(of: id), parts)
    }

    @Test(arguments: ["", "04a1", "04a1b2c", "04a1b2cg", "+4a1b2c3", "04a1b2c3d4"])
    func invalidTextIsNotAnID(text: String) {
        expectEqual(CardID(text), nil)
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"], ["04a1b2c3", "04112233445566", "04010203040506070809"])
    func cardIsRead(chip: String, id: String) throws {
        let reader = Reader(chip)
        expectEqual(try reader.search().card, nil)
        reader.put(id)
        for _ in 1...3 {
            let (card, pause) = try reader.search()
            expectEqual(card, id)
            #expect(pause < .milliseconds(10))
        }
        reader.put("none")
        expectEqual(try reader.search().card, nil)
    }

    @Test func readerIsSetUpAgainAfterALossOfPower() throws {
        let reader = Reader("mfrc522 spidev0.0")
        reader.put("04a1b2c3")
        _ = try reader.search()
        reader.twin.losePower()
        #expect(throws: BusError.noAnswer(reader.bus.address)) { try reader.search() }
        reader.reader.restart()
        expectEqual(try reader.search().card, "04a1b2c3")
    }

    /// NXP MFRC522, 8.1.2: data is valid at the rising edge of a clock that rests low; 8.1.2.3: the address is to the left of a
    /// 0; 9.2: the registers.
    @Test func mfrc522SendsTheWakeUpAsInItsDataSheet() throws {
        let reader = Reader("mfrc522 spidev0.0")
        expectEqual(reader.bus.address, .spi(device: "spidev0.0", mode: 0, speed: 1_000_000))
        _ = try reader.search()
        let setUp: [[UInt8]] = [
            [0x02, 0x0f], [0x54, 0x80], [0x56, 0xa9], [0x58, 0x00], [0x5a, 0x50], [0x2a, 0x40], [0x22, 0x3d],
            [0x28, 0x83],
        ]
        let search: [[UInt8]] = [
            [0xd6], [0xee], [0x02, 0x00], [0x08, 0x7f], [0x14, 0x80], [0x12, 0x52], [0x02, 0x0c], [0x1a, 0x87], [0x88],
        ]
        expectEqual(reader.bus.trace(), setUp + search)
        _ = try reader.search()
        expectEqual(reader.bus.trace(), search)
    }

    /// NXP UM0701-02, 6.2.1: the frames with their length and sums.
    @Test func pn532SendsTheFramesOfItsManual() throws {
        let reader = Reader("pn532 i2c-1")
        _ = try reader.search()
        let written = reader.bus.trace().filter { !$0.isEmpty }
        let frames: [[UInt8]] = [
            [0x00, 0x00, 0xff, 0x05, 0xfb, 0xd4, 0x14, 0x01, 0x14, 0x01, 0x02, 0x00],
            [0x00, 0x00, 0xff, 0x06, 0xfa, 0xd4, 0x32, 0x05, 0xff, 0x01, 0x01, 0xf4, 0x00],
            [0x00, 0x00, 0xff, 0x04, 0xfc, 0xd4, 0x4a, 0x01, 0x00, 0xe1, 0x00],
        ]
        expectEqual(written, frames)
        expectEqual(PN532.contents([0x00, 0x00, 0xff, 0x02, 0xfe, 0xd5, 0x15, 0x16, 0x00]), [0xd5, 0x15])
        expectEqual(PN532.contents([0x00, 0x00, 0xff, 0x02, 0xfe, 0xd5, 0x15, 0x17, 0x00]), nil)
    }
}
