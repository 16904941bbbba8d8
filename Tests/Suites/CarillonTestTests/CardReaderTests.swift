import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// RFID readers on the bench.
@Suite struct CardReaderTests {
    private let log = Log()

    private func makeBench(_ chip: String) throws -> Bench<Void> {
        let bench = try Bench(wiring: Wiring(.rfid("box", chip: chip)))
        log.follow(try bench.rfid("box").present { $0 })
        log.follow(try bench.rfid("box").removed("removed"))
        return bench
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"]) func cardIsPresentAndRemoved(chip: String) throws {
        let bench = try makeBench(chip)
        try bench.putCard("04A1B2C3", on: "box")
        #expect(try bench.rfid("box").card == "04a1b2c3")
        try bench.putCard("04112233445566", on: "box")
        try bench.removeCard(from: "box")
        #expect(log.entries == ["04a1b2c3", "removed", "04112233445566", "removed"])
        try bench.putCard("card", on: "box")
        #expect(bench.failures == ["the device does not take \"card\""])
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"]) func eventComesWithin60Milliseconds(chip: String) throws {
        let bench = try makeBench(chip)
        bench.advance(by: .milliseconds(1234))
        let start = bench.now
        bench.board.queue.sync {
            _ = bench.chip.operate(.bus(Self.address(chip)), "04a1b2c3")
        }
        while log.entries.isEmpty, bench.now < start + .seconds(1) { bench.advance(by: .milliseconds(1)) }
        #expect(bench.now - start <= .milliseconds(60))
    }

    private static func address(_ chip: String) -> BusAddress {
        chip.hasPrefix("pn532")
            ? .i2c(bus: "i2c-1", address: 0x24) : .spi(device: "spidev0.0", mode: 0, speed: 1_000_000)
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"]) func readerThatIsBackReadsAgain(chip: String) throws {
        let bench = try makeBench(chip)
        try bench.putCard("04a1b2c3", on: "box")
        try bench.unplug("box")
        bench.advance(by: .seconds(60))
        #expect(bench.failures.count == 1)
        try bench.plugIn("box")
        #expect(log.entries == ["04a1b2c3", "removed", "04a1b2c3"])
    }
}
