import CSystem
import Glibc

/// The scheduling privileges granted to the calling thread.
struct RealTimeGrant: Sendable {
    /// The granted priority, 1 to 99; 0 for an ordinary thread.
    private(set) var priority: Int32 = 0
    private(set) var denials: [RealTimeDenial] = []
    /// The processor reserved for the thread.
    private(set) var processor: ReservedProcessor?

    /// Requests all privileges for the calling thread.
    init(requesting configuration: RealTimeConfiguration) {
        if configuration.priority > 0 { requestPriority(configuration.priority) }
        if let cpu = configuration.cpu { requestProcessor(cpu) }
        if configuration.locksMemory { requestMemory() }
    }

    /// Requests the priority, or the highest allowed one below it.
    private mutating func requestPriority(_ requested: Int32) {
        let limit = crt_rtprio_limit()
        priority = [requested, min(requested, limit)].first { $0 > 0 && crt_thread_set_fifo($0) == 0 } ?? 0
        guard priority < requested else { return }
        let isPrivileged = limit >= requested || crt_has_capability(crt_cap_sys_nice)
        denials.append(
            isPrivileged
                ? .noRealTimeRuntime(requested: requested, cgroup: Self.cgroup() ?? "/")
                : .priority(requested: requested, granted: priority))
    }

    private mutating func requestProcessor(_ cpu: Int) {
        do {
            processor = try ReservedProcessor(cpu)
        } catch {
            denials.append(error)
        }
    }

    /// Requests that the memory is locked. A limit is not sufficient even if the process fits into it now, because
    /// later allocations beyond it would fail.
    private mutating func requestMemory() {
        let limit = crt_memlock_limit()
        guard limit == .max || crt_has_capability(crt_cap_ipc_lock), crt_lock_memory() == 0 else {
            return denials.append(.memoryLock(limit: limit))
        }
    }

    /// Returns the cgroup that allots the process its processor time: that of the `cpu` controller, or else the unified
    /// one.
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
