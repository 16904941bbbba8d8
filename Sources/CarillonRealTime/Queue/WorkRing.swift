import CRealTime
import Synchronization

/// Work on its way from any thread to one: a bounded queue without locks.
///
/// It is Dmitry Vyukov's bounded queue, with one consumer: each cell carries a sequence number that says whose turn it
/// is. The cell at position `p` of lap after lap is free for the producer that claims `p` when the number is `p`, and
/// full for the consumer when it is `p + 1`. Producers compete for the tail only; nobody waits for a lock, and nothing
/// is allocated: the work's words are moved into the cell and out again.
///
/// Closing sets the tail's sign bit, so that each claim comes before the closing or fails: what was taken is run, and
/// what was not taken is known to its producer.
///
/// One limit remains: a producer that is interrupted between claiming a cell and filling it holds up what came after.
///
/// `@unchecked Sendable`: a cell's `work` is touched only by whose turn its `sequence` says it is, and `head` only by
/// the consumer.
final class WorkRing: @unchecked Sendable {
    enum Answer {
        case taken, full, closed
    }

    /// A cell in memory: its sequence number and its work, side by side in half a cache line. They are no struct, as a
    /// struct is accessed as a whole, and two threads may each be at one of them.
    private struct Cell {
        static let stride = 32
        private static let work = MemoryLayout<Int>.stride

        let address: UnsafeMutableRawPointer

        var sequence: UnsafeMutablePointer<Atomic<Int>> { address.assumingMemoryBound(to: Atomic<Int>.self) }
        var work: UnsafeMutablePointer<Work?> {
            (address + Self.work).assumingMemoryBound(to: Work?.self)
        }

        func initialize(position: Int) {
            precondition(Self.work + MemoryLayout<Work?>.size <= Self.stride)
            address.bindMemory(to: Atomic<Int>.self, capacity: 1).initialize(to: Atomic(position))
            (address + Self.work).bindMemory(to: Work?.self, capacity: 1).initialize(to: nil)
        }

        func deinitialize() {
            sequence.deinitialize(count: 1)
            work.deinitialize(count: 1)
        }
    }

    /// Keeps what stands before it and after it in different cache lines, and in different pairs of lines, as
    /// processors fetch two at a time: the consumer is not to wait for the line that the producers compete for.
    struct Padding {
        private let words = SIMD16<UInt64>(repeating: 0)
    }

    private static let closed = Int.min

    /// How many pieces of work it holds at most.
    let capacity: Int
    private let cells: UnsafeMutableRawPointer
    private let padding1 = Padding()
    private let tail = Atomic(0)
    private let padding2 = Padding()
    private var head = 0
    private let padding3 = Padding()

    /// - Parameter capacity: Rounded up to a power of two; at least 2.
    init(capacity wanted: Int) {
        var capacity = 2
        while capacity < min(wanted, 1 << 24) { capacity *= 2 }
        self.capacity = capacity
        cells = .allocate(byteCount: capacity * Cell.stride, alignment: 2 * Cell.stride)
        for position in 0..<capacity { cell(at: position).initialize(position: position) }
    }

    deinit {
        for position in 0..<capacity { cell(at: position).deinitialize() }
        cells.deallocate()
    }

    private func cell(at position: Int) -> Cell {
        Cell(address: cells + (position & (capacity - 1)) * Cell.stride)
    }

    /// Puts `work` in, from any thread.
    func push(_ work: Work) -> Answer {
        var position = tail.load(ordering: .relaxed)
        while true {
            guard position >= 0 else { return .closed }
            let cell = cell(at: position)
            let lead = cell.sequence.pointee.load(ordering: .acquiring) - position
            if lead == 0 {
                let (claimed, current) = tail.weakCompareExchange(
                    expected: position, desired: position + 1, ordering: .relaxed)
                if claimed {
                    cell.work.pointee = work
                    cell.sequence.pointee.store(position + 1, ordering: .releasing)
                    return .taken
                }
                position = current
            } else if lead < 0 {
                return .full
            } else {
                position = tail.load(ordering: .relaxed)
            }
        }
    }

    /// Whether `pop` would find something, on the consumer's thread.
    var hasNext: Bool { cell(at: head).sequence.pointee.load(ordering: .acquiring) == head + 1 }

    /// Takes the next work out, on the consumer's thread.
    func pop() -> Work? {
        let cell = cell(at: head)
        guard cell.sequence.pointee.load(ordering: .acquiring) == head + 1 else { return nil }
        let work = cell.work.pointee.take()
        cell.sequence.pointee.store(head + capacity, ordering: .releasing)
        head += 1
        return work
    }

    /// Takes nothing more from now on. From any thread, any number of times.
    func close() { tail.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing) }

    var isClosed: Bool { tail.load(ordering: .acquiring) < 0 }

    /// Takes the next work out of a closed ring, and waits for what was claimed but has not been put in yet.
    func popRest() -> Work? {
        while head != tail.load(ordering: .acquiring) & ~Self.closed {
            if let work = pop() { return work }
            crt_sleep_microseconds(20)
        }
        return nil
    }
}
