import TestSupport
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

    private enum Step: Sendable {
        /// A state of a topic; nil for one that its owner makes.
        case state(String, String?)
        case press
        case reconnected
        /// The topics of the messages that are sent until nothing is left to send.
        case sends([String])
        /// The broker acknowledges or refuses a message: its number in the order of sending, from 1.
        case delivered(Int)
        case refused(Int, String?)
        case dropped(Int)
        case isEmpty(Bool)
    }

    private static let courses: [Course<Step>] = [
        Course(
            "states are sent in the order of their first use and before events",
            .press, .state("b", "1"), .state("a", "1"), .state("b", "2"), .sends(["b", "a", "bell"])),
        Course(
            "state that does not change is sent once", .state("a", "1"), .sends(["a"]), .state("a", "1"), .sends([])),
        Course(
            "state that changes while it is in flight is sent again",
            .state("a", "1"), .sends(["a"]), .state("a", "2"), .delivered(1), .sends(["a"])),
        Course(
            "state that its owner generates is sent after each change and each connection",
            .state("a", nil), .sends(["a"]), .delivered(1), .sends([]), .state("a", nil), .sends(["a"]), .delivered(2),
            .reconnected, .sends(["a"])),
        Course(
            "acknowledgement of an earlier connection is ignored",
            .press, .sends(["bell"]), .reconnected, .sends(["bell"]), .delivered(1), .isEmpty(false), .delivered(2),
            .isEmpty(true)),
        Course(
            "refused event is dropped and counted",
            .press, .sends(["bell"]), .refused(1, "bell"), .dropped(1), .refused(1, nil), .reconnected, .sends([])),
        Course(
            "refused state is sent again after the next connection",
            .state("led", "1"), .sends(["led"]), .refused(1, "led"), .dropped(0), .sends([]), .reconnected,
            .sends(["led"])),
        Course(
            "empty state is discarded once the broker has removed it",
            .state("a", ""), .sends(["a"]), .delivered(1), .reconnected, .sends([])),
    ]

    @Test(arguments: courses)
    private mutating func outboxSendsStatesAndEventsUntilTheyAreDelivered(course: Course<Step>) {
        var numbers: [Int] = []
        for step in course.steps {
            switch step {
            case .state(let topic, let text): outbox.set(topic, text)
            case .press: outbox.append("press", to: "bell", at: .zero)
            case .reconnected: outbox.reconnected()
            case .sends(let expected):
                var topics: [String] = []
                while let message = next() {
                    topics.append(message.topic)
                    numbers.append(message.number)
                }
                expectEqual(topics, expected, "\(step)", sourceLocation: course.place)
            case .delivered(let count): outbox.delivered(numbers[count - 1])
            case .refused(let count, let topic):
                expectEqual(outbox.refused(numbers[count - 1]), topic, "\(step)", sourceLocation: course.place)
            case .dropped(let count): expectEqual(outbox.dropped, count, "\(step)", sourceLocation: course.place)
            case .isEmpty(let isEmpty): expectEqual(outbox.isEmpty, isEmpty, "\(step)", sourceLocation: course.place)
            }
        }
    }

    @Test mutating func unacknowledgedEventIsSentAgainWithItsNewLateness() throws {
        outbox.append("press", to: "bell", at: .zero)
        outbox.append("release", to: "bell", at: .zero)
        let press = try #require(next())
        _ = next()
        outbox.delivered(press.number)
        outbox.reconnected()
        let again = try #require(next(at: .seconds(3)))
        expectEqual(again.text, #"{"event_type":"release","number":2,"late_ms":3000}"#)
        #expect(next() == nil)
        outbox.delivered(again.number)
        #expect(outbox.isEmpty)
    }

    @Test mutating func oldestEventThatIsNotInFlightIsDroppedAndCounted() throws {
        for _ in 0..<Outbox.mostEvents { outbox.append("press", to: "bell", at: .zero) }
        let first = try #require(next())
        outbox.append("press", to: "bell", at: .zero)
        expectEqual(outbox.dropped, 1)
        expectEqual(outbox.eventCount, Outbox.mostEvents)
        #expect(first.text.contains("\"number\":1,"))
        expectEqual(next()?.text.contains("\"number\":3,"), true)
    }

    @Test mutating func dayOfEventsFitsInto256KB() {
        for second in 0..<24 * 3600 {
            outbox.append("press", to: "carillon/doorbell-169b2b6190ee/button/bell \(second % 2)", at: .seconds(second))
        }
        expectEqual(outbox.dropped, 24 * 3600 - Outbox.mostEvents)
        // A long text has a head of 32 bytes.
        let topics = outbox.events.reduce(0) { $0 + 32 + $1.topic.utf8.count }
        #expect(outbox.events.capacity * MemoryLayout<Outbox.Event>.stride + topics < 256 << 10)
    }

    @Test mutating func statesAreNeverDropped() {
        for number in 0..<3000 {
            outbox.set("state \(number % 100)", "\(number % 251)")
            outbox.append("press", to: "bell", at: .zero)
        }
        expectEqual(nextTopics().count, 100 + Outbox.mostEvents)
    }
}
