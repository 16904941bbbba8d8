import Synchronization

/// A list of entries from any thread, in their order of arrival.
public final class Log: Sendable {
    private let contents = Mutex<[String]>([])

    public init() {}

    public var entries: [String] { contents.withLock { $0 } }
    public func append(_ entry: String) { contents.withLock { $0.append(entry) } }
}

/// A counter that any thread may increment.
public final class Counter: Sendable {
    private let count = Atomic(0)

    public init() {}

    public var value: Int { count.load(ordering: .acquiring) }
    public func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
