import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

@Suite struct EventLogRecorderTests {
    private let time = VirtualTime()

    @Test func eventLogHasEachEventWithItsModelAndItsEffects() {
        let eventLog = EventLogRecorder<[String], String, Int>(on: time)
        eventLog.began(First(model: [], effects: [7]), update: Update { model, _ in .next(model) })
        time.advance(by: .seconds(1))
        eventLog.didUpdate([], "a", .next(["a"]))
        eventLog.didUpdate(["a"], "b", .dispatchEffects([1, 2]))

        expectEqual(eventLog.next(), EventLogLine(time: .zero, text: "0 start -> [], then 7"))
        expectEqual(eventLog.next(), EventLogLine(time: .seconds(1), text: #"1 a -> ["a"]"#))
        expectEqual(eventLog.next(), EventLogLine(time: .seconds(1), text: #"2 b -> ["a"], then 1, 2"#))
        expectEqual(eventLog.next(), nil)
    }

    @Test func eventsWithoutRoomAreLeftOutAndTheirNumbersAreMissing() throws {
        let eventLog = EventLogRecorder<Int, Int, Never>(on: time)
        for event in 1...1000 { eventLog.didUpdate(0, event, .noChange) }
        var lines: [String] = []
        while let line = eventLog.next() { lines.append(line.text) }
        expectEqual(lines.first, "1 1 -> 0")
        #expect(lines.count < 1000)
        expectEqual(lines.last, "\(lines.count) \(lines.count) -> 0")

        eventLog.didUpdate(0, 5, .next(6))
        expectEqual(eventLog.next()?.text, "1001 5 -> 6")
    }

    @Test func unreadEventLogReleasesItsValues() {
        weak var kept: Witness?
        do {
            let eventLog = EventLogRecorder<Witness, Witness, Witness>(on: time)
            let witness = Witness()
            kept = witness
            for _ in 1...400 { eventLog.didUpdate(witness, witness, .next(witness, effects: [witness])) }
            for _ in 1...300 { _ = eventLog.next() }
            for _ in 1...10 { eventLog.didUpdate(witness, witness, .noChange) }
        }
        #expect(kept == nil)
    }

    @Test func anotherThreadReadsTheEventLogWhileTheLoopRuns() async throws {
        let eventLog = EventLogRecorder<String, Int, Int>(on: time)
        let isOver = Locked(false)
        async let lines = onThread {
            var lines: [String] = []
            while true {
                let wasOver = isOver.withLock { $0 }
                while let line = eventLog.next() { lines.append(line.text) }
                if wasOver { return lines }
            }
        }
        for number in 1...20_000 { eventLog.didUpdate("", number, .next("model \(number)", effects: [number])) }
        isOver.withLock { $0 = true }

        let numbers = try await lines.map { line in
            let number = Int(line.prefix { $0 != " " }) ?? 0
            expectEqual(line, "\(number) \(number) -> model \(number), then \(number)")
            return number
        }
        #expect(!numbers.isEmpty && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
}

private final class Witness: Sendable {}
