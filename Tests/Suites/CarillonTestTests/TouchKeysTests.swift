import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// Touch keys on the bench.
@Suite struct TouchKeysTests {
    private let log = Log()
    private let bench: Bench<Void>

    init() throws {
        bench = try Bench(wiring: Wiring(.touchKeys("fruit", chip: "mpr121 i2c-1")))
        let keys = try bench.touchKeys("fruit")
        log.follow(keys.touched { "+\($0)" })
        log.follow(keys.released { "-\($0)" })
    }

    @Test func touchesAndReleasesAreSentForEachKey() throws {
        try bench.enter("3", at: "fruit")
        try bench.enter("3 11 0", at: "fruit")
        #expect(try bench.touchKeys("fruit").keysDown == [0, 3, 11])
        try bench.enter("0 4", at: "fruit")
        try bench.enter("none", at: "fruit")
        #expect(log.entries == ["+3", "+0", "+11", "-3", "-11", "+4", "-0", "-4"])
    }

    @Test func eventSourceOfOneKeyIgnoresTheOthers() throws {
        let three = Log()
        three.follow(try bench.touchKeys("fruit").touched(3, "touched"))
        three.follow(try bench.touchKeys("fruit").released(3, "released"))
        for text in ["2", "2 3", "3", "none"] { try bench.enter(text, at: "fruit") }
        #expect(three.entries == ["touched", "released"])
    }

    @Test(arguments: ["12", "-1", "x", "3 x", "3 3", ""]) func textThatNamesNoKeyIsRefused(text: String) throws {
        try bench.enter(text, at: "fruit")
        #expect(log.entries.isEmpty)
        #expect(bench.failures == ["the device does not take \"\(text)\""])
    }

    @Test func eventComesWithin30MillisecondsOfATouch() throws {
        bench.advance(by: .milliseconds(1234))
        let start = bench.now
        bench.board.queue.sync { _ = bench.chip.operate(.bus(.i2c(bus: "i2c-1", address: 0x5a)), "3") }
        while log.entries.isEmpty, bench.now < start + .seconds(1) { bench.advance(by: .milliseconds(1)) }
        #expect(bench.now - start <= .milliseconds(30))
    }

    @Test func unpluggedChipIsReportedOnceAndReadsAgainWhenItIsBack() throws {
        try bench.enter("3", at: "fruit")
        try bench.unplug("fruit")
        bench.advance(by: .seconds(60))
        #expect(log.entries == ["+3", "-3"])
        #expect(bench.failures.count == 1)
        try bench.plugIn("fruit")
        #expect(log.entries == ["+3", "-3", "+3"])
        #expect(bench.failures.count == 1)
    }

    @Test func chipOfAnotherKindIsReportedOnce() throws {
        bench.chip.attach({ _, count in [UInt8](repeating: 0x55, count: count) }, at: .i2c(bus: "i2c-1", address: 0x5a))
        bench.advance(by: .seconds(60))
        #expect(log.entries.isEmpty)
        #expect(bench.failures.count == 1)
    }

    @Test func releaseThresholdAboveTheTouchThresholdIsRefused() {
        #expect(throws: DescriptionError.self) {
            try Wiring(.touchKeys("fruit", chip: "mpr121 i2c-1") { ($0.touch, $0.release) = (10, 10) })
        }
    }
}
