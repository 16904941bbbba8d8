import CarillonRealTime
import Dispatch
import MobiusCore
import TestSupport
import Testing

@Suite struct QueueTimerTests {
    private let queue: RealTimeQueue

    init() throws {
        queue = try RealTimeQueue(name: "timers")
    }

    @Test func ticksAreCountedFromTheStartAndDoNotDrift() {
        let start = queue.now
        let period = Duration.milliseconds(1)
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var ticks: [TimerTick] = []
        let timer = queue.every(period, startingAt: start) { tick in
            ticks.append(tick)
            if ticks.count == 20 { done.signal() }
        }
        done.wait()
        queue.sync { timer.dispose() }
        queue.stop()
        var expected = start
        for tick in ticks {
            expected += period * tick.missed
            expectEqual(tick.time, expected)
            expected += period
        }
    }

    @Test func ticksThatPassWhileTheQueueIsBusyAreCountedAsMissedAndLate() {
        let period = Duration.milliseconds(1)
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var ticks: [TimerTick] = []
        let timer = queue.every(period) { [queue] tick in
            ticks.append(tick)
            // Occupies the queue until three more ticks are due.
            if ticks.count == 1 { while queue.now < tick.time + period * 3 {} }
            if ticks.count == 2 { done.signal() }
        }
        done.wait()
        queue.sync { timer.dispose() }
        queue.stop()
        #expect(ticks[1].missed >= 2)
        expectEqual(ticks[1].time, ticks[0].time + period * (ticks[1].missed + 1))
        #expect(queue.missedTicks >= 2)
        #expect(queue.lateness.maximum! >= period * 2)
    }

    @Test func disposedTimerReleasesItsWorkAtOnce() {
        weak var held: Log?
        do {
            let log = Log()
            held = log
            let timer = queue.schedule(at: queue.now + .seconds(3600)) { log.append("late") }
            let ticks = queue.every(.seconds(3600)) { _ in log.append("tick") }
            queue.sync {}
            timer.dispose()
            ticks.dispose()
        }
        #expect(held == nil)
        queue.stop()
    }

    @Test func tickCanDisposeItsTimer() {
        let count = Counter()
        let done = DispatchSemaphore(value: 0)
        queue.sync {
            nonisolated(unsafe) var timer: (any Disposable)?
            timer = queue.every(.microseconds(100)) { _ in
                count.increment()
                timer?.dispose()
                done.signal()
            }
        }
        done.wait()
        let more = DispatchSemaphore(value: 0)
        _ = queue.schedule(at: queue.now + .milliseconds(1)) { more.signal() }
        more.wait()
        queue.stop()
        expectEqual(count.value, 1)
    }

    @Test func timersThatStartInTheDistantPastTickLikeOthers() {
        let done = DispatchSemaphore(value: 0)
        let timers = [Duration.nanoseconds(Int64.min), .seconds(Int64.min), .seconds(-1)].map { start in
            queue.every(.seconds(3600), startingAt: start) { _ in done.signal() }
        }
        for _ in timers { done.wait() }
        queue.sync { for timer in timers { timer.dispose() } }
        queue.stop()
        #expect(queue.missedTicks > 5_000_000)
        expectEqual(queue.lateness.count, 3)
    }

    @Test func queueSendsHeartbeats() {
        let proof = DispatchSemaphore(value: 0)
        let watchdog = queue.sendHeartbeats(within: .milliseconds(2)) { proof.signal() }
        for _ in 0..<3 { proof.wait() }
        watchdog.dispose()
        queue.stop()
    }
}
