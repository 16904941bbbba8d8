import Synchronization

/// Entries from any thread, in the order in which they came.
final class Log: Sendable {
    private let contents = Mutex<[String]>([])
    var entries: [String] { contents.withLock { $0 } }
    func append(_ entry: String) { contents.withLock { $0.append(entry) } }
}

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}

final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
