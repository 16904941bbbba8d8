/// A member of ``Members``, with its place.
@usableFromInline
package protocol Membership: AnyObject {
    /// The member's index in ``Members``, which maintains it. Undefined until the member has been added.
    var place: Int { get set }
}

/// Members in the order of their addition. Adding and removing a member takes constant time on average.
///
/// Removing a member leaves a gap. When there are more gaps than members, the gaps are closed. So an iteration over
/// ``places`` of a copy is not disturbed by members that are added or removed meanwhile.
@frozen @usableFromInline
package struct Members<Member: Membership> {
    @usableFromInline package private(set) var places: [Member?] = []
    @usableFromInline package private(set) var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// Adds `member`, which must not be a member already.
    @usableFromInline
    package mutating func add(_ member: Member) {
        member.place = places.count
        places.append(member)
        count += 1
    }

    /// Removes `member`. Has no effect if it is not a member.
    @usableFromInline
    package mutating func remove(_ member: Member) {
        guard places.indices.contains(member.place), places[member.place] === member else { return }
        places[member.place] = nil
        count -= 1
        if count * 2 < places.count { closeGaps() }
    }

    @usableFromInline
    package mutating func removeAll() {
        places = []
        count = 0
    }

    private mutating func closeGaps() {
        var next = 0
        for member in places {
            guard let member else { continue }
            member.place = next
            places[next] = member
            next += 1
        }
        places.removeLast(places.count - next)
    }
}
