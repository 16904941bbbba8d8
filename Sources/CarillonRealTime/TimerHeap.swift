import MobiusCore
import Synchronization

/// What is to be run at which time, the earliest first, and of those at the same time the one asked for first.
///
/// The queues keep one each: it decides what is due, they know what time it is. A binary heap, so that putting in and
/// taking out cost the logarithm of what waits. What was disposed stays in it until its time comes.
struct TimerHeap {
    /// Work that waits for its time. Disposing it is what its asker holds it for.
    final class Entry: Disposable, Sendable {
        let time: Duration
        let work: @Sendable () -> Void
        private let disposed = Atomic(false)

        init(time: Duration, work: @escaping @Sendable () -> Void) {
            self.time = time
            self.work = work
        }

        func dispose() {
            disposed.store(true, ordering: .releasing)
        }

        func run() {
            if !disposed.load(ordering: .acquiring) { work() }
        }
    }

    private struct Node {
        let entry: Entry
        let number: UInt64

        func isBefore(_ other: Node) -> Bool {
            (entry.time, number) < (other.entry.time, other.number)
        }
    }

    private var nodes: [Node] = []
    private var nextNumber: UInt64 = 0

    /// When the next entry is due; nil if none waits.
    var earliest: Duration? { nodes.first?.entry.time }

    mutating func insert(_ entry: Entry) {
        nodes.append(Node(entry: entry, number: nextNumber))
        nextNumber += 1
        var child = nodes.endIndex - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard nodes[child].isBefore(nodes[parent]) else { break }
            nodes.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the next entry that is due at `time`.
    mutating func popDue(at time: Duration) -> Entry? {
        guard let earliest, earliest <= time else { return nil }
        nodes.swapAt(0, nodes.endIndex - 1)
        let due = nodes.removeLast().entry
        var parent = 0
        while true {
            let children = (2 * parent + 1..<2 * parent + 3).clamped(to: nodes.startIndex..<nodes.endIndex)
            guard let child = children.min(by: { nodes[$0].isBefore(nodes[$1]) }), nodes[child].isBefore(nodes[parent])
            else { return due }
            nodes.swapAt(child, parent)
            parent = child
        }
    }
}
