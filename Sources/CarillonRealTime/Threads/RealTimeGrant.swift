import CRealTime
import Glibc

/// What the calling thread has got of what it asked for.
struct RealTimeGrant: Sendable {
    /// 1 to 99; 0 is an ordinary thread.
    private(set) var priority: Int32 = 0
    private(set) var refusals: [RealTimeRefusal] = []
    /// The processor that the thread has been given.
    private(set) var processor: ReservedProcessor?

    /// Asks for all of it, on behalf of the calling thread.
    init(asking configuration: RealTimeConfiguration) {
        if configuration.priority > 0 { askForPriority(configuration.priority) }
        if let cpu = configuration.cpu { askForProcessor(cpu) }
        if configuration.locksMemory { askForMemory() }
    }

    /// The priority asked for, or the highest below it that is allowed.
    private mutating func askForPriority(_ asked: Int32) {
        let limit = crt_rtprio_limit()
        priority = [asked, min(asked, limit)].first { $0 > 0 && crt_thread_set_fifo($0) == 0 } ?? 0
        guard priority < asked else { return }
        let isPrivileged = limit >= asked || crt_has_capability(crt_cap_sys_nice)
        refusals.append(
            isPrivileged
                ? .noRealTimeRuntime(asked: asked, cgroup: Self.cgroup() ?? "/")
                : .priority(asked: asked, granted: priority))
    }

    private mutating func askForProcessor(_ cpu: Int) {
        do {
            processor = try ReservedProcessor(cpu)
        } catch {
            refusals.append(error)
        }
    }

    /// A limit is no use even if all fits in now: the allocations beyond it would fail.
    private mutating func askForMemory() {
        let limit = crt_memlock_limit()
        guard limit == .max || crt_has_capability(crt_cap_ipc_lock), crt_lock_memory() == 0 else {
            return refusals.append(.memoryLock(limit: limit))
        }
    }

    /// The cgroup that the process has its processor time from: of the `cpu` controller, or else the unified one.
    private static func cgroup() -> String? {
        guard let file = fopen("/proc/self/cgroup", "re") else { return nil }
        defer { fclose(file) }
        var unified: String?
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            let fields = String(decoding: text, as: UTF8.self).split(
                separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[1].split(separator: ",").contains("cpu") { return String(fields[2]) }
            if fields[1].isEmpty { unified = String(fields[2]) }
        }
        return unified
    }
}
