import TestSupport
import Testing

/// The state of a whole process in /proc/self; see RealTimeProbe.
@Suite struct ProcessTests {
    @Test func twoHundredStartsAndStopsLeakNothing() throws {
        let left = try Program.probe("rounds")
        expectEqual(left["threads"], 0)
        expectEqual(left["descriptors"], 0)
        expectEqual(left["witnesses"], 0)
        // A queue that is not released takes some 100 KiB.
        if left["memory-of-its-own"] == 1 { #expect(left["memory"]! < 4096) }
    }

    @Test func poolThreadsHaveNoRealTimePriorityAndAvoidThePinnedProcessor() throws {
        let found = try Program.probe("threads")
        #expect(found["pool"]! > 0)
        expectEqual(found["real-time"], 0)
        expectEqual(found["given-back"], 1)
        // Until it is moved, a new thread waits for the processor on which the queue's thread started it. It gets the
        // processor sooner if the queue's thread has no real-time priority, has slept for a lock, or was preempted. The
        // kernel preempts real-time threads for a twentieth of each second if they occupy the processor all the time.
        // These rounds do not count.
        if found["granted"]! > 0, found["processors"]! > 1 { expectEqual(found["pinned"], 0) }
    }

    @Test func newThreadLeavesTheReservedProcessorAndPinnedThreadsKeepTheirs() throws {
        let found = try Program.probe("reserved")
        // The new thread starts as another one ends.
        if found["processors"]! > 1 { expectEqual(found["left-on-reserved"], 0) }
        expectEqual(found["given-back"], 1)
        expectEqual(found["pinned-elsewhere-moved"], 0)
        expectEqual(found["wishes-kept"], 2)
    }

    @Test func queuesThreadKeepsItsProcessors() throws {
        expectEqual(try Program.probe("staying"), ["narrowed": 0])
    }

    @Test func lockedMemoryGrowsByLessThanTwoMegabytes() throws {
        let found = try Program.probe("memory")
        if found["memory-of-its-own"] == 1 { #expect(found["growth"]! < 2048) }
    }
}
