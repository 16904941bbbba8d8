import Synchronization

/// Items on their way from any thread to one: a bounded queue without locks.
///
/// It is a ring of cells. Who puts an item in claims the next cell, by one exchange of the ring's `tail`, and then fills
/// it. The owner empties the cells in their order, and gives them back some at a time.
///
///     given back ▸ ∙ ∙ ∙ ∙ next ▸ ▪ ▪ ∙ ▪ ▪ tail ▸ ∙ ∙ ∙ given back, once round
///                                     └ late: claimed, not filled
///
/// A thread may be interrupted between the two, for as long as the scheduler likes. Its cell is late then: the owner
/// goes past it and comes back to it, so nobody else's item waits. Only when the whole ring has filled up behind such a
/// cell do the others wait as well.
///
/// The owner looks at late cells before it empties another that it has seen filled. So an item that was put in after
/// another one is taken after it, whatever threads they came from: filled later, it is seen later.
///
/// It is specialised by the modules that use it: nobody may stop to look for a type on the way.
///
/// The tail also says whether the owner sleeps, so whoever claims the first cell knows that he is to wake it up; and
/// whether the inbox is closed, so each item comes before the closing or is refused.
///
/// `@unchecked Sendable`: a cell is touched only by who has claimed it until it is filled, and then by the owner until
/// it is given back; `next` and `late` only by the owner.
package final class Inbox<Item: Sendable>: @unchecked Sendable {
    package enum Answer {
        /// - Parameter isOwnerAsleep: The owner is to be woken up, by this caller.
        case taken(isOwnerAsleep: Bool)
        case full, closed
    }

    package enum Sleep {
        /// There is something to do.
        case none
        case untilWoken
        /// A cell is late, and who fills it will not wake the owner up.
        case brief
    }

    /// Counts cells round and round the ring.
    @usableFromInline typealias Position = UInt64

    @inlinable static var isAsleep: Position { 1 << 62 }
    @inlinable static var isClosed: Position { 1 << 63 }
    /// How many late cells the owner goes past before it waits for one: as many threads have been interrupted at a bad
    /// moment, all at once.
    @inlinable static var mostLate: Int { 16 }

    /// Keeps what stands before it and after it in different cache lines, and in different pairs of lines, as
    /// processors fetch two at a time.
    private struct Padding {
        private let words = SIMD16<UInt64>(repeating: 0)
    }

    /// How many items it holds at most.
    package let capacity: Int
    /// How many cells the owner gives back at a time: each time their number changes hands between processors.
    @usableFromInline let batch: Position
    @usableFromInline let cells: InboxCells<Item>
    private let padding1 = Padding()
    /// The cell that is claimed next; whether the owner sleeps; and whether the inbox is closed.
    @usableFromInline let tail = Atomic<Position>(0)
    private let padding2 = Padding()
    /// Cells before this one have been given back.
    @usableFromInline let head = Atomic<Position>(0)
    private let padding3 = Padding()
    /// The cell that the owner looks at next.
    ///
    /// Not checked for overlapping accesses, like `late`: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) @usableFromInline var next: Position = 0
    /// Cells that the owner has gone past, the first one first.
    @exclusivity(unchecked) @usableFromInline var late: [Position] = []
    private let padding4 = Padding()

    /// - Parameter capacity: Rounded up to a power of two; at least 2.
    package init(capacity wanted: Int) {
        var capacity = 2
        while capacity < min(wanted, 1 << 24) { capacity *= 2 }
        self.capacity = capacity
        batch = Position(max(1, min(256, capacity / 16)))
        cells = InboxCells(count: capacity)
        late.reserveCapacity(Self.mostLate)
    }

    deinit {
        while take() != nil {}
        cells.deallocate()
    }

    // MARK: From any thread

    @inlinable package func put(_ item: Item) -> Answer {
        var position: Position = 0
        let answer = claim(&position)
        if case .taken = answer { cells.fill(position, with: item) }
        return answer
    }

    /// Takes the next cell, which is to be filled. Inline: a call more makes an item half as dear again.
    @inline(__always) @inlinable func claim(_ claimed: inout Position) -> Answer {
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

    /// Takes nothing more from now on.
    @inlinable package func close() { tail.bitwiseOr(Self.isClosed, ordering: .acquiringAndReleasing) }

    @inlinable package var isClosed: Bool { tail.load(ordering: .acquiring) & Self.isClosed != 0 }

    // MARK: By the owner

    /// Takes the oldest item out.
    @inlinable package func take() -> Item? {
        if !cells.isFilled(next), !goPastLate() {
            let item = takeLate()
            if item == nil { giveBack() }
            return item
        }
        if !late.isEmpty, let item = takeLate() { return item }
        let item = cells.empty(next)
        next += 1
        if next & (batch - 1) == 0 { giveBack() }
        return item
    }

    /// Goes on to the next cell that is filled; false if there is none.
    @inlinable func goPastLate() -> Bool {
        while !cells.isFilled(next) {
            guard next < claimed, late.count < Self.mostLate else { return false }
            // It may have been filled before it was seen to be claimed.
            guard !cells.isFilled(next) else { return true }
            late.append(next)
            next += 1
        }
        return true
    }

    @inlinable func takeLate() -> Item? {
        guard let index = late.firstIndex(where: cells.isFilled) else { return nil }
        return cells.empty(late.remove(at: index))
    }

    @inlinable func giveBack() {
        head.store(late.first ?? next, ordering: .releasing)
    }

    /// Cells before this one have been claimed.
    @inlinable var claimed: Position { tail.load(ordering: .acquiring) & ~(Self.isAsleep | Self.isClosed) }

    /// Whether all that has been put in has been taken out, and nothing is late.
    @inlinable package var isEmpty: Bool { next == claimed && late.isEmpty }

    /// The owner, for whom `take` found nothing, is going to sleep. From then on, who puts an item in is told.
    @inlinable package func fallAsleep() -> Sleep {
        let isAsleep = tail.compareExchange(
            expected: next, desired: next | Self.isAsleep, ordering: .acquiringAndReleasing
        ).exchanged
        if isAsleep { return late.isEmpty ? .untilWoken : .brief }
        return late.count < Self.mostLate || cells.isFilled(next) ? .none : .brief
    }

    /// The owner is awake, for whatever reason.
    @inlinable package func wakeUp() {
        _ = tail.compareExchange(expected: next | Self.isAsleep, desired: next, ordering: .relaxed)
    }
}
