import CarillonDevices
import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// RFID readers on the bench.
@Suite struct CardReaderTests {
    private let log = Log()

    private func makeBench(
        _ chip: String, set: (inout RFIDReader.Settings) -> Void = { _ in }
    ) throws -> Bench<Void> {
        let bench = try Bench(wiring: Wiring(.rfid("box", chip: chip, set: set)))
        log.follow(try bench.rfid("box").present { $0 })
        log.follow(try bench.rfid("box").removed(send: "removed"))
        return bench
    }

    /// Puts a card on the reader, or takes it away (`none`), and lets a time pass.
    private func put(_ card: String, for time: Duration, _ bench: Bench<Void>, _ chip: String) {
        bench.board.queue.sync { #expect(bench.chip.operate(.bus(Self.address(chip)), card)) }
        bench.advance(by: time)
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"]) func cardIsReportedAsPresentAndRemoved(chip: String) throws {
        let bench = try makeBench(chip)
        try bench.putCard("04A1B2C3", on: "box")
        expectEqual(try bench.rfid("box").card, "04a1b2c3")
        try bench.putCard("04112233445566", on: "box")
        try bench.removeCard(from: "box")
        expectEqual(log.entries, ["04a1b2c3", "removed", "04112233445566", "removed"])
    }

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"])
    func cardIsReportedWithin60Milliseconds(chip: String) throws {
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

    enum Step: Sendable {
        /// Sets the grace of the wiring; before all other steps.
        case grace(Duration)
        /// Puts a card on the reader, or takes it away (`none`), and lets some milliseconds pass.
        case put(String, Int)
        /// Removes the reader from its bus, or puts it back, and lets some milliseconds pass.
        case isThere(Bool, Int)
        case close
        case wait(Int)
        case log([String])
    }

    static let courses: [Course<Step>] = [
        Course(
            "a card that is back within 400 ms stays present",
            .put("04a1b2c3", 100), .put("none", 10), .put("04a1b2c3", 100), .put("none", 20),
            .put("04a1b2c3", 100), .put("none", 40), .put("04a1b2c3", 100), .put("none", 100),
            .put("04a1b2c3", 100), .put("none", 400), .put("04a1b2c3", 100), .put("none", 400),
            .put("04a1b2c3", 10_000), .log(["04a1b2c3"]),
            .put("none", 1000), .log(["04a1b2c3", "removed"])),
        Course(
            "a removal is reported after the grace",
            .grace(.seconds(2)), .put("04a1b2c3", 1000), .put("none", 1990), .log(["04a1b2c3"]),
            .wait(80), .log(["04a1b2c3", "removed"])),
        Course(
            "without grace, each gap is reported",
            .grace(.zero), .put("04a1b2c3", 1000), .put("none", 60), .put("04a1b2c3", 1000),
            .log(["04a1b2c3", "removed", "04a1b2c3"])),
        Course(
            "another card within the grace removes the first",
            .put("04a1b2c3", 1000), .put("none", 200), .put("04112233445566", 80),
            .log(["04a1b2c3", "removed", "04112233445566"]),
            .wait(10_000), .log(["04a1b2c3", "removed", "04112233445566"])),
        Course(
            "a reader that is absent briefly keeps its card",
            .grace(.seconds(3)), .put("04a1b2c3", 1000), .isThere(false, 500), .isThere(true, 10_000),
            .log(["04a1b2c3"])),
        Course(
            "a closed reader reports no removal",
            .put("04a1b2c3", 1000), .put("none", 200), .close, .wait(10_000), .log(["04a1b2c3"])),
    ]

    @Test(arguments: ["mfrc522 spidev0.0", "pn532 i2c-1"], courses)
    func cardStaysPresentUntilItsGraceEnds(chip: String, course: Course<Step>) throws {
        let bench = try makeBench(chip) {
            if case .grace(let grace)? = course.steps.first { $0.grace = grace }
        }
        for step in course.steps {
            switch step {
            case .grace: break
            case .put(let card, let time): put(card, for: .milliseconds(time), bench, chip)
            case .isThere(let isThere, let time):
                bench.board.queue.sync { _ = bench.chip.setPresence(of: .bus(Self.address(chip)), isThere) }
                bench.advance(by: .milliseconds(time))
                expectEqual(bench.failures.count, 1, sourceLocation: course.place)
            case .close: bench.board.queue.sync { bench.board.close() }
            case .wait(let time): bench.advance(by: .milliseconds(time))
            case .log(let entries): expectEqual(log.entries, entries, sourceLocation: course.place)
            }
        }
    }

    @Test func eachReaderHasItsOwnGrace() throws {
        let bench = try Bench(
            wiring: Wiring(.rfid("left", chip: "pn532 i2c-1"), .rfid("right", chip: "mfrc522 spidev0.0")))
        for name in ["left", "right"] {
            log.follow(try bench.rfid(name).present { "\(name) \($0)" })
            log.follow(try bench.rfid(name).removed(send: "\(name) removed"))
        }
        put("04a1b2c3", for: .seconds(1), bench, "pn532 i2c-1")
        put("none", for: .milliseconds(100), bench, "pn532 i2c-1")
        put("04a1b2c3", for: .seconds(1), bench, "mfrc522 spidev0.0")
        expectEqual(log.entries, ["left 04a1b2c3", "right 04a1b2c3", "left removed"])
    }
}
