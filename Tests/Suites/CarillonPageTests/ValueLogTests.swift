import CarillonDevices
import TestSupport
import Testing

@testable import CarillonPage

@Suite struct ValueLogTests {
    @Test func valuesAfterAnEventAreReturned() {
        var log = ValueLog(first: [.press(false), .level(0)])
        log.append(.press(true), of: 0, after: 1)
        log.append(.level(1), of: 1, after: 1)
        log.append(.press(false), of: 0, after: 2)
        // An input is reported before its event, and an output of the event before may be reported later.
        log.append(.press(true), of: 0, after: 5)
        log.append(.level(4), of: 1, after: 4)
        expectEqual(log.values(after: 0), [.press(false), .level(0)])
        expectEqual(log.values(after: 1), [.press(true), .level(1)])
        expectEqual(log.values(after: 2), [.press(false), .level(1)])
        expectEqual(log.values(after: 3), [.press(false), .level(1)])
        expectEqual(log.values(after: 4), [.press(false), .level(4)])
        expectEqual(log.values(after: 5), [.press(true), .level(4)])
        expectEqual(log.values(after: 99), [.press(true), .level(4)])
    }

    @Test func oldValuesAreDroppedAndReturnedAsNil() throws {
        var log = ValueLog(first: [.level(0)])
        for event in 1...100_000 { log.append(.level(Double(event)), of: 0, after: event) }
        expectEqual(log.values(after: 1), nil)
        expectEqual(log.values(after: 100_000), [.level(100_000)])
        let oldest = try #require((1...100_000).first { log.values(after: $0) != nil })
        #expect(oldest > 97_000 && oldest < 99_000)
        expectEqual(log.values(after: oldest), [.level(Double(oldest))])
    }
}
