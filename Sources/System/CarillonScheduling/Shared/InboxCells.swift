import Synchronization

/// The memory of a ring of cells. Each cell has room for an item, and a flag that is set while it is filled.
///
/// Cells are not structs in an array, because an access to a struct covers all of it, and two threads may access
/// different parts of a cell.
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

    /// Frees the memory. All cells must be empty.
    func deallocate() { memory.deallocate() }

    /// Fills a cell. Call from the producer that has claimed it.
    @inlinable func fill(_ position: UInt64, with item: Item) {
        self.item(position).initialize(to: item)
        isFilledFlag(position).pointee.store(true, ordering: .releasing)
    }

    @inlinable func isFilled(_ position: UInt64) -> Bool { isFilledFlag(position).pointee.load(ordering: .acquiring) }

    /// Empties a filled cell. Call from the owner.
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
