import CarillonRealTime
import Dispatch
import Glibc
import TestSupport
import Testing

/// On real threads. The tests wait for events, never for time to pass.
@Suite struct QueueOrderTests {
    /// A million pieces of work; and fewer, which fill a small ring all the time.
    @Test(arguments: [(1024, 250_000), (16, 10_000)])
    func workOfEachOfFourProducersRunsInOrder(capacity: Int, each: Int) throws {
        let queue = try RealTimeQueue(name: "order", capacity: capacity)
        let producers = 4
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
        expectEqual(outOfOrder, 0)
        expectEqual(next, [Int](repeating: each, count: producers))
    }

    @Test func fullQueueRefusesOptionalWorkAndLosesNothing() throws {
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
        expectEqual(taken, Array(0..<16))
        mayGoOn.signal()
        queue.stop()
        expectEqual(log.entries, taken.map(String.init))
    }

    @Test(arguments: 0..<20) func senderWaitsWhileTheQueueIsFull(round: Int) throws {
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
        let log = Log()
        let isSending = DispatchSemaphore(value: 0)
        DispatchQueue(label: "release").async {
            isSending.wait()
            log.append("room")
            mayGoOn.signal()
        }
        isSending.signal()
        queue.async { count.increment() }
        log.append("sent")
        queue.stop()
        expectEqual(log.entries, ["room", "sent"])
        expectEqual(count.value, 17)
    }

    @Test func ownWorkStaysInOrderWhileOthersFillTheRing() throws {
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
        expectEqual(log.entries, (0..<1_000).map(String.init))
    }

    @Test func workOfAnotherThreadDoesNotOvertakeTheQueuesOwn() throws {
        let queue = try RealTimeQueue(name: "own", capacity: 2)
        let overtakers = Counter()
        for _ in 0..<2_000 {
            let (isOwnDone, isFull) = (Flag(), Flag())
            queue.async {
                for _ in 0..<3 { queue.async {} }
                queue.async { isOwnDone.set() }
                isFull.set()
            }
            while !isFull.isSet {}
            while !queue.tryAsync({ if !isOwnDone.isSet { overtakers.increment() } }) {}
        }
        queue.stop()
        expectEqual(overtakers.value, 0)
    }

    @Test func workThatEnqueuesItselfStarvesNeitherTimersNorDescriptorsNorOthers() throws {
        let queue = try RealTimeQueue(name: "busy", capacity: 16)
        let busy = EndlessWork(until: ["tick", "descriptor", "other"]) { work in queue.async(work) }
        var ends: [Int32] = [0, 0]
        let isFilled = pipe(&ends) == 0 && write(ends[1], "x", 1) == 1
        try #require(isFilled)
        defer { for end in ends { close(end) } }
        let input = ends[0]
        // On the queue, so that all are there before the endless work begins.
        let (ticks, watch) = try queue.perform {
            let ticks = queue.every(.milliseconds(1)) { _ in busy.saw("tick") }
            let watch = try queue.watch(descriptor: input) {
                var byte: UInt8 = 0
                if read(input, &byte, 1) == 1 { busy.saw("descriptor") }
            }
            busy.begin()
            return (ticks, watch)
        }
        let others = DispatchSemaphore(value: 0)
        let before = Box(0)
        queue.async {
            before.change { $0 = busy.count }
            busy.saw("other")
            others.signal()
        }
        // The queue has at most 16 pieces of work before it. The count may have grown until it is read here.
        let after = busy.count
        others.wait()
        #expect(before.value <= after + 16)
        busy.waitUntilOver()
        ticks.dispose()
        watch.dispose()
        queue.stop()
        expectEqual(busy.seen, ["tick", "descriptor", "other"])
    }

    @Test func timerThatKeepsSettingDueTimersStarvesNothing() throws {
        let queue = try RealTimeQueue(name: "busy")
        let busy = EndlessWork(until: ["timer", "work"]) { work in _ = queue.schedule(at: .zero, work) }
        queue.sync {
            _ = queue.schedule(at: queue.now + .milliseconds(1)) { busy.saw("timer") }
            queue.async { busy.saw("work") }
            busy.begin()
        }
        busy.waitUntilOver()
        queue.stop()
        expectEqual(busy.seen, ["timer", "work"])
    }
}

/// Work that enqueues itself again and again, on a queue that has other things to do. It ends when the others have had their
/// turn, or after so many rounds that the others, which are due within a millisecond, must have had it.
private final class EndlessWork: Sendable {
    private static let limit = 300_000

    private let rounds = Counter()
    private let isOver = DispatchSemaphore(value: 0)
    private let others = Log()
    private let expected: Set<String>
    private let enqueue: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    init(
        until expected: Set<String>, _ enqueue: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        (self.expected, self.enqueue) = (expected, enqueue)
    }

    /// The number of rounds so far.
    var count: Int { rounds.value }

    /// The others that have run before the work was over.
    var seen: Set<String> { Set(others.entries) }

    /// Call on the queue.
    func begin() { enqueue(again) }

    /// Notes that something else has run. Call on the queue.
    func saw(_ other: String) { if count < Self.limit { others.append(other) } }

    func waitUntilOver() { isOver.wait() }

    @Sendable private func again() {
        rounds.increment()
        if count < Self.limit, seen != expected { enqueue(again) } else { isOver.signal() }
    }
}
