import Synchronization

/// Work that threads leave to another one, which takes all of it at a time.
///
/// A linked list, newest first, whose head is exchanged atomically: nobody ever waits.
///
/// Unchecked Sendable: an atomic pointer is not Sendable by itself; the nodes behind this one are.
@usableFromInline
struct WorkList: ~Copyable, @unchecked Sendable {
    @usableFromInline typealias Work = @Sendable () -> Void

    private final class Node: Sendable {
        let work: Work
        /// Unsafe for the compiler only: set by the thread that adds the node, before others can see it.
        nonisolated(unsafe) var next: UnsafeMutableRawPointer?

        init(_ work: @escaping Work) {
            self.work = work
        }
    }

    private let newest = Atomic<UnsafeMutableRawPointer?>(nil)

    @usableFromInline init() {}

    deinit {
        _ = takeAll()
    }

    /// Adds `work`. May be called from any thread.
    @usableFromInline
    func append(_ work: @escaping Work) {
        let node = Node(work)
        let added = Unmanaged.passRetained(node).toOpaque()
        var seen = newest.load(ordering: .relaxed)
        while true {
            node.next = seen
            let result = newest.compareExchange(expected: seen, desired: added, ordering: .acquiringAndReleasing)
            if result.exchanged { return }
            seen = result.original
        }
    }

    /// Empties the list.
    ///
    /// - Returns: What was in it, in the order in which it came.
    @usableFromInline
    func takeAll() -> [Work] {
        var works: [Work] = []
        var next = newest.exchange(nil, ordering: .acquiringAndReleasing)
        while let pointer = next {
            let node = Unmanaged<Node>.fromOpaque(pointer).takeRetainedValue()
            works.append(node.work)
            next = node.next
        }
        works.reverse()
        return works
    }
}
