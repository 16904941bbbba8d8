import Synchronization

/// Items on their way from any thread to one: a bounded queue without locks.
///
/// It is a stack that its owner takes as a whole and turns round (R. K. Treiber's). An item is put in by one exchange
/// of the stack's top, so a thread that is interrupted on the way holds up nobody: neither the owner, which has the
/// highest priority, nor other threads. The nodes of the stack come from a pool, so nothing is allocated.
///
///     put:   a node out of the pool ── the item into it ── on top of the stack
///     take:  the whole stack ── turned round ── its items one by one ── the nodes back into the pool, some at a time
///
/// It is specialised by the modules that use it: nobody may stop to look for a type on the way.
///
/// The top also says whether the owner sleeps, so whoever puts the first item in knows that he is to wake it up; and
/// whether the inbox is closed, so each item comes before the closing or is refused.
///
/// `@unchecked Sendable`: a node's item is touched only by who has taken the node out of the pool or out of the stack;
/// `line` and `spent` only by the owner.
package final class Inbox<Item: Sendable>: @unchecked Sendable {
    package enum Answer {
        /// - Parameter isOwnerAsleep: The owner is to be woken up, by this caller.
        case taken(isOwnerAsleep: Bool)
        case full, closed
    }

    /// The nodes of the stack are numbered from 1.
    @usableFromInline typealias Number = UInt32

    @inlinable static var isAsleep: Number { 1 << 31 }
    @inlinable static var isClosed: Number { 1 << 30 }

    /// Nodes that the owner has emptied, in a chain.
    @usableFromInline struct Spent {
        @usableFromInline var first: Number = 0
        @usableFromInline var last: Number = 0
        @usableFromInline var count = 0

        init() {}
    }

    /// Keeps what stands before it and after it in different cache lines, and in different pairs of lines, as
    /// processors fetch two at a time.
    private struct Padding {
        private let words = SIMD16<UInt64>(repeating: 0)
    }

    /// How many items it holds at most.
    package let capacity: Int
    @usableFromInline let nodes: InboxNodes<Item>
    /// How many empty nodes the owner gives back at a time: each time the pool's first node changes hands between
    /// processors.
    @usableFromInline let batch: Int
    private let padding1 = Padding()
    /// The stack's newest node, or 0; or that the owner sleeps; and whether the inbox is closed.
    @usableFromInline let top = Atomic<Number>(0)
    private let padding2 = Padding()
    /// The pool's first node, or 0, and above it a count of the changes: the same node may be the first again, with
    /// others behind it, while a thread looks elsewhere.
    @usableFromInline let pool = Atomic<UInt64>(1)
    private let padding3 = Padding()
    /// The oldest node of those that the owner has taken, or 0.
    @usableFromInline var line: Number = 0
    @usableFromInline var spent = Spent()

    /// - Parameter capacity: Rounded up to a power of two; at least 2.
    package init(capacity wanted: Int) {
        var capacity = 2
        while capacity < min(wanted, 1 << 24) { capacity *= 2 }
        self.capacity = capacity
        batch = max(1, min(64, capacity / 16))
        nodes = InboxNodes(count: capacity)
    }

    deinit { nodes.deallocate() }

    // MARK: From any thread

    @inlinable package func put(_ item: Item) -> Answer {
        guard top.load(ordering: .relaxed) & Self.isClosed == 0 else { return .closed }
        let node = takeFromPool()
        guard node != 0 else { return .full }
        nodes.item(of: node).pointee = item
        var current = top.load(ordering: .relaxed)
        while current & Self.isClosed == 0 {
            nodes.next(of: node).pointee.store(current & ~Self.isAsleep, ordering: .relaxed)
            let (exchanged, original) = top.weakCompareExchange(
                expected: current, desired: node, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
            if exchanged { return .taken(isOwnerAsleep: current == Self.isAsleep) }
            current = original
        }
        nodes.item(of: node).pointee = nil
        putInPool(from: node, to: node)
        return .closed
    }

    /// Takes nothing more from now on.
    @inlinable package func close() { top.bitwiseOr(Self.isClosed, ordering: .acquiringAndReleasing) }

    @inlinable package var isClosed: Bool { top.load(ordering: .acquiring) & Self.isClosed != 0 }

    @inlinable func takeFromPool() -> Number {
        var current = pool.load(ordering: .acquiring)
        while true {
            let first = Number(truncatingIfNeeded: current)
            guard first != 0 else { return 0 }
            let next = nodes.next(of: first).pointee.load(ordering: .relaxed)
            let (exchanged, original) = pool.weakCompareExchange(
                expected: current, desired: following(current, first: next), successOrdering: .acquiring,
                failureOrdering: .acquiring)
            if exchanged { return first }
            current = original
        }
    }

    @inlinable func putInPool(from first: Number, to last: Number) {
        var current = pool.load(ordering: .relaxed)
        while true {
            nodes.next(of: last).pointee.store(Number(truncatingIfNeeded: current), ordering: .relaxed)
            let (exchanged, original) = pool.weakCompareExchange(
                expected: current, desired: following(current, first: first), ordering: .releasing)
            if exchanged { return }
            current = original
        }
    }

    @inlinable func following(_ pool: UInt64, first: Number) -> UInt64 {
        (pool >> 32 &+ 1) << 32 | UInt64(first)
    }

    // MARK: By the owner

    /// Whether `take` would find something.
    @inlinable package var hasNext: Bool {
        line != 0 || top.load(ordering: .acquiring) & ~(Self.isAsleep | Self.isClosed) != 0
    }

    /// Takes the oldest item out.
    @inlinable package func take() -> Item? {
        if line == 0 { line = takeStack() }
        guard line != 0 else { return nil }
        let node = line
        let item = nodes.item(of: node).pointee.take()
        line = nodes.next(of: node).pointee.load(ordering: .relaxed)
        spend(node)
        return item
    }

    /// The oldest node of the stack, with the others behind it in the order of their coming.
    @inlinable func takeStack() -> Number {
        guard hasNext else { return 0 }
        let state = top.bitwiseAnd(Self.isClosed, ordering: .acquiringAndReleasing).oldValue
        var newer: Number = 0
        var node = state & ~(Self.isAsleep | Self.isClosed)
        while node != 0 {
            let older = nodes.next(of: node).pointee.load(ordering: .relaxed)
            nodes.next(of: node).pointee.store(newer, ordering: .relaxed)
            (newer, node) = (node, older)
        }
        return newer
    }

    @inlinable func spend(_ node: Number) {
        if spent.count == 0 { spent.first = node }
        spent.last = node
        spent.count += 1
        guard line == 0 || spent.count == batch else { return }
        putInPool(from: spent.first, to: spent.last)
        spent.count = 0
    }

    /// The owner is going to sleep, unless there is something for it. From then on, who puts an item in is told.
    @inlinable package func fallAsleep() -> Bool {
        guard line == 0 else { return false }
        return top.compareExchange(expected: 0, desired: Self.isAsleep, ordering: .acquiringAndReleasing).exchanged
    }

    /// The owner is awake, for whatever reason.
    @inlinable package func wakeUp() {
        _ = top.compareExchange(expected: Self.isAsleep, desired: 0, ordering: .relaxed)
    }
}

/// Memory for a fixed number of items, each with the number of the node that comes next.
///
/// They are no structs in an array, as a struct is accessed as a whole, and two threads may each be at a part of one.
@usableFromInline struct InboxNodes<Item> {
    @usableFromInline let memory: UnsafeMutableRawPointer
    private let count: Int
    @usableFromInline let stride: Int
    @usableFromInline let itemOffset: Int

    init(count: Int) {
        self.count = count
        let alignment = max(MemoryLayout<Item?>.alignment, MemoryLayout<Atomic<UInt32>>.alignment)
        itemOffset = max(MemoryLayout<Atomic<UInt32>>.size, alignment)
        let size = itemOffset + MemoryLayout<Item?>.size
        stride = (size + alignment - 1) / alignment * alignment
        memory = .allocate(byteCount: (count + 1) * stride, alignment: 64)
        for number in 1...count {
            let node = memory + number * stride
            node.bindMemory(to: Atomic<UInt32>.self, capacity: 1)
                .initialize(to: Atomic(number < count ? UInt32(number) + 1 : 0))
            (node + itemOffset).bindMemory(to: Item?.self, capacity: 1).initialize(to: nil)
        }
    }

    func deallocate() {
        for number in 1...count { item(of: UInt32(number)).deinitialize(count: 1) }
        memory.deallocate()
    }

    @inlinable func next(of number: UInt32) -> UnsafeMutablePointer<Atomic<UInt32>> {
        (memory + Int(number) * stride).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    @inlinable func item(of number: UInt32) -> UnsafeMutablePointer<Item?> {
        (memory + Int(number) * stride + itemOffset).assumingMemoryBound(to: Item?.self)
    }
}
