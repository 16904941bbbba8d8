import Synchronization

/// Values on their way from any thread to one: a bounded queue without locks.
///
/// It is Dmitry Vyukov's bounded queue, with one consumer: each cell has a sequence number that says whose turn it is.
/// The cell at position `p` of lap after lap is free for the producer that claims `p` when the number is `p`, and full
/// for the consumer when it is `p + 1`. Nobody waits, and nothing is allocated after `init`.
///
/// `@unchecked Sendable`: a cell's value is touched only by whose turn its sequence number says it is, and `head` only
/// by the consumer. The values themselves must be safe to hand over.
final class Ring<Value>: @unchecked Sendable {
    private let capacity: Int
    // Not fields of one struct: to write a field is an access to the whole struct, which others may be reading.
    private let sequences: UnsafeMutablePointer<Atomic<Int>>
    private let values: UnsafeMutablePointer<Value?>
    private let tail = Atomic(0)
    private var head = 0

    /// - Parameter capacity: How many values it holds at most: a power of two, at least 2.
    init(capacity: Int) {
        precondition(capacity >= 2 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
        self.capacity = capacity
        sequences = .allocate(capacity: capacity)
        for position in 0..<capacity { (sequences + position).initialize(to: Atomic(position)) }
        values = .allocate(capacity: capacity)
        values.initialize(repeating: nil, count: capacity)
    }

    deinit {
        sequences.deinitialize(count: capacity)
        sequences.deallocate()
        values.deinitialize(count: capacity)
        values.deallocate()
    }

    /// Puts a value in, from any thread; false if the ring is full.
    func push(_ value: Value) -> Bool {
        var position = tail.load(ordering: .relaxed)
        while true {
            let cell = position & (capacity - 1)
            let lead = sequences[cell].load(ordering: .acquiring) - position
            if lead < 0 { return false }
            guard lead == 0 else {
                position = tail.load(ordering: .relaxed)
                continue
            }
            let (claimed, current) = tail.weakCompareExchange(
                expected: position, desired: position + 1, ordering: .relaxed)
            guard claimed else {
                position = current
                continue
            }
            values[cell] = value
            sequences[cell].store(position + 1, ordering: .releasing)
            return true
        }
    }

    /// Takes the oldest value out, on the consumer's thread; nil if there is none.
    func pop() -> Value? {
        let cell = head & (capacity - 1)
        guard sequences[cell].load(ordering: .acquiring) == head + 1 else { return nil }
        let value = values[cell].take()
        sequences[cell].store(head + capacity, ordering: .releasing)
        head += 1
        return value
    }
}
