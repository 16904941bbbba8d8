import CarillonDevices
import Testing

@testable import CarillonPage

@Suite struct ValueLogTests {
    @Test func valuesAreThoseAfterTheEvent() {
        var log = ValueLog(first: [.press(false), .level(0)])
        log.append(.press(true), of: 0, after: 1)
        log.append(.level(1), of: 1, after: 1)
        log.append(.press(false), of: 0, after: 2)
        #expect(log.values(after: 0) == [.press(false), .level(0)])
        #expect(log.values(after: 1) == [.press(true), .level(1)])
        #expect(log.values(after: 2) == [.press(false), .level(1)])
        #expect(log.values(after: 99) == [.press(false), .level(1)])
    }

    /// An input is reported before its event, and an output of the event before may be reported later.
    @Test func orderOfDifferentFeaturesDoesNotMatter() {
        var log = ValueLog(first: [.press(false), .level(0)])
        log.append(.press(true), of: 0, after: 5)
        log.append(.level(4), of: 1, after: 4)
        #expect(log.values(after: 4) == [.press(false), .level(4)])
        #expect(log.values(after: 5) == [.press(true), .level(4)])
    }

    @Test func oldValuesAreForgottenAndNotInvented() throws {
        var log = ValueLog(first: [.level(0)])
        for event in 1...100_000 { log.append(.level(Double(event)), of: 0, after: event) }
        #expect(log.values(after: 1) == nil)
        #expect(log.values(after: 100_000) == [.level(100_000)])
        let oldest = try #require((1...100_000).first { log.values(after: $0) != nil })
        #expect(oldest > 97_000 && oldest < 99_000)
        #expect(log.values(after: oldest) == [.level(Double(oldest))])
    }
}
