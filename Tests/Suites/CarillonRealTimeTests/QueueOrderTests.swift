import CarillonRealTime
import Dispatch
import TestSupport
import Testing

/// On real threads. The tests wait for events, never for time to pass.
@Suite struct QueueOrderTests {
    @Test func aMillionPiecesOfWorkFromFourProducersComeInOrder() throws {
        let queue = try RealTimeQueue(name: "order")
        let (producers, each) = (4, 250_000)
        // Accessed on the queue only.
        nonisolated(unsafe) var next = [Int](repeating: 0, count: producers)
        nonisolated(unsafe) var outOfOrder = 0
        DispatchQueue.concurrentPerform(iterations: producers) { producer in
            for number in 0..<each {
                queue.async {
                    if next[producer] != number { outOfOrder += 1 }
                    next[producer] = number + 1
                }
            }
        }
        queue.stop()
        #expect(outOfOrder == 0)
        #expect(next == [Int](repeating: each, count: producers))
    }

    @Test func aFullQueueRefusesWhatNeedNotWaitAndLosesNothing() throws {
        let queue = try RealTimeQueue(name: "full", capacity: 16)
        let log = Log()
        let mayGoOn = DispatchSemaphore(value: 0)
        let isHeld = DispatchSemaphore(value: 0)
        queue.async {
            isHeld.signal()
            mayGoOn.wait()
        }
        isHeld.wait()
        let taken = (0..<20).filter { number in queue.tryAsync { log.append("\(number)") } }
        #expect(taken == Array(0..<16))
        mayGoOn.signal()
        queue.stop()
        #expect(log.entries == taken.map(String.init))
    }

    @Test func aFullQueueLetsItsSenderWait() throws {
        let queue = try RealTimeQueue(name: "full", capacity: 16)
        let count = Counter()
        let isHeld = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        queue.async {
            isHeld.signal()
            mayGoOn.wait()
        }
        isHeld.wait()
        while queue.tryAsync({ count.increment() }) {}
        let sender = DispatchQueue(label: "sender")
        sender.async { queue.async { count.increment() } }
        #expect(count.value == 0)
        mayGoOn.signal()
        sender.sync {}
        queue.stop()
        #expect(count.value == 17)
    }

    @Test func whatTheQueueItselfEnqueuesIsInOrderWhileOthersFillTheRing() throws {
        let queue = try RealTimeQueue(name: "own", capacity: 16)
        let isDone = Flag()
        let log = Log()
        let flood = DispatchGroup()
        DispatchQueue.global().async(group: flood) {
            while !isDone.isSet { queue.async {} }
        }
        queue.sync {
            for number in 0..<1_000 { queue.async { log.append("\(number)") } }
            queue.async { isDone.set() }
        }
        flood.wait()
        queue.stop()
        #expect(log.entries == (0..<1_000).map(String.init))
    }

    @Test func workThatEnqueuesItselfStarvesNeitherTimersNorDescriptorsNorOthers() throws {
        let queue = try RealTimeQueue(name: "busy", capacity: 16)
        let isDone = Flag()
        @Sendable func again() {
            if !isDone.isSet { queue.async(again) }
        }
        queue.async(again)
        let came = DispatchSemaphore(value: 0)
        let ticks = queue.every(.milliseconds(1)) { _ in came.signal() }
        for _ in 0..<3 { came.wait() }
        ticks.dispose()
        queue.sync {}
        isDone.set()
        queue.stop()
    }

    @Test func aTimerThatAlwaysSetsOneThatIsDueStarvesNothing() throws {
        let queue = try RealTimeQueue(name: "busy")
        let isDone = Flag()
        @Sendable func again() {
            if !isDone.isSet { _ = queue.schedule(at: .zero, again) }
        }
        _ = queue.schedule(at: .zero, again)
        let came = DispatchSemaphore(value: 0)
        _ = queue.schedule(at: queue.now + .milliseconds(1)) { came.signal() }
        came.wait()
        queue.sync {}
        isDone.set()
        queue.stop()
    }
}
