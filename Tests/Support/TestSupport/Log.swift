import MobiusCore
import Synchronization

/// A list of entries from any thread, in their order of arrival.
public final class Log: Sendable {
    private let contents = Mutex<[String]>([])

    /// Creates an empty log.
    public init() {}

    /// The entries so far. May be read from any thread.
    public var entries: [String] { contents.withLock { $0 } }
    /// Adds an entry. May be called from any thread.
    public func append(_ entry: String) { contents.withLock { $0.append(entry) } }
    /// Adds each event of the source, from now on.
    public func follow(_ source: AnyEventSource<String>) { _ = source.subscribe { [self] in append($0) } }
}

/// A counter that any thread may increment.
public final class Counter: Sendable {
    private let count = Atomic(0)

    /// Creates a counter at 0.
    public init() {}

    /// The number of increments so far.
    public var value: Int { count.load(ordering: .acquiring) }
    /// Adds 1.
    public func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
