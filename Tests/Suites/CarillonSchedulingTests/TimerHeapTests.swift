import TestSupport
import Testing

@testable import CarillonScheduling

@Suite struct TimerHeapTests {
    private let garbage = ScheduledWork.Garbage()

    @Test func disposedWorkIsSweptFromTheHeap() {
        var heap = TimerHeap(garbage: garbage)
        for _ in 0..<100_000 {
            let work = ScheduledWork(.once {}, garbage: garbage)
            heap.insert(work, at: .seconds(3600))
            work.dispose()
        }
        #expect(heap.count < 100)
    }

    @Test func timersStayInOrderAfterASweep() {
        var heap = TimerHeap(garbage: garbage)
        let works = (0..<1_000).map { number in
            let work = ScheduledWork(.once {}, garbage: garbage)
            heap.insert(work, at: .milliseconds(number * 7919 % 1_000))
            return work
        }
        for (number, work) in works.enumerated() where number % 4 != 0 { work.dispose() }
        heap.insert(ScheduledWork(.once {}, garbage: garbage), at: .seconds(1))
        expectEqual(heap.count, 251)
        var times: [Duration] = []
        while let due = heap.popDue(at: .seconds(1)) { times.append(due.tick.time) }
        expectEqual(times, times.sorted())
        expectEqual(times.count, 251)
    }

    @Test func lateTickReportsTheMissedTicks() {
        var heap = TimerHeap(garbage: garbage)
        let ticks = ScheduledWork(.periodic({ _ in }, period: .milliseconds(10)), garbage: garbage)
        heap.insert(ticks, at: .milliseconds(100))
        expectEqual(heap.popDue(at: .milliseconds(99))?.tick, nil)
        expectEqual(heap.popDue(at: .milliseconds(100))?.tick, TimerTick(time: .milliseconds(100)))
        expectEqual(heap.popDue(at: .milliseconds(139))?.tick, TimerTick(time: .milliseconds(130), missed: 2))
        expectEqual(heap.popDue(at: .milliseconds(139))?.tick, nil)
        expectEqual(heap.earliest, .milliseconds(140))
    }

    @Test func timerDisposedBeforeItRunsIsNeitherRunNorCounted() {
        var heap = TimerHeap(garbage: garbage)
        for _ in 1...100 {
            let work = ScheduledWork(.once { Issue.record("it has been disposed") }, garbage: garbage)
            heap.insert(work, at: .zero)
            let due = heap.popDue(at: .zero)
            work.dispose()
            due?.run()
        }
        let work = ScheduledWork(.once {}, garbage: garbage)
        work.dispose()
        heap.insert(work, at: .zero)
        expectEqual(heap.popDue(at: .zero)?.tick, nil)
        expectEqual(garbage.count.load(ordering: .relaxed), 0)
    }
}
