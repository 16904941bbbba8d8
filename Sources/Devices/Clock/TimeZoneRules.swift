/// The offsets of a time zone from Greenwich: those that its file lists, and then those of its rule.
package struct TimeZoneRules: Equatable, Sendable {
    /// A time from which on the zone has another offset.
    struct Change: Equatable, Sendable {
        /// The seconds since 1970.
        let time: Int64
        /// The seconds east of Greenwich.
        let offset: Int
    }

    /// Greenwich time.
    package static let utc = TimeZoneRules(first: 0, changes: [], rule: PosixZone("UTC0"))

    /// The offset before the first change.
    private let first: Int
    /// The changes, the earliest first.
    private let changes: [Change]
    /// The rule after the last change; nil if its offset stays.
    private let rule: PosixZone?

    init(first: Int, changes: [Change], rule: PosixZone?) {
        (self.first, self.changes, self.rule) = (first, changes, rule)
    }

    /// Returns the seconds east of Greenwich.
    ///
    /// - Parameter time: The seconds since 1970.
    func offset(at time: Int64) -> Int {
        guard let last = changes.last else { return rule?.offset(at: time) ?? first }
        if time >= last.time { return rule?.offset(at: time) ?? last.offset }
        // The first change after the time.
        var range = changes.startIndex..<changes.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = changes[middle].time > time ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound == 0 ? first : changes[range.lowerBound - 1].offset
    }

    /// Returns the local time.
    ///
    /// - Parameter time: The seconds since 1970.
    package func local(_ time: Int64) -> LocalTime { LocalTime(seconds: time + Int64(offset(at: time))) }

    /// Returns the time in seconds since 1970 at which clocks show a local time.
    ///
    /// A local time that exists twice, when clocks are put back, has its earlier time. A local time that does not exist has
    /// the time at which clocks are put forward.
    package func time(of local: LocalTime) -> Int64 {
        let day = Int64(TimeOfDay.secondsPerDay)
        let (before, after) = (offset(at: local.seconds - day), offset(at: local.seconds + day))
        let candidates = [local.seconds - Int64(before), local.seconds - Int64(after)]
        let times = candidates.filter { $0 + Int64(offset(at: $0)) == local.seconds }
        if let earliest = times.min() { return earliest }
        return change(after: candidates.min()! - 1, upTo: candidates.max()!) ?? candidates[0]
    }

    /// Returns the first time at which the offset is another one than at `start`; nil if there is none up to `end`. Both are
    /// so close that there is at most one change between them.
    func change(after start: Int64, upTo end: Int64) -> Int64? {
        let offset = offset(at: start)
        guard self.offset(at: end) != offset else { return nil }
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.offset(at: middle) == offset { low = middle } else { high = middle }
        }
        return high
    }
}

// MARK: - Text

/// The form in sessions and on the bench: `CET-1CEST,M3.5.0,M10.5.0/3`, or `3600 1774746000:7200 ... RULE`.
extension TimeZoneRules {
    /// The rules for a time and all later ones, as text.
    package func text(from time: Int64) -> String {
        let start = TimeZoneRules.Change(time: time, offset: offset(at: time))
        var later = changes.filter { $0.time > time }
        // The rule may say the same as the last changes of the file, which then are not needed.
        if let rule {
            while let last = later.last {
                let before = later.dropLast().last?.offset ?? start.offset
                guard rule.offset(at: last.time) == last.offset, rule.offset(at: last.time - 1) == before else { break }
                later.removeLast()
            }
            if later.isEmpty, rule.offset(at: time) == start.offset { return rule.text }
        }
        let listed = later.map { "\($0.time):\($0.offset)" }
        return (["\(start.offset)"] + listed + (rule.map { [$0.text] } ?? [])).joined(separator: " ")
    }

    /// The offsets that a text can have. A session may have been changed to contain others.
    private static let offsets = -172_800...172_800

    /// Reads the text of a zone, or a rule alone; nil for another text.
    package init?(_ text: String) {
        var parts = text.split(separator: " ").map(String.init)
        let rule = parts.last.flatMap { PosixZone($0) }
        if rule != nil { parts.removeLast() }
        if parts.isEmpty, let rule {
            self.init(first: rule.standard, changes: [], rule: rule)
            return
        }
        guard let first = parts.first.flatMap({ Int($0) }), Self.offsets.contains(first) else { return nil }
        var changes: [Change] = []
        for part in parts.dropFirst() {
            let numbers = part.split(separator: ":")
            guard numbers.count == 2, let time = Int64(numbers[0]), let offset = Int(numbers[1]),
                Self.offsets.contains(offset)
            else { return nil }
            changes.append(Change(time: time, offset: offset))
        }
        self.init(first: first, changes: changes, rule: rule)
    }
}
