import CLibrary
import CSystem
import CarillonScheduling

/// A processor that one thread runs on. The ordinary threads of the process are kept off it.
///
/// A new thread inherits the processors of the thread that starts it. So the worker threads that libdispatch starts on
/// behalf of a pinned thread would all be on its processor. The pinned thread therefore checks for unknown threads
/// before it sleeps, and moves them. Because it has real-time priority, none of them has run on its processor until
/// then. A check counts the threads, and verifies that one of the known threads still exists, a different one each
/// time: a thread that starts as another ends leaves the count unchanged. A check takes two short system calls.
///
/// When the processor is released, each moved thread gets back the processors that it had. Other threads, such as those
/// that the program itself has pinned to other processors, are not moved.
///
/// If the process has only one processor, it is shared.
final class ReservedProcessor: Sendable {
    /// The reserved processors of the whole process.
    private struct Reservations {
        /// The processors on which the process may run if nothing is reserved.
        var all = crt_cpus()
        /// The processor of each pinned thread.
        var cpus: [Int32: Int32] = [:]
        /// The processors that each moved thread had before.
        var moved: [Int32: crt_cpus] = [:]

        /// Returns the processors on which a thread may run whose own processors are `own`.
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
    /// Accessed by the pinned thread only.
    private let state: OnQueue<State>

    private struct State {
        var knownThreads: [Int32] = []
        var nextToCheck = 0
    }

    /// Pins the calling thread.
    init(_ number: Int) throws(RealTimeDenial) {
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
        moveOtherThreads(haveStartedThreads: false)
        moveNewThreads()
    }

    /// Moves the threads that have started since the last call. Call on the pinned thread, before it sleeps.
    func moveNewThreads() {
        // A thread may start another one while it is being moved, so this repeats until there are no new ones.
        for _ in 0..<8 {
            guard hasNewThreads else { return }
            moveOtherThreads(haveStartedThreads: true)
        }
    }

    /// Gives the processor back to the threads that were moved. Call on the pinned thread, as the last action.
    func release() {
        Self.reservations.withLock { reservations in
            let before = reservations
            reservations.cpus[crt_tid()] = nil
            reservations.moved = reservations.moved.filter { thread, own in
                var (cpus, after) = (crt_cpus(), reservations.allowed(of: own))
                // A thread with other processors has ended, or the program has moved it.
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
        // The count is 0 if the folder could not be opened.
        guard count > 0 else { return false }
        guard count == state.value.knownThreads.count else { return true }
        state.value.nextToCheck =
            state.value.nextToCheck + 1 < state.value.knownThreads.count ? state.value.nextToCheck + 1 : 0
        return !crt_thread_exists(state.value.knownThreads[state.value.nextToCheck])
    }

    /// - Parameter haveStartedThreads: Whether a thread that may run on reserved processors only is assumed to have
    ///   been started by a pinned thread. Otherwise the program has pinned it.
    private func moveOtherThreads(haveStartedThreads: Bool) {
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

    /// The kernel's numbers of the threads of the process.
    private static var threads: [Int32] { entries(ofFolder: "/proc/self/task").compactMap { Int32($0) } }
}
