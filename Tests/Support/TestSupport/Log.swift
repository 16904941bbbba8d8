import Synchronization

/// Entries from any thread, in the order in which they came.
public final class Log: Sendable {
    private let contents = Mutex<[String]>([])

    public init() {}

    public var entries: [String] { contents.withLock { $0 } }
    public func append(_ entry: String) { contents.withLock { $0.append(entry) } }
}

/// A count that any thread may go on with.
public final class Counter: Sendable {
    private let count = Atomic(0)

    public init() {}

    public var value: Int { count.load(ordering: .acquiring) }
    public func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
