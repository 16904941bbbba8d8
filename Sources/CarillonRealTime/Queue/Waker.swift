import CRealTime

/// A thread that wakes up a queue's thread, and the processor on which it does so.
struct Waker: Equatable {
    let thread: Int32
    let processor: Int32

    /// The calling thread. Takes no system call, except for the first one of a thread.
    static var current: Waker { Waker(thread: crt_tid(), processor: crt_processor()) }
}

extension Waker {
    /// The waker in one word, never 0.
    var rawValue: UInt64 { UInt64(UInt32(bitPattern: thread)) << 32 | UInt64(UInt32(bitPattern: processor)) }

    init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        thread = Int32(truncatingIfNeeded: rawValue >> 32)
        processor = Int32(truncatingIfNeeded: rawValue)
    }
}
