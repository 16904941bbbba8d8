import CRealTime
import CarillonScheduling
import Glibc

/// A processor that one thread runs on, and from which the ordinary threads of the process are kept away.
///
/// A new thread may run where the one that starts it may: the worker threads that libdispatch starts on behalf of a
/// pinned thread would all be on its processor. So the pinned thread looks before it sleeps whether there are threads
/// that it does not know yet, and moves them. As it is of real-time priority, none of them has been on its processor
/// until then. A look counts the threads, and checks whether one of the known threads has ended, a different one each time:
/// a thread that starts as another ends leaves the count as it was. These are two short system calls.
///
/// Each moved thread gets back the processors that it had. Other threads, such as those that the program has pinned to other
/// processors itself, are left alone.
///
/// Where the process has but one processor, it is shared.
final class ReservedProcessor: Sendable {
    /// Who has which processor, for the whole process.
    private struct Reservations {
        /// Where the process may run if nothing is reserved.
        var all = crt_cpus()
        /// The processor of each pinned thread.
        var cpus: [Int32: Int32] = [:]
        /// The processors that each moved thread had before.
        var moved: [Int32: crt_cpus] = [:]

        /// Where a thread may run whose own processors are `own`.
        func allowed(of own: crt_cpus) -> crt_cpus {
            hasUnreserved(own) ? unreserved(of: own) : unreserved(of: all)
        }

        func hasUnreserved(_ cpus: crt_cpus) -> Bool {
            var left = unreserved(of: cpus)
            return crt_cpus_count(&left) > 0
        }

        private func unreserved(of cpus: crt_cpus) -> crt_cpus {
            var left = cpus
            for cpu in self.cpus.values { crt_cpus_remove(&left, cpu) }
            return left
        }
    }

    private static let reservations = Locked(Reservations())

    private let cpu: Int32
    private let folder: Int32
    /// Touched by the pinned thread. Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>

    private struct State {
        var knownThreads: [Int32] = []
        var nextToCheck = 0
    }

    /// Pins the calling thread.
    init(_ number: Int) throws(RealTimeRefusal) {
        guard let cpu = Int32(exactly: number), (0..<1024).contains(cpu) else { throw .cpu(number, errno: EINVAL) }
        self.cpu = cpu
        state = OnQueue(State()) { [thread = thisThread] in thread == thisThread }
        var before = crt_cpus()
        crt_affinity(0, &before)
        var wanted = crt_cpus()
        crt_cpus_insert(&wanted, cpu)
        let result = crt_set_affinity(0, &wanted)
        guard result == 0 else { throw .cpu(number, errno: -result) }
        folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        Self.reservations.withLock { reservations in
            if reservations.cpus.isEmpty { reservations.all = before }
            reservations.cpus[crt_tid()] = cpu
        }
        moveOthers(haveStartedThreads: false)
        keepOthersOff()
    }

    /// Moves the threads that have come since the last time. On the pinned thread, before it sleeps.
    func keepOthersOff() {
        // A thread may start another one while it is being moved: until there are no new ones.
        for _ in 0..<8 {
            guard hasNewThreads else { return }
            moveOthers(haveStartedThreads: true)
        }
    }

    /// Gives the processor back, to the threads that were moved. On the pinned thread, as the last thing.
    func release() {
        Self.reservations.withLock { reservations in
            let before = reservations
            reservations.cpus[crt_tid()] = nil
            reservations.moved = reservations.moved.filter { thread, own in
                var (cpus, after) = (crt_cpus(), reservations.allowed(of: own))
                // A thread that runs elsewhere has ended, or has been moved by the program.
                guard crt_affinity(thread, &cpus) == 0, crt_cpus_equal(&cpus, before.allowed(of: own)) else {
                    return false
                }
                crt_set_affinity(thread, &after)
                return !crt_cpus_equal(&after, own)
            }
        }
        close(folder)
    }

    private var hasNewThreads: Bool {
        let count = crt_thread_count(folder)
        // 0 when the folder could not be opened.
        guard count > 0 else { return false }
        guard count == state.value.knownThreads.count else { return true }
        state.value.nextToCheck =
            state.value.nextToCheck + 1 < state.value.knownThreads.count ? state.value.nextToCheck + 1 : 0
        return !crt_thread_exists(state.value.knownThreads[state.value.nextToCheck])
    }

    /// - Parameter haveStartedThreads: Whether a thread that may run on reserved processors only is taken for one that a pinned
    ///   thread has started. Otherwise the program has pinned it.
    private func moveOthers(haveStartedThreads: Bool) {
        state.value.knownThreads = Self.threads
        Self.reservations.withLock { reservations in
            reservations.moved = reservations.moved.filter { state.value.knownThreads.contains($0.key) }
            for thread in state.value.knownThreads where reservations.cpus[thread] == nil && !crt_is_real_time(thread) {
                var cpus = crt_cpus()
                guard crt_affinity(thread, &cpus) == 0 else { continue }
                var allowed = reservations.allowed(of: cpus)
                guard crt_cpus_count(&allowed) > 0, !crt_cpus_equal(&allowed, cpus) else { continue }
                let isStartedByPinned = haveStartedThreads && !reservations.hasUnreserved(cpus)
                let own = isStartedByPinned ? reservations.all : cpus
                reservations.moved[thread] = reservations.moved[thread] ?? own
                crt_set_affinity(thread, &allowed)
            }
        }
    }

    /// The numbers of the threads of the process.
    private static var threads: [Int32] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var threads: [Int32] = []
        while let entry = readdir(folder) {
            let thread = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
            }
            // 0 is one of the folder's own entries.
            if thread > 0 { threads.append(thread) }
        }
        return threads
    }
}
