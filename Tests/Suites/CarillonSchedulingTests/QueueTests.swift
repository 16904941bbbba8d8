import Dispatch
import TestSupport
import Testing

@testable import CarillonScheduling

@Suite struct QueueTests {
    @Test func itemsArePoppedInTheirOrder() {
        var queue = FIFO<Int>()
        var next = 0
        for number in 0..<1000 {
            queue.append(number)
            if number % 3 == 2 {
                expectEqual(queue.popFirst(), next)
                next += 1
            }
        }
        while let number = queue.popFirst() {
            expectEqual(number, next)
            next += 1
        }
        expectEqual(next, 1000)
        #expect(queue.isEmpty)
    }

    @Test func removedItemsAreReleased() {
        final class Weight {}
        var queue = FIFO<Weight>()
        weak var gone: Weight?
        do {
            let weight = Weight()
            gone = weight
            queue.append(weight)
        }
        #expect(gone != nil)
        _ = queue.popFirst()
        #expect(gone == nil)
    }

    @Test func callerRunsTheWork() {
        let queue = CallerQueue()
        let order = Recorder<Int>()
        #expect(!queue.isCurrent)
        queue.async {
            order.append(queue.isCurrent ? 1 : 0)
            queue.async { order.append(3) }
            queue.sync { order.append(2) }
        }
        expectEqual(order.values, [1, 2, 3])
        #expect(!queue.isCurrent)
    }

    @Test func threadInsideTheQueueRunsTheWorkOfOtherThreads() {
        let queue = CallerQueue()
        let entered = DispatchSemaphore(value: 0)
        let mayLeave = DispatchSemaphore(value: 0)
        let order = Recorder<Int>()
        let other = DispatchQueue(label: "other")
        other.async {
            queue.sync {
                entered.signal()
                mayLeave.wait()
                order.append(1)
            }
        }
        entered.wait()
        queue.async { order.append(2) }
        #expect(order.values.isEmpty)
        mayLeave.signal()
        queue.sync { order.append(3) }
        other.sync {}
        expectEqual(order.values, [1, 2, 3])
    }

    @Test func noWorkIsLostBetweenManyCallers() {
        let queue = CallerQueue()
        // Unsafe for the compiler only: changed on the queue, by one caller at a time.
        nonisolated(unsafe) var count = 0
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            for turn in 1...10_000 {
                if (number + turn) % 2 == 0 {
                    queue.async { count += 1 }
                } else {
                    queue.sync { count += 1 }
                }
            }
        }
        expectEqual(queue.perform { count }, 40_000)
    }

    @Test(arguments: [DispatchQueue.global(), DispatchQueue(label: "concurrent", attributes: .concurrent)])
    func workOnAConcurrentQueueRunsOneItemAtATime(_ concurrent: DispatchQueue) {
        let queue = DispatchScheduler(concurrent)
        // Unsafe for the compiler only: changed on the queue.
        nonisolated(unsafe) var count = 0
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 1...1000 { queue.async { count += 1 } }
        }
        var result = 0
        queue.sync { result = count }
        expectEqual(result, 4000)
    }

    @Test func adaptersOfAQueueRecogniseItsWork() {
        let queue = DispatchQueue(label: "shared")
        let (first, second) = (DispatchScheduler(queue), DispatchScheduler(queue))
        let other = DispatchScheduler(DispatchQueue(label: "other"))
        #expect(first.isSame(as: second))
        #expect(DispatchScheduler(.main).isSame(as: DispatchScheduler(.main)))
        #expect(!first.isSame(as: DispatchScheduler(.main)))
        #expect(!first.isCurrent)
        first.sync { #expect(first.isCurrent && second.isCurrent && !other.isCurrent) }
    }
}
