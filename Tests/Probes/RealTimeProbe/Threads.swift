import CRealTime
import CarillonRealTime
import Dispatch
import Synchronization

/// Has a pinned real-time queue start work of libdispatch and tasks of Swift's concurrency, as many as make their pools
/// start threads, and looks at every thread of the process while they run.
func probeThreads() throws {
    let findings = Findings()
    var processors = crt_cpus()
    crt_affinity(0, &processors)
    let cpu = (0..<1024).last { crt_cpus_contain(&processors, $0) }!
    let queue = try RealTimeQueue(
        name: "pinned", configuration: RealTimeConfiguration(cpu: Int(cpu), locksMemory: false))
    queue.sync { findings.preemptions.subtract(ProcessState.preemptions, ordering: .relaxed) }
    let group = DispatchGroup()
    for _ in 0..<20 {
        queue.sync {
            for qos in [DispatchQoS.QoSClass.userInteractive, .utility, .default] {
                for _ in 0..<8 {
                    DispatchQueue.global(qos: qos).async(group: group) { findings.note(pinned: cpu) }
                }
            }
            for _ in 0..<8 {
                group.enter()
                Task.detached {
                    findings.note(pinned: cpu)
                    group.leave()
                }
            }
            DispatchQueue(label: "own").async(group: group) { findings.note(pinned: cpu) }
        }
        // A timer's turn is a later one, and before each turn ends the new threads are moved.
        let hasTurned = DispatchSemaphore(value: 0)
        _ = queue.schedule(at: .zero) { hasTurned.signal() }
        hasTurned.wait()
        for thread in ProcessState.threads { findings.note(thread, pinned: cpu) }
        group.wait()
    }
    print("granted", queue.grantedPriority)
    queue.sync { findings.preemptions.add(ProcessState.preemptions, ordering: .relaxed) }
    print("preempted", findings.preemptions.load(ordering: .relaxed))
    print("processors", crt_cpus_count(&processors))
    print("pool", findings.seen.load(ordering: .relaxed))
    print("real-time", findings.realTime.load(ordering: .relaxed))
    print("pinned", findings.pinned.load(ordering: .relaxed))
    queue.stop()
    var after = crt_cpus()
    crt_affinity(0, &after)
    print("given-back", crt_cpus_equal(&after, processors) ? 1 : 0)
}

private final class Findings: Sendable {
    let seen = Atomic(0)
    /// Threads of real-time priority, but for the queue's own.
    let realTime = Atomic(0)
    /// Threads that may run on the queue's processor, but for its own.
    let pinned = Atomic(0)

    /// How often the queue's thread has lost its processor.
    let preemptions = Atomic(0)

    /// Looks at a thread; 0 is the calling one.
    func note(_ thread: Int32 = 0, pinned cpu: Int32) {
        var processors = crt_cpus()
        guard crt_affinity(thread, &processors) == 0 else { return }
        let isOnPinned = crt_cpus_contain(&processors, cpu)
        let isRealTime = crt_is_real_time(thread)
        // The queue's own thread is the one that is both.
        if thread != 0, isOnPinned, isRealTime, crt_cpus_count(&processors) == 1 { return }
        seen.add(1, ordering: .relaxed)
        if isRealTime { realTime.add(1, ordering: .relaxed) }
        if isOnPinned { pinned.add(1, ordering: .relaxed) }
    }
}
