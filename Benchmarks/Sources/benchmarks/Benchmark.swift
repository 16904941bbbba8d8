/// Something whose cost is measured: a piece of work that is done many times.
struct Benchmark {
    /// How the cost is counted.
    enum Clock {
        /// CPU time of the thread that runs the work.
        case thread
        /// CPU time of the whole program, for work that other threads have a part in.
        case process
    }

    /// The row's name; the first part names its group.
    let name: String
    /// What Mobius.swift takes for an operation, in nanoseconds, measured on Linux x86_64; `nil` if nobody has measured it.
    let reference: Double?
    /// What Mobius.swift allocates for an operation.
    let referenceAllocations: Double?
    let clock: Clock
    /// How many operations a call of the work does.
    let operations: Int
    /// Sets the scene, and answers the work.
    let prepare: () -> () -> Void

    init(
        _ name: String, reference: Double? = nil, referenceAllocations: Double? = nil, clock: Clock = .thread,
        operations: Int, prepare: @escaping () -> () -> Void
    ) {
        self.name = name
        self.reference = reference
        self.referenceAllocations = referenceAllocations
        self.clock = clock
        self.operations = operations
        self.prepare = prepare
    }
}
