import CarillonBoard
import CarillonGPIO
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices
@testable import CarillonTest

/// A device that rests on the bench, because nobody operates it, reports the same readings at the same times as one that is read
/// all the time.
@Suite struct RestTests {
    /// A device with its simulated chip, and texts that operate it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entry: Wiring.Entry
        let address: BusAddress
        let makeTwin: @Sendable () -> any SimulatedTwin
        let texts: [String]
        /// The longest pause between them.
        var pause = Duration.seconds(4)
    }

    private static let spi = BusAddress.spi(device: "spidev0.0", mode: 0, speed: 1_000_000)

    static let cases = [
        Case(
            testDescription: "MFRC522", entry: .rfid("it", chip: "mfrc522 spidev0.0"), address: spi,
            makeTwin: { SimulatedCards.make(RFIDReader.Settings.models.reference("mfrc522 spidev0.0")!) },
            texts: ["04a1b2c3", "none", "04a1b2c3d4e5f6", "04a1b2c3"]),
        Case(
            testDescription: "PN532", entry: .rfid("it", chip: "pn532 i2c-1"),
            address: .i2c(bus: "i2c-1", address: 0x24),
            makeTwin: { SimulatedCards.make(RFIDReader.Settings.models.reference("pn532 i2c-1")!) },
            texts: ["04a1b2c3", "none", "04a1b2c3d4e5f6", "04a1b2c3"]),
        Case(
            testDescription: "MPR121", entry: .touchKeys("it", chip: "mpr121 i2c-1"),
            address: .i2c(bus: "i2c-1", address: 0x5a), makeTwin: { SimulatedMPR121() },
            texts: ["3", "0 4", "none", "11"]),
        Case(
            testDescription: "ADS1115 with smoothing",
            entry: .analog("it", chip: "ads1115 i2c-1", channel: 1) { $0.sampling.smoothing = .milliseconds(300) },
            address: .i2c(bus: "i2c-1", address: 0x48),
            makeTwin: {
                AnalogConverter(
                    chip: AnalogInput.Settings.models.reference("ads1115 i2c-1")!, channel: 1, reference: 3.3
                ).twin
            }, texts: ["1", "3", "0.5", "2"], pause: .seconds(60)),
        Case(
            testDescription: "BME280", entry: .climate("it", chip: "bme280 i2c-1"),
            address: .i2c(bus: "i2c-1", address: 0x76),
            makeTwin: { BME280.twin(of: ClimateSensor.Settings.models.reference("bme280 i2c-1")!) },
            texts: ["30 70 1000", "10 20 990", "-5", "21 50 1013"], pause: .seconds(60)),
        Case(
            testDescription: "SCD41", entry: .co2Sensor("it", chip: "scd41 i2c-1"),
            address: .i2c(bus: "i2c-1", address: 0x62),
            makeTwin: { SCD4x.twin(at: .i2c(bus: "i2c-1", address: 0x62)) },
            texts: ["900", "1500 25 60", "400", "600"], pause: .seconds(400)
        ),
    ]

    @Test(arguments: cases, [1, 2, 3])
    func restingDeviceReportsTheSameAsOneThatIsPolled(_ device: Case, _ seed: UInt64) throws {
        let resting = try log(device, seed: seed, rests: true)
        let read = try log(device, seed: seed, rests: false)
        expectEqual(resting.changes, read.changes)
        #expect(resting.changes.count >= device.texts.count)
        #expect(resting.work < read.work)
    }

    /// Operates the device after random pauses, most of which are long enough for a rest.
    private func log(_ device: Case, seed: UInt64, rests: Bool) throws -> (changes: [String], work: Int) {
        let bench = try Bench(wiring: Wiring(device.entry))
        let twin = device.makeTwin()
        if !rests {
            bench.chip.attach(
                { (written, count) throws(BusError) in
                    try twin.transfer(written, reading: count)
                }, at: device.address)
        }
        let counter = WorkCounter()
        bench.time.supervise(counter)
        bench.advance(by: .seconds(10))
        let log = Locked<[String]>([])
        let observation = bench.board.features.observe { [features = bench.board.features, time = bench.time] number in
            let feature = features.shown.first { $0.number == number }
            log.withLock { $0.append("\(time.now) \(feature?.path.text ?? "") \(feature?.value.description ?? "")") }
        }
        defer { observation.dispose() }
        var random = RandomNumbers(seed: seed)
        for text in device.texts + device.texts {
            bench.advance(by: device.pause * Double.random(in: 0...1, using: &random))
            let isTaken = bench.time.perform {
                rests
                    ? bench.chip.operate(.bus(device.address, channel: channel(device)), text)
                    : twin.operate(text, channel: channel(device))
            }
            #expect(isTaken)
        }
        bench.advance(by: device.pause)
        return (log.withLock(\.self), counter.count.withLock(\.self))
    }

    private func channel(_ device: Case) -> Int { device.testDescription.hasPrefix("ADS") ? 1 : 0 }

    /// A module that is not there is searched for again at once when it is plugged in, as if it had been all the time.
    @Test func unpluggedDeviceRestsAndIsFoundAgain() throws {
        let bench = try Bench(wiring: Wiring(.rfid("it", chip: "pn532 i2c-1")))
        try bench.unplug("it")
        bench.advance(by: .seconds(86_400))
        expectEqual(bench.failures.count, 1)
        let counter = WorkCounter()
        bench.time.supervise(counter)
        bench.advance(by: .seconds(86_400))
        expectEqual(counter.count.withLock(\.self), 0)
        try bench.plugIn("it")
        try bench.putCard("04a1b2c3", on: "it")
        bench.advance(by: .seconds(2))
        expectEqual(try bench.rfid("it").card, "04a1b2c3")
    }

    /// The behaviour that a test attaches may change at any time.
    @Test func deviceThatATestAttachesIsPolledAllTheTime() throws {
        let bench = try Bench(wiring: Wiring(.thermometer("it", chip: "lm75 i2c-1")))
        let degrees = Locked<UInt8>(20)
        bench.chip.attach(
            { (_, _) throws(BusError) in [degrees.withLock(\.self), 0] }, at: .i2c(bus: "i2c-1", address: 0x48))
        bench.advance(by: .seconds(3600))
        expectEqual(try bench.thermometer("it").value, 20)
        degrees.withLock { $0 = 30 }
        bench.advance(by: .seconds(2))
        expectEqual(try bench.thermometer("it").value, 30)
    }

    @Test func unobservedPatternHasItsBrightnessWhenItIsRead() throws {
        let bench = try Bench()
        let counter = WorkCounter()
        try bench.led("blinks").set(.blinking(on: .milliseconds(300), off: .milliseconds(700)))
        try bench.led("pulses").set(.pulsing(rise: .seconds(1), fall: .seconds(1)))
        bench.time.supervise(counter)
        bench.advance(by: .seconds(86_400))
        expectEqual(counter.count.withLock(\.self), 0)
        expectEqual(try bench.draw("blinks", for: .seconds(2), each: .milliseconds(100)), "---_______---_______")
        bench.advance(by: .seconds(600))
        let fresh = try Bench()
        try fresh.led("pulses").set(.pulsing(rise: .seconds(1), fall: .seconds(1)))
        let drawn = try fresh.draw("pulses", for: .seconds(2), each: .milliseconds(93))
        expectEqual(try bench.draw("pulses", for: .seconds(2), each: .milliseconds(93)), drawn)
        bench.advance(by: .milliseconds(200))
        expectEqual(bench.chip.level(of: "line 0"), .active)
        bench.advance(by: .milliseconds(200))
        expectEqual(bench.chip.level(of: "line 0"), .inactive)
    }

    @Test func fadeHasTheSameStepsHoweverOftenItIsRead() throws {
        func drawn(each step: Duration) throws -> [Character] {
            let bench = try Bench()
            try bench.led("pulses").set(.pulsing(rise: .seconds(1), fall: .seconds(1)))
            return Array(try bench.draw("pulses", for: .seconds(6), each: step))
        }
        let (often, seldom) = (try drawn(each: .milliseconds(1)), try drawn(each: .milliseconds(93)))
        expectEqual(seldom, stride(from: 0, to: often.count, by: 93).map { often[$0] })
    }

    @Test func finitePatternEndsWhileAnotherOneIsNotRead() throws {
        let bench = try Bench()
        try bench.led("pulses").set(.pulsing())
        try bench.led("short").set(.blinking(times: 3))
        bench.advance(by: .seconds(3600))
        expectEqual(try bench.led("short").pattern, .off)
        expectEqual(bench.lit.contains("short"), false)
    }
}

/// Counts the pieces of work of a bench.
final class WorkCounter: WorkSupervisor {
    let count = Locked(0)
    func willRun(at now: Duration, arrivals: Int) { count.withLock { $0 += 1 } }
}
