import CarillonScheduling
import Dispatch
import TestSupport
import Testing

@Suite struct DispatchSchedulerTests {
    private let scheduler = DispatchScheduler(DispatchQueue(label: "scheduler"))
    private let log = Log()

    @Test func timersRunOnTheQueueAndNotBeforeTheirTime() {
        let done = DispatchSemaphore(value: 0)
        let time = scheduler.now + .milliseconds(1)
        _ = scheduler.schedule(at: time) { [scheduler, log] in
            log.append(scheduler.isCurrent && scheduler.now >= time ? "on time" : "not")
            done.signal()
        }
        done.wait()
        expectEqual(log.entries, ["on time"])
        #expect(!scheduler.isCurrent)
    }

    @Test func disposedTimerDoesNotRun() {
        let done = DispatchSemaphore(value: 0)
        let start = scheduler.now
        // On the queue, so that the timer cannot run before it is disposed, however late that is.
        scheduler.sync {
            scheduler.schedule(at: start + .milliseconds(1)) { [log] in log.append("disposed") }.dispose()
        }
        _ = scheduler.schedule(at: start + .milliseconds(2)) { done.signal() }
        done.wait()
        #expect(log.entries.isEmpty)
    }

    @Test func ticksAreRepeated() {
        let done = DispatchSemaphore(value: 0)
        let ticks = scheduler.every(.milliseconds(1)) { _ in done.signal() }
        for _ in 0..<3 { done.wait() }
        ticks.dispose()
    }

    @Test func syncOnTheQueueItselfRunsAtOnce() {
        scheduler.sync { [scheduler, log] in scheduler.sync { log.append("inner") } }
        expectEqual(log.entries, ["inner"])
    }
}
