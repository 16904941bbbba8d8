import Synchronization

/// Passes the newest value from one thread to another. Neither waits, locks or allocates.
///
/// There are three slots: the producer fills one, the consumer empties one, and the third one changes hands by an atomic
/// exchange. A value that has not been taken is replaced by a newer one.
///
/// `@unchecked Sendable`: each slot belongs to one thread at a time, and so do `back` and `front`.
@usableFromInline
final class Handover<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let slots = UnsafeMutablePointer<Value?>.allocate(capacity: 3)
    /// The slot that changes hands, and `isNew`.
    @usableFromInline let middle = Atomic<UInt8>(1)
    /// The producer's slot. Not checked for overlapping accesses, like `front`: no access calls other code.
    @exclusivity(unchecked) @usableFromInline var back: UInt8 = 0
    /// The consumer's slot.
    @exclusivity(unchecked) private var front: UInt8 = 2

    /// Set in `middle` while its slot has a value that has not been taken.
    @inlinable static var isNew: UInt8 { 4 }

    init() { slots.initialize(repeating: nil, count: 3) }

    deinit {
        slots.deinitialize(count: 3)
        slots.deallocate()
    }

    /// Passes a value. Call on the producer's thread only.
    @inlinable func put(_ value: Value) {
        slots[Int(back)] = value
        back = middle.exchange(back | Self.isNew, ordering: .acquiringAndReleasing) & ~Self.isNew
    }

    /// Returns the newest value; nil if it has been taken. Call on the consumer's thread only.
    func take() -> Value? {
        guard middle.load(ordering: .relaxed) & Self.isNew != 0 else { return nil }
        front = middle.exchange(front, ordering: .acquiringAndReleasing) & ~Self.isNew
        return slots[Int(front)].take()
    }
}
