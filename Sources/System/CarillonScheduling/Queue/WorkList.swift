import Synchronization

/// Work that threads leave to another thread, which takes all of it at a time.
///
/// It is a linked list, newest first. Its head is exchanged atomically, so that no thread waits.
///
/// Unchecked Sendable: an atomic pointer is not Sendable by itself, but the nodes that this one refers to are.
@usableFromInline
struct WorkList: ~Copyable, @unchecked Sendable {
    @usableFromInline typealias Work = @Sendable () -> Void

    private final class Node: Sendable {
        let work: Work
        /// Unsafe for the compiler only: set by the thread that adds the node, before other threads can see it.
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
    /// - Returns: The work that was in the list, oldest first.
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
