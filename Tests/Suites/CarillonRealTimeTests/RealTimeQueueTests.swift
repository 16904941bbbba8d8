import CarillonRealTime
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

/// On real threads. The tests wait for events, never for time to pass.
@Suite struct RealTimeQueueTests {
    private let queue: RealTimeQueue

    init() throws {
        queue = try RealTimeQueue(name: "test", capacity: 16)
    }

    @Test func workRunsOnTheQueueInTheOrderOfEnqueueing() {
        let log = Log()
        for number in 0..<1_000 {
            queue.async { [queue] in log.append(queue.isCurrent ? "\(number)" : "elsewhere") }
        }
        queue.stop()
        expectEqual(log.entries, (0..<1_000).map(String.init))
        #expect(!queue.isCurrent)
    }

    /// It must not preempt a loop of ordinary priority. Such a thread would also inherit the priority of `chrt`.
    @Test func backgroundQueueHasALowerPriority() throws {
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        let ordinary = queue.perform { getpriority(thread, 0) }
        let background = try RealTimeQueue(background: "test-background")
        expectEqual(background.perform { sched_getscheduler(0) }, 3)  // SCHED_BATCH
        expectEqual(background.perform { getpriority(thread, 0) }, min(ordinary + 10, 19))
        #expect(background.denials.isEmpty)
        background.stop()
    }

    @Test func timersRunInOrderAndNotBeforeTheirTimes() {
        var log: Log
        let isInTime = Atomic(false)
        repeat {
            log = Log()
            let done = DispatchSemaphore(value: 0)
            // On the queue, so that no timer runs before all are scheduled.
            queue.sync { [log] in
                let start = queue.now
                for milliseconds in [3, 1, 2] {
                    let time = start + .milliseconds(milliseconds)
                    _ = queue.schedule(at: time) { [queue] in
                        log.append(queue.now >= time ? "\(milliseconds)" : "early")
                        done.signal()
                    }
                }
                // A busy machine may have taken longer. A timer whose time has passed runs after the timers that are
                // due.
                isInTime.store(queue.now < start + .milliseconds(1), ordering: .relaxed)
            }
            for _ in 0..<3 { done.wait() }
        } while !isInTime.load(ordering: .relaxed)
        queue.stop()
        expectEqual(log.entries, ["1", "2", "3"])
    }

    @Test func eachDescriptorCallsItsOwnHandlerUntilItsWatchIsDisposed() throws {
        let log = Log()
        let came = DispatchSemaphore(value: 0)
        let pipes = (0..<4).map { _ in
            var pipe: [Int32] = [0, 0]
            Glibc.pipe(&pipe)
            return (input: pipe[0], output: pipe[1])
        }
        let watches = try pipes.enumerated().map { number, pipe in
            try queue.watch(descriptor: pipe.input) {
                var byte: UInt8 = 0
                _ = read(pipe.input, &byte, 1)
                log.append("\(number) \(byte)")
                came.signal()
            }
        }
        queue.sync { watches[1].dispose() }
        for (byte, number) in [1, 3, 2, 0, 3].enumerated() {
            _ = withUnsafeBytes(of: UInt8(byte)) { write(pipes[number].output, $0.baseAddress!, 1) }
            if number != 1 { came.wait() }
        }
        queue.stop()
        expectEqual(log.entries, ["3 1", "2 2", "0 3", "3 4"])
        // Disposing a watch of a stopped queue does nothing.
        for watch in watches { watch.dispose() }
        for pipe in pipes {
            close(pipe.input)
            close(pipe.output)
        }
    }

    @Test func handlerMayDisposeTheWatchOfAnotherReadableDescriptor() throws {
        let log = Log()
        let pipes = (0..<2).map { _ in
            var pipe: [Int32] = [0, 0]
            Glibc.pipe(&pipe)
            return (input: pipe[0], output: pipe[1])
        }
        let came = DispatchSemaphore(value: 0)
        let watches = Locked<[any Disposable & Sendable]>([])
        for pipe in pipes {
            let watch = try queue.watch(descriptor: pipe.input) {
                log.append("handler")
                for watch in watches.withLock({ $0 }) { watch.dispose() }
                came.signal()
            }
            watches.withLock { $0.append(watch) }
        }
        // Both are readable before the queue looks at either.
        queue.sync { for pipe in pipes { _ = write(pipe.output, "x", 1) } }
        came.wait()
        queue.stop()
        expectEqual(log.entries, ["handler"])
        for pipe in pipes {
            close(pipe.input)
            close(pipe.output)
        }
    }

    @Test func regularFileCannotBeWatched() throws {
        let file = open("/proc/self/exe", O_RDONLY)
        #expect(throws: RealTimeError.cannotWatch(descriptor: file, errno: EPERM)) {
            try queue.watch(descriptor: file) {}
        }
        queue.stop()
        close(file)
    }
}
