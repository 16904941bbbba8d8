import CarillonRealTime
import Dispatch
import Glibc
import TestSupport
import Testing

@Suite struct QueueStopTests {
    private let queue: RealTimeQueue
    private let log = Log()

    init() throws {
        queue = try RealTimeQueue(name: "stop", capacity: 16)
    }

    @Test func stoppedQueueRefusesWork() {
        queue.stop()
        queue.async { [log] in log.append("async") }
        let isTaken = queue.tryAsync { [log] in log.append("tryAsync") }
        #expect(!isTaken)
        queue.schedule(at: .zero) { [log] in log.append("schedule") }.dispose()
        _ = queue.every(.milliseconds(1)) { [log] _ in log.append("every") }
        #expect(throws: RealTimeError.stopped(queue: "stop")) { try queue.watch(descriptor: 0) {} }
        queue.sync {}
        #expect(log.entries.isEmpty)
    }

    @Test func workThatHasNotRunIsReleased() {
        weak var held: Log?
        do {
            let log = Log()
            held = log
            queue.sync { _ = queue.schedule(at: queue.now + .seconds(3600)) { log.append("timer") } }
            queue.stop()
            queue.async { log.append("async") }
        }
        #expect(held == nil)
    }

    @Test func stoppedQueueStillRunsSyncWork() {
        queue.stop()
        var answer = 0
        queue.sync {
            answer = queue.isCurrent ? 1 : 2
            queue.sync { answer += 10 }
        }
        expectEqual(answer, 11)
        answer = queue.perform { 42 }
        expectEqual(answer, 42)
    }

    @Test func workThatEnqueuesItselfDoesNotPreventTheStop() {
        @Sendable func again() { queue.async(again) }
        queue.async(again)
        queue.stop()
    }

    @Test func queueCanStopItself() {
        queue.sync { queue.stop() }
        let isTaken = queue.tryAsync {}
        #expect(!isTaken)
        queue.stop()
    }

    @Test func queueMayBeStoppedRepeatedlyAndConcurrently() {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in queue.stop() }
        queue.stop()
    }

    @Test func senderThatWaitsForAPlaceReturnsWhenTheQueueStops() {
        let isHeld = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        queue.async {
            isHeld.signal()
            mayGoOn.wait()
        }
        isHeld.wait()
        while queue.tryAsync({}) {}
        let sender = DispatchQueue(label: "sender")
        sender.async { [queue] in queue.async {} }
        DispatchQueue.global().async { [queue] in queue.stop() }
        // The sender returns, whether it gets a place in the queue or is refused. Otherwise the test would hang.
        mayGoOn.signal()
        sender.sync {}
        queue.stop()
    }

    @Test func unreferencedQueueRunsItsWorkAndEnds() throws {
        let done = DispatchSemaphore(value: 0)
        weak var released: RealTimeQueue?
        do {
            let queue = try RealTimeQueue(name: "released")
            released = queue
            _ = queue.every(.milliseconds(1)) { _ in }
            queue.async { done.signal() }
        }
        done.wait()
        #expect(released == nil)
    }

    @Test func queueMayBeReleasedByItsOwnThread() throws {
        let done = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        do {
            let queue = try RealTimeQueue(name: "own-release")
            queue.async { [queue] in
                mayGoOn.wait()
                _ = queue.now
                done.signal()
            }
        }
        mayGoOn.signal()
        done.wait()
    }
}
