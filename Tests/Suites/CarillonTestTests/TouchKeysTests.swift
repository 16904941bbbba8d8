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
        expectEqual(try bench.touchKeys("fruit").keysDown, [0, 3, 11])
        try bench.enter("0 4", at: "fruit")
        try bench.enter("none", at: "fruit")
        expectEqual(log.entries, ["+3", "+0", "+11", "-3", "-11", "+4", "-0", "-4"])
    }

    @Test func eventSourceOfOneKeyIgnoresTheOthers() throws {
        let three = Log()
        three.follow(try bench.touchKeys("fruit").touched(3, send: "touched"))
        three.follow(try bench.touchKeys("fruit").released(3, send: "released"))
        for text in ["2", "2 3", "3", "none"] { try bench.enter(text, at: "fruit") }
        expectEqual(three.entries, ["touched", "released"])
    }

    @Test func touchIsReportedWithin30Milliseconds() throws {
        bench.advance(by: .milliseconds(1234))
        let start = bench.now
        bench.board.queue.sync { _ = bench.chip.operate(.bus(.i2c(bus: "i2c-1", address: 0x5a)), "3") }
        while log.entries.isEmpty, bench.now < start + .seconds(1) { bench.advance(by: .milliseconds(1)) }
        #expect(bench.now - start <= .milliseconds(30))
    }

    @Test func chipOfAnotherKindIsReportedOnce() throws {
        bench.chip.attach({ _, count in [UInt8](repeating: 0x55, count: count) }, at: .i2c(bus: "i2c-1", address: 0x5a))
        bench.advance(by: .seconds(60))
        #expect(log.entries.isEmpty)
        expectEqual(bench.failures.count, 1)
    }
}
