import CarillonScheduling
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct VirtualTimeTests {
    private let time = VirtualTime()
    private let log = Log()

    enum Step {
        /// Schedules work at a time in milliseconds, which logs its name.
        case schedule(String, at: Int)
        case dispose(String)
        case advance(milliseconds: Int)
        /// Expects the names of the work that has run so far.
        case ran([String])
        /// Expects the time in milliseconds.
        case now(Int)
    }

    static let courses: [Course<Step>] = [
        Course("time stands still until it is advanced", .schedule("due", at: 1), .now(0), .ran([])),
        Course(
            "due work runs in the order of its times",
            .schedule("3", at: 3), .schedule("1", at: 1), .schedule("2", at: 2), .advance(milliseconds: 2),
            .ran(["1", "2"]), .advance(milliseconds: 1), .ran(["1", "2", "3"])),
        Course(
            "disposed timer does not run",
            .schedule("due", at: 1), .dispose("due"), .advance(milliseconds: 1000), .ran([])),
        Course(
            "time that has passed is due at the next turn",
            .advance(milliseconds: 1000), .schedule("late", at: 0), .ran([]), .advance(milliseconds: 0),
            .ran(["late"]), .now(1000)),
    ]

    @Test(arguments: courses) func workRunsWhenItIsDue(course: Course<Step>) {
        var timers: [String: any Disposable & Sendable] = [:]
        for step in course.steps {
            switch step {
            case .schedule(let name, let milliseconds):
                timers[name] = time.schedule(at: .milliseconds(milliseconds)) { [log] in log.append(name) }
            case .dispose(let name): timers[name]?.dispose()
            case .advance(let milliseconds): time.advance(by: .milliseconds(milliseconds))
            case .ran(let names): expectEqual(log.entries, names, "\(step)", sourceLocation: course.place)
            case .now(let milliseconds):
                expectEqual(time.now, .milliseconds(milliseconds), "\(step)", sourceLocation: course.place)
            }
        }
    }

    @Test func workDueAtTheSameTimeRunsInTheOrderOfScheduling() {
        for number in 1...20 {
            _ = time.schedule(at: .milliseconds(1)) { [log] in log.append("\(number)") }
        }
        time.advance(by: .milliseconds(1))
        expectEqual(log.entries, (1...20).map(String.init))
    }

    @Test func workOfATimerRunsAtItsTimeAndHasItAsItsTimestamp() {
        _ = time.schedule(at: .milliseconds(7)) { [log, time] in log.append("\(time.now) \(EventTimestamp.current!)") }
        time.advance(by: .seconds(1))
        expectEqual(log.entries, ["\(Duration.milliseconds(7)) \(Duration.milliseconds(7))"])
        expectEqual(time.now, .seconds(1))
        expectEqual(EventTimestamp.current, nil)
    }

    @Test func timerThatSetsTheNextOneRunsForTenHours() {
        let ticks = Counter()
        @Sendable func tick() {
            ticks.increment()
            if ticks.value < 36_000 { _ = time.schedule(at: time.now + .seconds(1), tick) }
        }
        _ = time.schedule(at: .seconds(1), tick)
        time.advance(by: .seconds(36_000))
        expectEqual(ticks.value, 36_000)
    }

    @Test func enqueuedWorkRunsInOrderBeforeTimeAdvances() {
        _ = time.schedule(at: .zero) { [log] in log.append("timer") }
        time.async { [log, time] in
            log.append("first")
            time.async { log.append("nested") }
        }
        time.async { [log] in log.append("second") }
        time.advance(by: .zero)
        expectEqual(log.entries, ["first", "second", "nested", "timer"])
    }

    @Test func ticksRunAtTheirTimesUntilTheyAreDisposed() {
        let ticks = time.every(.milliseconds(10), startingAt: .milliseconds(5)) { [log, time] tick in
            log.append("\(tick.time == time.now) \(tick.missed)")
        }
        time.advance(to: .milliseconds(25))
        expectEqual(log.entries, ["true 0", "true 0", "true 0"])
        ticks.dispose()
        time.advance(by: .seconds(1))
        expectEqual(log.entries.count, 3)
    }

    @Test(arguments: [Duration.seconds(Int64.min), .nanoseconds(Int64.min), .seconds(-10_000_000_000)])
    func startInTheDistantPastCausesOneTickWithManyMissed(start: Duration) {
        let ticks = time.every(.microseconds(1), startingAt: start) { [log, time] tick in
            log.append("\(tick.time == time.now) \(tick.missed > 9_000_000_000_000_000)")
        }
        time.advance(by: .zero)
        ticks.dispose()
        expectEqual(log.entries.count, 1)
        expectEqual(log.entries.first?.hasSuffix("true"), true)
    }

    @Test func timeStopsAtTheAwaitedCondition() {
        let seconds = Counter()
        _ = time.every(.seconds(1)) { _ in seconds.increment() }
        #expect(time.advance(atMost: .seconds(60)) { seconds.value == 5 })
        expectEqual(time.now, .seconds(5))
        #expect(!time.advance(atMost: .seconds(10)) { seconds.value == 100 })
        expectEqual(time.now, .seconds(15))
    }

    @Test func workOfAnotherTaskIsAwaitedWhileTimeStandsStill() async {
        _ = time.schedule(at: .milliseconds(1)) { [log] in log.append("due") }
        Task { [log, time] in time.async { log.append("answer") } }
        #expect(await time.settle { !log.entries.isEmpty })
        expectEqual(log.entries, ["answer"])
        expectEqual(time.now, .zero)
    }

    @Test func timerOfAnotherTaskIsAwaitedWhenItIsDueNow() async {
        Task { [log, time] in _ = time.schedule(at: .zero) { log.append("due") } }
        #expect(await time.settle { !log.entries.isEmpty })
    }

    @Test func unmetConditionIsAwaitedUntilTheLimit() async {
        #expect(await !time.settle(atMost: .milliseconds(1)) { false })
        #expect(await !time.settle(atMost: .seconds(-1)) { false })
    }

    /// The limit itself is work that comes from another task.
    @Test func waitingCallerReturnsWhenTimeEnds() async {
        Task { [time] in time.end() }
        #expect(await !time.settle { false })
        #expect(await !time.settle { false })
        #expect(await time.settle { true })
    }

    @Test func taskThatCreatesVirtualTimeIsOnItAfterAnAwait() async {
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

    @Test func hundredThousandWorkItemsRunInOrder() {
        let next = Counter()
        let isInOrder = Counter()
        for number in 0..<100_000 {
            time.async {
                if next.value == number { isInOrder.increment() }
                next.increment()
            }
        }
        time.advance(by: .zero)
        expectEqual(isInOrder.value, 100_000)
    }
}

private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
