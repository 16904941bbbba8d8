import Glibc
import Synchronization

/// A privilege that a thread requested and the system denied.
public enum RealTimeDenial: Error, Equatable {
    /// The process lacks the privilege for the priority. `granted` is the granted priority; 0 is an ordinary thread.
    case priority(requested: Int32, granted: Int32)
    /// The process is in a cgroup that has no CPU time for real-time threads. In such a cgroup, even root gets no real-time
    /// priority.
    case noRealTimeRuntime(requested: Int32, cgroup: String)
    /// The process may not lock its memory. `limit` is its `RLIMIT_MEMLOCK`, in bytes.
    case memoryLock(limit: UInt64)
    /// The process may not run on the processor with this number, or the processor does not exist.
    case cpu(Int, errno: Int32)
}

extension RealTimeDenial: CustomStringConvertible {
    public var description: String { Self.describe([self]) }

    /// Returns one line that describes all denials and their remedies.
    public static func describe(_ denials: [RealTimeDenial]) -> String {
        var remedies: [String] = []
        for denial in denials where !remedies.contains(denial.remedy) { remedies.append(denial.remedy) }
        return denials.map(\.fact).joined(separator: ", ") + "; " + remedies.joined(separator: "; ")
    }

    private var fact: String {
        switch self {
        case .priority(let requested, granted: 0): "real-time priority \(requested) was denied"
        case .priority(let requested, let granted):
            "real-time priority \(requested) was denied (\(granted) was granted)"
        case .noRealTimeRuntime(let requested, let cgroup):
            "real-time priority \(requested) was denied in the cgroup \"\(cgroup)\" (no real-time runtime)"
        case .memoryLock(let limit): "locking the memory was denied (\(limit / 1024) KiB are allowed)"
        case .cpu(let cpu, let errno): "processor \(cpu) was denied (\(String(cString: strerror(errno))))"
        }
    }

    private var remedy: String {
        switch self {
        case .priority, .memoryLock:
            "set LimitRTPRIO=99 and LimitMEMLOCK=infinity in the service's unit, or give the program the capabilities"
                + " with `setcap cap_sys_nice,cap_ipc_lock=ep`"
        case .noRealTimeRuntime(_, let cgroup):
            "write 950000 to cpu.rt_runtime_us of \"\(cgroup)\" and of its parents, or start the program outside of it"
        case .cpu: "check `nproc` and the cpuset of the process (AllowedCPUs= in a service's unit)"
        }
    }
}

extension RealTimeDenial {
    private static let hasWarned = Atomic(false)

    /// Prints the denials in one line on standard error. Later calls in the same process print nothing.
    public static func warnOnce(_ denials: [RealTimeDenial]) {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "carillon"
        let line = "\(program): \(describe(denials))\n"
        _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
