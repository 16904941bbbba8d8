import Synchronization

/// A value that several threads use, one at a time.
///
/// A `Mutex` for values that the compiler does not know to be Sendable. What is taken out of it must belong to whoever
/// takes it from then on. No lock is held while calling out: `body` only looks and changes.
struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<LockedContent<Value>>

    init(_ value: Value) {
        mutex = Mutex(LockedContent(value: value))
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { content in
            LockedContent(value: body(&content.value))
        }.value
    }
}

/// What a `Locked` protects.
///
/// Unchecked Sendable: touched under the mutex, and by whoever takes it out.
struct LockedContent<Value>: @unchecked Sendable {
    var value: Value
}
