import CarillonScheduling
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct VirtualTimeTests {
    private let time = VirtualTime()
    private let log = Log()

    @Test func timeStandsStillUntilItIsAdvanced() {
        _ = time.schedule(at: .milliseconds(1)) { [log] in log.append("due") }
        #expect(time.now == .zero)
        #expect(log.entries.isEmpty)
    }

    @Test func dueWorkRunsInTheOrderOfItsTimes() {
        for milliseconds in [3, 1, 2] {
            _ = time.schedule(at: .milliseconds(milliseconds)) { [log] in log.append("\(milliseconds)") }
        }
        time.advance(by: .milliseconds(2))
        #expect(log.entries == ["1", "2"])
        time.advance(by: .milliseconds(1))
        #expect(log.entries == ["1", "2", "3"])
    }

    @Test func workDueAtTheSameTimeRunsInTheOrderOfScheduling() {
        for number in 1...20 {
            _ = time.schedule(at: .milliseconds(1)) { [log] in log.append("\(number)") }
        }
        time.advance(by: .milliseconds(1))
        #expect(log.entries == (1...20).map(String.init))
    }

    @Test func workSeesTheTimeAtWhichItIsDue() {
        _ = time.schedule(at: .milliseconds(7)) { [log, time] in log.append("\(time.now)") }
        time.advance(by: .seconds(1))
        #expect(log.entries == ["\(Duration.milliseconds(7))"])
        #expect(time.now == .seconds(1))
    }

    @Test func timerThatSetsTheNextTicksThroughTenHours() {
        let ticks = Counter()
        @Sendable func tick() {
            ticks.increment()
            if ticks.value < 36_000 { _ = time.schedule(at: time.now + .seconds(1), tick) }
        }
        _ = time.schedule(at: .seconds(1), tick)
        time.advance(by: .seconds(36_000))
        #expect(ticks.value == 36_000)
    }

    @Test func disposedTimerDoesNotRun() {
        let timer = time.schedule(at: .milliseconds(1)) { [log] in log.append("due") }
        timer.dispose()
        time.advance(by: .seconds(1))
        #expect(log.entries.isEmpty)
    }

    @Test func timeThatHasPassedIsDueAtTheNextTurn() {
        time.advance(by: .seconds(1))
        _ = time.schedule(at: .zero) { [log] in log.append("late") }
        #expect(log.entries.isEmpty)
        time.advance(by: .zero)
        #expect(log.entries == ["late"])
        #expect(time.now == .seconds(1))
    }

    @Test func enqueuedWorkRunsInOrderBeforeTimeGoesOn() {
        _ = time.schedule(at: .zero) { [log] in log.append("timer") }
        time.async { [log, time] in
            log.append("first")
            time.async { log.append("nested") }
        }
        time.async { [log] in log.append("second") }
        time.advance(by: .zero)
        #expect(log.entries == ["first", "second", "nested", "timer"])
    }

    @Test func ticksComeAtTheirTimesUntilTheyAreDisposed() {
        let ticks = time.every(.milliseconds(10), startingAt: .milliseconds(5)) { [log, time] tick in
            log.append("\(tick.time == time.now) \(tick.missed)")
        }
        time.advance(to: .milliseconds(25))
        #expect(log.entries == ["true 0", "true 0", "true 0"])
        ticks.dispose()
        time.advance(by: .seconds(1))
        #expect(log.entries.count == 3)
    }

    @Test(arguments: [Duration.seconds(Int64.min), .nanoseconds(Int64.min), .seconds(-10_000_000_000)])
    func startBeforeAllTimesIsOneTickThatMissedMany(start: Duration) {
        let ticks = time.every(.microseconds(1), startingAt: start) { [log, time] tick in
            log.append("\(tick.time == time.now) \(tick.missed > 9_000_000_000_000_000)")
        }
        time.advance(by: .zero)
        ticks.dispose()
        #expect(log.entries.count == 1)
        #expect(log.entries.first?.hasSuffix("true") == true)
    }

    @Test func timeStopsAtTheAwaitedCondition() {
        let seconds = Counter()
        _ = time.every(.seconds(1)) { _ in seconds.increment() }
        #expect(time.advance(atMost: .seconds(60)) { seconds.value == 5 })
        #expect(time.now == .seconds(5))
        #expect(!time.advance(atMost: .seconds(10)) { seconds.value == 100 })
        #expect(time.now == .seconds(15))
    }

    @Test func workOfAnotherTaskIsAwaitedWhileTimeStandsStill() async {
        _ = time.schedule(at: .milliseconds(1)) { [log] in log.append("due") }
        Task { [log, time] in time.async { log.append("answer") } }
        #expect(await time.settle { !log.entries.isEmpty })
        #expect(log.entries == ["answer"])
        #expect(time.now == .zero)
    }

    @Test func timerOfAnotherTaskIsAwaitedWhenItIsDueNow() async {
        Task { [log, time] in _ = time.schedule(at: .zero) { log.append("due") } }
        #expect(await time.settle { !log.entries.isEmpty })
    }

    @Test func unmetConditionIsAwaitedUntilTheLimit() async {
        #expect(await !time.settle(atMost: .milliseconds(1)) { false })
        #expect(await !time.settle(atMost: .seconds(-1)) { false })
    }

    @Test func taskThatMakesItIsOnItAfterAnAwait() async {
        for _ in 1...100 {
            await withTaskGroup(of: Bool.self) { [time] group in
                for _ in 1...4 { group.addTask { time.isCurrent } }
                for await isCurrent in group { #expect(!isCurrent) }
            }
            #expect(time.isCurrent)
        }
    }

    @Test func oneCallerAtATimeRunsWork() {
        let (comes, isIn) = (Flag(), Flag())
        time.async { [log, time] in
            let visitor = Thread {
                comes.set()
                time.sync { isIn.set() }
            }
            visitor.start()
            while !comes.isSet {}
            for _ in 1...1_000_000 where isIn.isSet { return log.append("a visitor came in between") }
        }
        time.advance(by: .zero)
        #expect(log.entries.isEmpty)
        while !isIn.isSet {}
    }

    @Test func hundredThousandPiecesOfWorkAreTakenInOrder() {
        let next = Counter()
        let isInOrder = Counter()
        for number in 0..<100_000 {
            time.async {
                if next.value == number { isInOrder.increment() }
                next.increment()
            }
        }
        time.advance(by: .zero)
        #expect(isInOrder.value == 100_000)
    }

    @Test func originOfATimersWorkIsItsTime() {
        _ = time.schedule(at: .milliseconds(3)) { [log] in log.append("\(EventTimestamp.current!)") }
        time.advance(by: .seconds(1))
        #expect(log.entries == ["\(Duration.milliseconds(3))"])
        #expect(EventTimestamp.current == nil)
    }
}

private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
