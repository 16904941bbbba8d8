import Testing

@testable import CarillonFleet

@Suite struct OutboxTests {
    private var outbox = Outbox()

    private mutating func next(at now: Duration = .zero) -> (topic: String, text: String, number: Int)? {
        outbox.next(at: now).map { ($0.message.topic, $0.message.text, $0.number) }
    }

    private mutating func nextTopics() -> [String] {
        var topics: [String] = []
        while let message = next() { topics.append(message.topic) }
        return topics
    }

    @Test mutating func statesComeInTheOrderOfTheirFirstUseAndBeforeEvents() {
        outbox.append("press", to: "bell", at: .zero)
        outbox.set("b", "1")
        outbox.set("a", "1")
        outbox.set("b", "2")
        #expect(nextTopics() == ["b", "a", "bell"])
    }

    @Test mutating func stateThatDoesNotChangeIsSentOnce() {
        outbox.set("a", "1")
        #expect(nextTopics() == ["a"])
        outbox.set("a", "1")
        #expect(nextTopics() == [])
    }

    @Test mutating func stateThatChangesWhileItIsInFlightIsSentAgain() throws {
        outbox.set("a", "1")
        let first = try #require(next())
        outbox.set("a", "2")
        outbox.delivered(first.number)
        #expect(nextTopics() == ["a"])
    }

    @Test mutating func stateThatTheOwnerMakesIsSentAfterEachChangeAndEachConnection() throws {
        outbox.set("a", nil)
        outbox.delivered(try #require(next()).number)
        #expect(next() == nil)
        outbox.set("a", nil)
        outbox.delivered(try #require(next()).number)
        outbox.reconnected()
        #expect(nextTopics() == ["a"])
    }

    @Test mutating func unacknowledgedEventIsSentAgainWithItsNewLateness() throws {
        outbox.append("press", to: "bell", at: .zero)
        outbox.append("release", to: "bell", at: .zero)
        let press = try #require(next())
        _ = next()
        outbox.delivered(press.number)
        outbox.reconnected()
        let again = try #require(next(at: .seconds(3)))
        #expect(again.text == #"{"event_type":"release","number":2,"late_ms":3000}"#)
        #expect(next() == nil)
        outbox.delivered(again.number)
        #expect(outbox.isEmpty)
    }

    @Test mutating func acknowledgementOfAnEarlierConnectionDoesNotCount() throws {
        outbox.append("press", to: "bell", at: .zero)
        let old = try #require(next())
        outbox.reconnected()
        _ = next()
        outbox.delivered(old.number)
        #expect(!outbox.isEmpty)
    }

    @Test mutating func oldestEventThatIsNotInFlightIsDroppedAndCounted() throws {
        for _ in 0..<Outbox.mostEvents { outbox.append("press", to: "bell", at: .zero) }
        let first = try #require(next())
        outbox.append("press", to: "bell", at: .zero)
        #expect(outbox.dropped == 1)
        #expect(outbox.eventCount == Outbox.mostEvents)
        #expect(first.text.contains("\"number\":1,"))
        #expect(next()?.text.contains("\"number\":3,") == true)
    }

    @Test mutating func refusedEventIsDroppedAndCounted() throws {
        outbox.append("press", to: "bell", at: .zero)
        let press = try #require(next())
        #expect(outbox.refused(press.number) == "bell")
        #expect(outbox.dropped == 1)
        #expect(outbox.refused(press.number) == nil)
        outbox.reconnected()
        #expect(next() == nil)
    }

    @Test mutating func refusedStateIsSentAgainAfterTheNextConnection() throws {
        outbox.set("led", "1")
        #expect(outbox.refused(try #require(next()).number) == "led")
        #expect(outbox.dropped == 0)
        #expect(next() == nil)
        outbox.reconnected()
        #expect(next()?.topic == "led")
    }

    @Test mutating func emptyStateIsForgottenOnceTheBrokerHasRemovedIt() throws {
        outbox.set("a", "")
        outbox.delivered(try #require(next()).number)
        outbox.reconnected()
        #expect(next() == nil)
    }

    @Test mutating func dayOfEventsFitsInto256KB() {
        for second in 0..<24 * 3600 {
            outbox.append("press", to: "carillon/doorbell-169b2b6190ee/button/bell \(second % 2)", at: .seconds(second))
        }
        #expect(outbox.dropped == 24 * 3600 - Outbox.mostEvents)
        // A long text has a head of 32 bytes.
        let topics = outbox.events.reduce(0) { $0 + 32 + $1.topic.utf8.count }
        #expect(outbox.events.capacity * MemoryLayout<Outbox.Event>.stride + topics < 256 << 10)
    }

    @Test mutating func statesAreNeverDropped() {
        for number in 0..<3000 {
            outbox.set("state \(number % 100)", "\(number % 251)")
            outbox.append("press", to: "bell", at: .zero)
        }
        #expect(nextTopics().count == 100 + Outbox.mostEvents)
    }
}
