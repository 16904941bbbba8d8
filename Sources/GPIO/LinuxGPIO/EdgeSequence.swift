import CarillonGPIO

/// Determines how many edges of a line were lost between the edges that were read.
///
/// The kernel numbers the edges from 1 on, and drops edges when its buffer is full, so lost edges leave gaps in the
/// numbers. Besides, a level cannot change to itself, so two consecutive edges to the same level mean that at least one
/// was lost between them. Only this second rule works where the kernel does not number edges: in version 1 of its
/// interface, which libgpiod 1.6 uses.
struct EdgeSequence {
    private var lastLevel: Level?
    private var lastNumber: UInt32 = 0

    /// Returns the number of edges lost before the edge to `level` with the number `number`. A `number` of 0 means that
    /// the kernel does not number edges.
    mutating func missed(before level: Level, number: UInt32) -> Int {
        let skipped = number == 0 ? 0 : Int(number &- lastNumber &- 1)
        let repeated = level == lastLevel ? 1 : 0
        lastLevel = level
        lastNumber = number
        return max(skipped, repeated)
    }
}
