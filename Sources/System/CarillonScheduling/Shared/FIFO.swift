/// A first-in first-out queue: a ring that grows, and allocates nothing in steady use.
@frozen @usableFromInline
package struct FIFO<Element> {
    @usableFromInline var ring: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package var first: Element? { count > 0 ? ring[head] : nil }

    @inlinable
    package mutating func append(_ element: Element) {
        if count == ring.count { grow() }
        ring[(head &+ count) & (ring.count &- 1)] = element
        count &+= 1
    }

    @inlinable @discardableResult
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = ring[head].take()
        head = (head &+ 1) & (ring.count &- 1)
        count &-= 1
        return element
    }

    @inlinable
    package mutating func removeAll() {
        self = FIFO()
    }

    /// Doubles the ring, whose size is a power of two, and moves the elements to its beginning.
    @inlinable
    mutating func grow() {
        let size = Swift.max(8, ring.count &* 2)
        var grown: [Element?] = []
        grown.reserveCapacity(size)
        for index in 0..<count { grown.append(ring[(head &+ index) & (ring.count &- 1)]) }
        for _ in count..<size { grown.append(nil) }
        ring = grown
        head = 0
    }
}
