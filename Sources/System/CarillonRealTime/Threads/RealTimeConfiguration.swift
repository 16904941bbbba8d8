/// The privileges that a real-time thread requests, and the behaviour if the system denies them.
public struct RealTimeConfiguration: Equatable, Sendable {
    /// The behaviour if the system denies a privilege.
    public enum Privilege: Sendable {
        /// The thread runs with the privileges that are granted, for example without real-time priority on a laptop.
        case preferred
        /// The thread does not start: its initializer throws `RealTimeError.denied`.
        case required
    }

    /// The priority in the kernel's class `SCHED_FIFO`: 1 to 99, or 0 for an ordinary thread.
    ///
    /// The kernel's interrupt threads have the priority 50. Each GPIO line with edges has one on every kernel; other
    /// devices have one on a `PREEMPT_RT` kernel, or with `threadirqs`. Above 50, the queue interrupts the thread of a line
    /// while that thread wakes the queue up. On `PREEMPT_RT`, the reports of edges then take about 50 % longer, because the
    /// queue has to wait for a lock that the thread holds. On other kernels, they are slightly faster.
    public var priority: Int32
    /// The processor that the thread runs on; nil lets the kernel choose. The ordinary threads of the process do not run on
    /// this processor, if there is another one.
    public var cpu: Int?
    /// Whether every page of the process stays in memory after its first use, so that the thread never waits for a page to be
    /// read from the SD card. Applies to the whole process, until it ends.
    public var locksMemory: Bool
    /// The behaviour if the system denies any of the requested privileges.
    public var privilege: Privilege
    /// Whether the thread stands back for the ordinary threads, such as that of a simulated board.
    private(set) var isBackground = false

    /// The configuration of a thread whose work can wait.
    static var background: RealTimeConfiguration {
        var configuration = RealTimeConfiguration(priority: 0)
        configuration.isBackground = true
        return configuration
    }

    /// Creates a configuration. By default, the thread requests the priority 50 and no other privilege, and starts even if the
    /// system denies it.
    ///
    /// - Parameters:
    ///   - priority: 1 to 99, or 0 for an ordinary thread. Values below 0 count as 0, values above 99 as 99.
    ///   - cpu: A processor number as in `/proc/cpuinfo`, from 0 on; nil lets the kernel choose.
    ///   - locksMemory: Whether every page of the process stays in memory after its first use.
    ///   - privilege: The behaviour if the system refuses any of the requested privileges.
    public init(
        priority: Int32 = 50, cpu: Int? = nil, locksMemory: Bool = false, privilege: Privilege = .preferred
    ) {
        self.priority = min(max(priority, 0), 99)
        self.cpu = cpu
        self.locksMemory = locksMemory
        self.privilege = privilege
    }
}
