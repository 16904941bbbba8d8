/// A member of ``Members``, with its index.
@usableFromInline
package protocol Membership: AnyObject {
    /// The member's index in ``Members``, which maintains it. Undefined until the member has been added.
    var index: Int { get set }
}

/// Members in the order of their addition. Adding and removing a member takes constant time on average.
///
/// Removing a member leaves a gap. When there are more gaps than members, the gaps are closed. So an iteration over
/// ``slots`` of a copy is not disturbed by members that are added or removed meanwhile.
@frozen @usableFromInline
package struct Members<Member: Membership> {
    @usableFromInline package private(set) var slots: [Member?] = []
    @usableFromInline package private(set) var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// Adds `member`, which must not be a member already.
    @usableFromInline
    package mutating func add(_ member: Member) {
        member.index = slots.count
        slots.append(member)
        count += 1
    }

    /// Removes `member`. Has no effect if it is not a member.
    @usableFromInline
    package mutating func remove(_ member: Member) {
        guard slots.indices.contains(member.index), slots[member.index] === member else { return }
        slots[member.index] = nil
        count -= 1
        if count * 2 < slots.count { closeGaps() }
    }

    @usableFromInline
    package mutating func removeAll() {
        slots = []
        count = 0
    }

    private mutating func closeGaps() {
        var next = 0
        for member in slots {
            guard let member else { continue }
            member.index = next
            slots[next] = member
            next += 1
        }
        slots.removeLast(slots.count - next)
    }
}
