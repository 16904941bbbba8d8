import Synchronization

/// Work on its way from any thread to one: a bounded queue without locks.
///
/// It is Dmitry Vyukov's bounded queue, with one consumer: each cell carries a sequence number that says whose turn it
/// is. The cell at position `p` of lap after lap is free for the producer that claims `p` when the number is `p`, and
/// full for the consumer when it is `p + 1`. Producers compete for the tail only; nobody waits for a lock, and nothing
/// is allocated: the closure's two words are moved into the cell and out again.
///
/// One limit remains: a producer that is interrupted between claiming a cell and filling it holds up what came after.
///
/// `@unchecked Sendable`: a cell's `work` is touched only by whose turn its `sequence` says it is, and `head` only by
/// the consumer.
final class WorkRing: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    private struct Cell: ~Copyable {
        let sequence: Atomic<Int>
        var work: Work?

        init(position: Int) {
            sequence = Atomic(position)
        }
    }

    /// How many pieces of work it holds at most.
    let capacity: Int
    private let cells: UnsafeMutablePointer<Cell>
    private let tail = Atomic(0)
    private var head = 0

    /// - Parameter capacity: Rounded up to a power of two; at least 2.
    init(capacity wanted: Int) {
        var capacity = 2
        while capacity < wanted { capacity *= 2 }
        self.capacity = capacity
        cells = .allocate(capacity: capacity)
        for position in 0..<capacity { (cells + position).initialize(to: Cell(position: position)) }
    }

    deinit {
        cells.deinitialize(count: capacity)
        cells.deallocate()
    }

    /// Puts `work` in, from any thread; false if the ring is full.
    func push(_ work: @escaping Work) -> Bool {
        var position = tail.load(ordering: .relaxed)
        while true {
            let cell = cells + (position & (capacity - 1))
            let lead = cell.pointee.sequence.load(ordering: .acquiring) - position
            if lead == 0 {
                let (claimed, current) = tail.weakCompareExchange(
                    expected: position, desired: position + 1, ordering: .relaxed)
                if claimed {
                    cell.pointee.work = work
                    cell.pointee.sequence.store(position + 1, ordering: .releasing)
                    return true
                }
                position = current
            } else if lead < 0 {
                return false
            } else {
                position = tail.load(ordering: .relaxed)
            }
        }
    }

    /// Takes the next work out, on the consumer's thread.
    func pop() -> Work? {
        let cell = cells + (head & (capacity - 1))
        guard cell.pointee.sequence.load(ordering: .acquiring) == head + 1 else { return nil }
        let work = cell.pointee.work.take()
        cell.pointee.sequence.store(head + capacity, ordering: .releasing)
        head += 1
        return work
    }
}
