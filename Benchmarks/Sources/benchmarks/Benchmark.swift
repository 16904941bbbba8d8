/// A piece of work whose cost is measured over many repetitions.
struct Benchmark {
    /// The clock that the cost is read from.
    enum Clock {
        /// CPU time of the thread that runs the work.
        case thread
        /// CPU time of the whole process, for work that uses several threads.
        case process
    }

    /// The row's name; the first part names its group.
    let name: String
    /// The nanoseconds an operation takes in Mobius.swift, measured on Linux x86_64; `nil` if it was not measured.
    let reference: Double?
    /// The allocations of an operation in Mobius.swift.
    let referenceAllocations: Double?
    let clock: Clock
    /// The number of operations that one call of the work performs.
    let operations: Int
    /// Sets up the benchmark, and returns the work.
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
