import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonPage

@Suite struct LoopHistoryTests {
    private let time = VirtualTime()
    private let growth = Locked(0)

    @Test func historyKeepsTheStartAndTheTimesOfAnEventAndItsEffects() throws {
        let loop = Loop(on: time)
        let start = try #require(loop.history.copy(0..<1).entries().first)
        #expect(start.event == nil)
        expectEqual(start.after as? Int, 0)
        expectEqual(start.effects as? [String], ["hello"])
        time.advance(by: .seconds(1))
        loop.send(5)
        let entry = try #require(loop.history.copy(1..<2).entries().first)
        expectEqual(entry.number, 1)
        #expect(entry.event as? Int == 5)
        #expect(entry.before as? Int == 0)
        #expect(entry.after as? Int == 5)
        #expect(entry.effects as? [String] == ["effect 5", "done"])
        // The handler takes 1 ms for each effect; the first one was that of the start.
        expectEqual(entry.moments.happened, .milliseconds(1001))
        expectEqual(entry.moments.effects.map(\.began), [.milliseconds(1001), .milliseconds(1002)])
        expectEqual(entry.moments.effects.map(\.ended), [.milliseconds(1002), .milliseconds(1003)])
        expectEqual(entry.moments.ended, .milliseconds(1003))
    }

    @Test func modelsAreComputedAgainFromTheEvents() {
        let loop = Loop(on: time)
        for event in 1...100 { loop.send(event) }
        let entries = loop.history.copy(0..<101).entries()
        expectEqual(entries.map(\.number), Array(0...100))
        #expect(entries.dropFirst().allSatisfy { ($0.after as? Int) == $0.number * ($0.number + 1) / 2 })
        #expect(entries.dropFirst().allSatisfy { ($0.before as? Int) == $0.number * ($0.number - 1) / 2 })
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 1000])
    func oldestEventsAreDropped(count: Int) throws {
        let loop = Loop(on: time, capacity: 64)
        for event in 0..<count { loop.send(event) }
        let history = loop.history
        expectEqual(history.count, count + 1)
        // All that is kept can be read, and at least half of the capacity is kept.
        #expect(history.count - history.first >= min(count + 1, 32))
        let entries = history.copy(0..<history.count).entries()
        expectEqual(entries.map(\.number), Array(history.first..<history.count))
        #expect(entries.last?.after as? Int == (0..<count).reduce(0, +))
    }

    @Test func manyEffectsDropTheTimesOfOldEffectsButNoEvents() throws {
        let loop = Loop(on: time, capacity: 64)
        for event in 0..<60 { loop.send(event) }
        let entries = loop.history.copy(0..<61).entries()
        expectEqual(entries.first?.moments.effects.isEmpty, true)
        expectEqual(entries.last?.moments.effects.count, 2)
        #expect(entries.allSatisfy { $0.number == 0 || $0.effects.count == 2 })
    }

    @Test func resumedLoopStartsWithTheGivenModel() throws {
        let loop = Loop(on: time, capacity: 64)
        for _ in 1...200 {
            loop.send(1)
            #expect(loop.page.resume(7))
            loop.send(2)
        }
        let history = loop.history
        let entries = history.copy(0..<history.count).entries()
        #expect(entries.last?.after as? Int == 9)
        for entry in entries where entry.event == nil && entry.number > 0 { #expect(entry.after as? Int == 7) }
        #expect(entries.filter { $0.event as? Int == 1 && $0.number > 1 }.allSatisfy { $0.after as? Int == 10 })
    }

    @Test func loopDoesNotResumeFromAModelOfAnotherType() {
        let loop = Loop(on: time)
        #expect(!loop.page.resume("seven"))
        loop.controller.stop()
        #expect(!loop.page.resume(7))
        #expect(!loop.controller.running)
    }

    @Test func pausedLoopStaysPausedAfterItResumesFromAModel() {
        let loop = Loop(on: time)
        loop.page.hold(true)
        loop.send(1)
        #expect(loop.page.resume(3))
        loop.send(1)
        expectEqual(loop.controller.model, 3)
        loop.page.step()
        expectEqual(loop.controller.model, 4)
    }

    /// The values that are dropped are released, and all others with the history.
    @Test func historyReleasesItsValues() {
        weak var first: Token?
        weak var last: Token?
        do {
            let history = LoopHistory<Token, Token, Token>(capacity: 64, clock: time) {}
            let update = Update<Token, Token, Token> { _, event in .next(event) }
            history.began(First(model: Token()), update: update)
            for number in 1...200 {
                let event = Token()
                if number == 1 { first = event }
                if number == 200 { last = event }
                history.willUpdate(event)
                history.didUpdate(event, event, .next(event))
            }
            #expect(first == nil)
            #expect(last != nil)
        }
        #expect(last == nil)
    }

    private final class Token {}
}

/// A loop that adds numbers, with a history.
private struct Loop {
    let controller: MobiusController<Int, Int, String>
    let page: PageLoop
    let history: any HistorySource
    private let events = Locked<Consumer<Int>?>(nil)

    init(on time: VirtualTime, capacity: Int = 4096) {
        let handler = AnyConnectable<String, Int> { _ in
            Connection(acceptClosure: { _ in time.advance(by: .milliseconds(1)) }, disposeClosure: {})
        }
        let events = events
        controller = Mobius.loop(
            update: { (model: Int, event: Int) in .next(model + event, effects: ["effect \(event)", "done"]) },
            effectHandler: handler
        ).makeController(from: 0, initiate: { First(model: $0, effects: ["hello"]) }, on: time)
        controller.connectView(
            AnyConnectable<Int, Int> { consumer in
                events.withLock { $0 = consumer }
                return Connection(acceptClosure: { _ in }, disposeClosure: {})
            })
        page = PageLoop(controller, clock: time, capacity: capacity) {}
        history = page.history
        controller.start()
    }

    func send(_ event: Int) { events.withLock { $0 }?(event) }
}
