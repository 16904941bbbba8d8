import CSystem
import CarillonRealTime
import Dispatch
import Synchronization

/// Starts libdispatch work and Swift tasks from a pinned real-time queue, enough that their pools start threads, and
/// checks every thread of the process while they run.
func probeThreads() throws {
    let findings = Findings()
    var processors = crt_cpus()
    crt_affinity(0, &processors)
    let cpu = (0..<1024).last { crt_cpus_contain(&processors, $0) }!
    let queue = try RealTimeQueue(
        name: "pinned", configuration: RealTimeConfiguration(cpu: Int(cpu), locksMemory: false))
    let group = DispatchGroup()
    for _ in 0..<20 {
        queue.sync {
            findings.beginRound()
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
            findings.haveStarted()
        }
        // A timer runs in a later turn, and at its end each turn moves the new threads.
        let hasTurned = DispatchSemaphore(value: 0)
        _ = queue.schedule(at: .zero) { hasTurned.signal() }
        hasTurned.wait()
        for thread in ProcessState.threads { findings.note(thread, pinned: cpu) }
        group.wait()
        queue.sync { findings.endRound() }
    }
    print("granted", queue.grantedPriority)
    print("rounds", findings.rounds.load(ordering: .relaxed))
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
    /// The number of real-time threads, except for the queue's own.
    let realTime = Atomic(0)
    /// The number of rounds in which the queue's thread kept its processor.
    let rounds = Atomic(0)
    /// The number of threads that could run on the queue's processor in these rounds, except for the queue's own.
    let pinned = Atomic(0)
    private let pinnedInRound = Atomic(0)
    private let preemptions = Atomic(0)
    private let sleeps = Atomic(0)

    /// Starts a round. Queue only.
    func beginRound() {
        preemptions.store(ProcessState.preemptions, ordering: .relaxed)
        sleeps.store(ProcessState.sleeps, ordering: .relaxed)
    }

    /// Records that the threads are started. Queue only, in the same turn.
    func haveStarted() { sleeps.subtract(ProcessState.sleeps, ordering: .relaxed) }

    /// Ends a round after its threads have checked themselves. Counts the threads found on the queue's processor,
    /// unless the queue's thread lost the processor: it was preempted, or slept for a lock while it started threads.
    /// Queue only.
    func endRound() {
        let found = pinnedInRound.exchange(0, ordering: .relaxed)
        guard preemptions.load(ordering: .relaxed) == ProcessState.preemptions, sleeps.load(ordering: .relaxed) == 0
        else { return }
        rounds.add(1, ordering: .relaxed)
        pinned.add(found, ordering: .relaxed)
    }

    /// Checks a thread; 0 is the calling thread.
    func note(_ thread: Int32 = 0, pinned cpu: Int32) {
        var processors = crt_cpus()
        guard crt_affinity(thread, &processors) == 0 else { return }
        let isOnPinned = crt_cpus_contain(&processors, cpu)
        let isRealTime = crt_is_real_time(thread)
        // Only the queue's own thread is both.
        if thread != 0, isOnPinned, isRealTime, crt_cpus_count(&processors) == 1 { return }
        seen.add(1, ordering: .relaxed)
        if isRealTime { realTime.add(1, ordering: .relaxed) }
        if isOnPinned { pinnedInRound.add(1, ordering: .relaxed) }
    }
}
