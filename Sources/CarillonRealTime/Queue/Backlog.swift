/// Items that wait in line, in a buffer that grows; the first in is the first out.
struct Backlog<Item> {
    private var items: [Item] = []
    private var next = 0

    var isEmpty: Bool { next == items.count }

    var first: Item? { isEmpty ? nil : items[next] }

    mutating func append(_ item: Item) { items.append(item) }

    @discardableResult
    mutating func popFirst() -> Item? {
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
