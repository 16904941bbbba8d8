import CRealTime
import Glibc
import Synchronization

/// A processor that one thread runs on, and from which the ordinary threads of the process are kept away.
///
/// A new thread may run where the one that starts it may: the worker threads that libdispatch starts on behalf of a
/// pinned thread would all be on its processor. So the pinned thread looks before it sleeps whether there are threads
/// that it does not know yet, and moves them. As it is of real-time priority, none of them has been on its processor
/// until then. Looking is one `fstat`.
///
/// Where the process has but one processor, it is shared.
///
/// `@unchecked Sendable`: `knownThreads` is touched by the pinned thread only.
final class ReservedProcessor: @unchecked Sendable {
    /// Who has which processor, for the whole process.
    private struct Reservations {
        /// Where the process may run if nothing is reserved.
        var all = crt_cpus()
        /// The processor of each pinned thread.
        var cpus: [Int32: Int32] = [:]

        /// What is left for the others.
        var rest: crt_cpus {
            var rest = all
            for cpu in cpus.values { crt_cpus_remove(&rest, cpu) }
            return rest
        }
    }

    private static let reservations = Mutex(Reservations())

    private let cpu: Int32
    private let folder: Int32
    private var knownThreads: Int32 = 0

    /// Pins the calling thread.
    init(_ number: Int) throws(RealTimeRefusal) {
        guard let cpu = Int32(exactly: number), (0..<1024).contains(cpu) else { throw .cpu(number, errno: EINVAL) }
        self.cpu = cpu
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
        keepOthersOff()
    }

    /// Moves the threads that have come since the last time. On the pinned thread, before it sleeps.
    func keepOthersOff() {
        // A thread may start another one while it is being moved: until there are no new ones.
        for _ in 0..<8 {
            let threads = crt_thread_count(folder)
            guard threads != knownThreads else { return }
            knownThreads = threads
            Self.reservations.withLock { Self.moveOthers(&$0) }
        }
    }

    /// Gives the processor back. On the pinned thread, as the last thing.
    func release() {
        Self.reservations.withLock { reservations in
            let before = reservations.rest
            reservations.cpus[crt_tid()] = nil
            var after = reservations.rest
            Self.forEachOrdinaryThread { thread, cpus in
                if crt_cpus_equal(&cpus, before) { crt_set_affinity(thread, &after) }
            }
        }
        close(folder)
    }

    private static func moveOthers(_ reservations: inout Reservations) {
        var rest = reservations.rest
        guard crt_cpus_count(&rest) > 0 else { return }
        forEachOrdinaryThread { thread, cpus in
            guard reservations.cpus[thread] == nil else { return }
            let count = crt_cpus_count(&cpus)
            for cpu in reservations.cpus.values { crt_cpus_remove(&cpus, cpu) }
            switch crt_cpus_count(&cpus) {
            case count: break
            // It has been started by a pinned thread.
            case 0: crt_set_affinity(thread, &rest)
            default: crt_set_affinity(thread, &cpus)
            }
        }
    }

    private static func forEachOrdinaryThread(_ body: (Int32, inout crt_cpus) -> Void) {
        guard let folder = opendir("/proc/self/task") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let thread = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
            }
            var cpus = crt_cpus()
            // 0 is one of the folder's own entries; a thread that has ended has no processors.
            guard thread > 0, !crt_is_real_time(thread), crt_affinity(thread, &cpus) == 0 else { continue }
            body(thread, &cpus)
        }
    }
}
