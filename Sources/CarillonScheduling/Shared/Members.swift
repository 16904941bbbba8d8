/// A member of ``Members``, and where it stands in them.
@usableFromInline
package protocol Membership: AnyObject {
    /// Kept by ``Members``; anything until it has been added.
    var place: Int { get set }
}

/// Members in the order in which they came. One is added or removed in constant time, on average.
///
/// A member that goes leaves a gap, and when there are more gaps than members the rest move together. So whoever goes
/// through ``places`` of a copy is not disturbed by those who come and go meanwhile.
@frozen @usableFromInline
package struct Members<Member: Membership> {
    @usableFromInline package private(set) var places: [Member?] = []
    @usableFromInline package private(set) var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// Adds `member`, which must not be in here.
    @usableFromInline
    package mutating func add(_ member: Member) {
        member.place = places.count
        places.append(member)
        count += 1
    }

    /// Removes `member`. One that is not in here is left alone.
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
