/// Items that wait in line, in a buffer that grows; the first in is the first out.
package struct Backlog<Item> {
    @usableFromInline var items: [Item] = []
    @usableFromInline var next = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { next == items.count }

    @inlinable package var first: Item? { isEmpty ? nil : items[next] }

    @inlinable package mutating func append(_ item: Item) { items.append(item) }

    @discardableResult
    @inlinable package mutating func popFirst() -> Item? {
        guard let first else { return nil }
        next += 1
        // Moves the rest to the front when that is at most half: a constant cost for each item.
        if next * 2 >= items.count {
            items.removeFirst(next)
            next = 0
        }
        return first
    }
}
