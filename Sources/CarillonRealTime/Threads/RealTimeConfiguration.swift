/// What a real-time thread asks of the system, and what happens if the system refuses.
public struct RealTimeConfiguration: Equatable, Sendable {
    /// What to do where the system refuses something.
    public enum Privilege: Sendable {
        /// Go on with what is granted: a laptop, usually.
        case preferred
        /// Throw `RealTimeError.refused`.
        case required
    }

    /// The priority in the kernel's class `SCHED_FIFO`: 1 to 99, or 0 for an ordinary thread.
    ///
    /// Above 50 it outranks the kernel's own interrupt threads (on a kernel that has them: `PREEMPT_RT`, or
    /// `threadirqs`).
    public var priority: Int32
    /// The processor that the thread runs on, which is then kept free of the process's ordinary threads if there is
    /// another one for them; nil lets the kernel choose.
    public var cpu: Int?
    /// Whether every page of the process stays in memory once it has been touched, so that none has to be fetched from
    /// a card in the middle of a beat. It holds for the whole process, and to its end.
    public var locksMemory: Bool
    /// What to do where the system refuses something of the above.
    public var privilege: Privilege

    /// - Parameters:
    ///   - priority: What is below 0 counts as 0, what is above 99 as 99.
    ///   - cpu: A number as in `/proc/cpuinfo`, from 0 on.
    ///   - locksMemory: See the property.
    ///   - privilege: See the property.
    public init(
        priority: Int32 = 50, cpu: Int? = nil, locksMemory: Bool = false, privilege: Privilege = .preferred
    ) {
        self.priority = min(max(priority, 0), 99)
        self.cpu = cpu
        self.locksMemory = locksMemory
        self.privilege = privilege
    }
}
