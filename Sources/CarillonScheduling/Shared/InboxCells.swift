import Synchronization

/// The memory of a ring of cells, each with room for an item and whether it is filled.
///
/// They are no structs in an array, as a struct is accessed as a whole, and two threads may each be at a part of one.
@usableFromInline struct InboxCells<Item> {
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let stride: Int
    @usableFromInline let mask: UInt64

    /// - Parameter count: A power of two.
    init(count: Int) {
        mask = UInt64(count - 1)
        let alignment = MemoryLayout<Item>.alignment
        stride = (MemoryLayout<Item>.size + MemoryLayout<Atomic<Bool>>.size + alignment - 1) / alignment * alignment
        memory = .allocate(byteCount: count * stride, alignment: 64)
        for position in 0..<UInt64(count) { isFilledFlag(position).initialize(to: Atomic(false)) }
    }

    /// All cells are to be empty.
    func deallocate() { memory.deallocate() }

    /// By who has claimed the cell.
    @inlinable func fill(_ position: UInt64, with item: Item) {
        self.item(position).initialize(to: item)
        isFilledFlag(position).pointee.store(true, ordering: .releasing)
    }

    @inlinable func isFilled(_ position: UInt64) -> Bool { isFilledFlag(position).pointee.load(ordering: .acquiring) }

    /// Of a cell that is filled, by the owner.
    @inlinable func empty(_ position: UInt64) -> Item {
        isFilledFlag(position).pointee.store(false, ordering: .relaxed)
        return item(position).move()
    }

    @inlinable func item(_ position: UInt64) -> UnsafeMutablePointer<Item> {
        cell(position).assumingMemoryBound(to: Item.self)
    }

    @inlinable func isFilledFlag(_ position: UInt64) -> UnsafeMutablePointer<Atomic<Bool>> {
        (cell(position) + MemoryLayout<Item>.size).assumingMemoryBound(to: Atomic<Bool>.self)
    }

    @inlinable func cell(_ position: UInt64) -> UnsafeMutableRawPointer { memory + Int(position & mask) * stride }
}
