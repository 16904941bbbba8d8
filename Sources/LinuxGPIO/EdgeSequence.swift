import CarillonGPIO

/// Finds out how many edges of a line have been lost between those that were read.
///
/// The kernel gives each edge a number, from 1 on, and its buffer drops edges when it is full: so numbers are left out.
/// And a line's level cannot change to what it is: between two edges to the same level there was another one. That is
/// all that can be told where the kernel does not number edges (its interface before version 2, which libgpiod 1.6
/// speaks).
struct EdgeSequence {
    private var lastLevel: Level?
    private var lastNumber: UInt32 = 0

    /// How many edges have been lost before the one to `level`, which has the number `number`; 0 is none.
    mutating func missed(before level: Level, number: UInt32) -> Int {
        let skipped = number == 0 ? 0 : Int(number &- lastNumber &- 1)
        let repeated = level == lastLevel ? 1 : 0
        lastLevel = level
        lastNumber = number
        return max(skipped, repeated)
    }
}
