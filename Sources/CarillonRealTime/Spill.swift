/// Work that waits in line, in a buffer that grows; the first in is the first out.
struct Spill {
    private var items: [WorkRing.Work] = []
    private var first = 0

    var isEmpty: Bool { first == items.count }

    mutating func append(_ work: @escaping WorkRing.Work) { items.append(work) }

    mutating func popFirst() -> WorkRing.Work? {
        guard !isEmpty else { return nil }
        defer {
            first += 1
            // Moves the rest to the front when that is at most half: a constant cost for each item.
            if first * 2 >= items.count {
                items.removeFirst(first)
                first = 0
            }
        }
        return items[first]
    }
}
