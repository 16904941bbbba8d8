import Synchronization

/// A bounded queue without locks that passes items from any thread to its owner.
///
/// It is a ring of cells. A producer claims the next cell, by one exchange of the ring's `tail`, and then fills it. The
/// owner empties the cells in order, and gives them back in batches.
///
///     given back ▸ ∙ ∙ ∙ ∙ next ▸ ▪ ▪ ∙ ▪ ▪ tail ▸ ∙ ∙ ∙ given back, once round
///                                     └ late: claimed, not filled
///
/// A producer may be preempted between claiming and filling, for any length of time. Its cell is then late: the owner
/// skips it and returns to it, so that the items of other producers do not wait. The other producers wait only when the
/// whole ring behind such a cell has been filled.
///
/// The owner checks late cells before it empties another cell that it has seen filled. So an item that was put in after
/// another one is taken after it, from whichever threads they came: the cell that is filled later is seen later.
///
/// Inlinable, so that clients specialise it: a metadata lookup on this path could block.
///
/// The tail also records whether the owner sleeps, so the producer that claims the first cell knows that it must wake
/// the owner. It also records whether the inbox is closed, so that each item is either accepted before the closing or
/// refused.
///
/// `@unchecked Sendable`: until a cell is filled, only the producer that claimed it accesses it. After that, only the
/// owner accesses it until it is given back. Only the owner accesses `next` and `late`.
@usableFromInline
package final class Inbox<Item: Sendable>: @unchecked Sendable {
    @usableFromInline
    package enum PutResult {
        /// - Parameter isOwnerAsleep: Whether this caller must wake the owner.
        case taken(isOwnerAsleep: Bool)
        case full, closed
    }

    @usableFromInline
    package enum Sleep {
        /// There is work to do.
        case none
        case untilWoken
        /// A cell is late, and the producer that fills it will not wake the owner.
        case brief
    }

    /// A count of cells, which continues over all rounds of the ring.
    @usableFromInline typealias Position = UInt64

    @inlinable static var isAsleep: Position { 1 << 62 }
    @inlinable static var isClosed: Position { 1 << 63 }
    /// The number of late cells that the owner skips before it waits for one. Each is a producer preempted between
    /// claiming and filling, all at the same time.
    @inlinable static var maximumLateCells: Int { 16 }

    /// Separates the fields before and after it into different cache lines, and into different pairs of lines, because
    /// processors fetch two at a time.
    private struct Padding {
        private let words = SIMD16<UInt64>(repeating: 0)
    }

    /// The maximum number of items in the inbox.
    @usableFromInline package let capacity: Int
    /// The number of cells that the owner gives back at a time: each time, the cache line of `head` moves between
    /// processors.
    @usableFromInline let batch: Position
    @usableFromInline let cells: InboxCells<Item>
    private let padding1 = Padding()
    /// The next cell to claim, and the flags `isAsleep` and `isClosed`.
    @usableFromInline let tail = Atomic<Position>(0)
    private let padding2 = Padding()
    /// The first cell that has not been given back.
    @usableFromInline let head = Atomic<Position>(0)
    private let padding3 = Padding()
    /// The next cell that the owner checks.
    ///
    /// Not checked for overlapping accesses, like `late`: all accesses are on one thread, and none of them calls other
    /// code.
    @exclusivity(unchecked) @usableFromInline var next: Position = 0
    /// The cells that the owner has skipped, the first one first.
    @exclusivity(unchecked) @usableFromInline var late: [Position] = []
    private let padding4 = Padding()

    /// - Parameter capacity: 2 to 2^24. Other values are clamped, and then rounded up to a power of two.
    package init(capacity wanted: Int) {
        var capacity = 2
        while capacity < min(wanted, 1 << 24) { capacity *= 2 }
        self.capacity = capacity
        batch = Position(max(1, min(256, capacity / 16)))
        cells = InboxCells(count: capacity)
        late.reserveCapacity(Self.maximumLateCells)
    }

    deinit {
        while take() != nil {}
        cells.deallocate()
    }

    // MARK: From any thread

    @inlinable package func put(_ item: Item) -> PutResult {
        var position: Position = 0
        let answer = claim(&position)
        if case .taken = answer { cells.fill(position, with: item) }
        return answer
    }

    /// Claims the next cell, which the caller must fill. Always inlined, because one more call costs 50 % per item.
    @inline(__always) @inlinable func claim(_ claimed: inout Position) -> PutResult {
        var current = tail.load(ordering: .relaxed)
        while true {
            guard current & Self.isClosed == 0 else { return .closed }
            let position = current & ~Self.isAsleep
            guard position < head.load(ordering: .acquiring) + Position(capacity) else { return .full }
            let (exchanged, original) = tail.weakCompareExchange(
                expected: current, desired: position + 1, successOrdering: .acquiringAndReleasing,
                failureOrdering: .relaxed)
            if exchanged {
                claimed = position
                return .taken(isOwnerAsleep: current != position)
            }
            current = original
        }
    }

    /// Closes the inbox: later items are refused.
    @inlinable package func close() { tail.bitwiseOr(Self.isClosed, ordering: .acquiringAndReleasing) }

    @inlinable package var isClosed: Bool { tail.load(ordering: .acquiring) & Self.isClosed != 0 }

    // MARK: From the owner

    /// Removes and returns the oldest item.
    @inlinable package func take() -> Item? {
        if !cells.isFilled(next), !skipLateCells() {
            let item = takeLateItem()
            if item == nil { releaseCells() }
            return item
        }
        if !late.isEmpty, let item = takeLateItem() { return item }
        let item = cells.empty(next)
        next += 1
        if next & (batch - 1) == 0 { releaseCells() }
        return item
    }

    /// Advances to the next filled cell, and skips late ones. Returns false if there is none.
    @inlinable func skipLateCells() -> Bool {
        while !cells.isFilled(next) {
            guard next < claimed, late.count < Self.maximumLateCells else { return false }
            // The cell may have been filled before the owner saw it claimed.
            guard !cells.isFilled(next) else { return true }
            late.append(next)
            next += 1
        }
        return true
    }

    @inlinable func takeLateItem() -> Item? {
        // Not `firstIndex(where:)`, because a function value that holds the cells is allocated.
        for index in late.indices where cells.isFilled(late[index]) { return cells.empty(late.remove(at: index)) }
        return nil
    }

    @inlinable func releaseCells() {
        head.store(late.first ?? next, ordering: .releasing)
    }

    /// The first cell that has not been claimed.
    @inlinable var claimed: Position { tail.load(ordering: .acquiring) & ~(Self.isAsleep | Self.isClosed) }

    /// Whether all items have been taken out, and no cell is late.
    @inlinable package var isEmpty: Bool { next == claimed && late.isEmpty }

    /// Records that the owner is going to sleep, unless cells have been claimed that it has not reached. The next
    /// producer then must wake it.
    ///
    /// Gives all emptied cells back first, because the owner may have stopped before `take` returned nil. Otherwise
    /// producers could find the inbox full, and wait for an owner that nobody wakes.
    ///
    /// - Returns: The sleep that the owner may take.
    @inlinable package func fallAsleep() -> Sleep {
        releaseCells()
        let isAsleep = tail.compareExchange(
            expected: next, desired: next | Self.isAsleep, ordering: .acquiringAndReleasing
        ).exchanged
        if isAsleep { return late.isEmpty ? .untilWoken : .brief }
        return late.count < Self.maximumLateCells || cells.isFilled(next) ? .none : .brief
    }

    /// Records that the owner is awake, for any reason.
    @inlinable package func wakeUp() {
        _ = tail.compareExchange(expected: next | Self.isAsleep, desired: next, ordering: .relaxed)
    }
}
