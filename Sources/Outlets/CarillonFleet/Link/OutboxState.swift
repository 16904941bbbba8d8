import CarillonSession

/// The state of an outbox after a change, as an entry of its file. Entries are lines of text in the value of an event:
///
///     1021 press button/bell
///     = LAST-EVENT DROPPED CLOCK-OFFSET 1-20 1021-2000
///
/// The first is an event, whose time is that of the entry. The second is a state, whose offset is in milliseconds.
struct OutboxState: Sendable {
    /// The largest number of ranges of waiting events, so that a state fits in a block. Further ones are joined, and what is
    /// between them counts as dropped after a restart.
    private static let mostRanges = 100

    /// The number of the last event that existed, and that of dropped events.
    private(set) var (last, dropped) = (0, 0)
    /// That of the `OutboxClock`.
    private(set) var offset = Duration.zero
    /// The numbers of the events that the broker has not acknowledged.
    private(set) var waiting: [ClosedRange<Int>] = []

    init() {}

    init(of outbox: Outbox, _ clock: OutboxClock) {
        (last, dropped, offset) = (outbox.lastEvent, outbox.dropped, clock.offset)
        for event in outbox.events {
            let isJoined = waiting.last?.upperBound == event.number - 1 || waiting.count == Self.mostRanges
            waiting.append((isJoined ? waiting.removeLast().lowerBound : event.number)...event.number)
        }
    }

    /// Reads an entry; nil if it has no state.
    init?(_ entry: Session.Entry) {
        guard let words = entry.line?.split(separator: " "), words.count >= 4, words[0] == "=",
            let last = UInt32(words[1]), let dropped = UInt32(words[2]), let offset = Int(words[3])
        else { return nil }
        (self.last, self.dropped, self.offset) = (Int(last), Int(dropped), .milliseconds(offset))
        waiting = words.dropFirst(4).compactMap { range in
            let ends = range.split(separator: "-").compactMap { UInt32($0).map(Int.init) }
            return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
        }
    }

    func entry(at now: Duration) -> Session.Entry {
        let ranges = waiting.map { " \($0.lowerBound)-\($0.upperBound)" }.joined()
        return Session.Entry(time: now, line: "= \(last) \(dropped) \(Int(offset / .milliseconds(1)))\(ranges)")
    }
}

extension Outbox.Event {
    var entry: Session.Entry { Session.Entry(time: time, line: "\(number) \(type) \(topic)") }

    /// Reads an entry; nil if it has no event.
    init?(_ entry: Session.Entry) {
        guard let words = entry.line?.split(separator: " ", maxSplits: 2), words.count == 3, let number = Int(words[0])
        else { return nil }
        self.init(topic: String(words[2]), type: String(words[1]), number: number, time: entry.time)
    }
}

extension Session.Entry {
    fileprivate init(time: Duration, line: String) {
        self.init(time: time, .event(loop: 0, run: 0, value: Array(line.utf8)))
    }

    fileprivate var line: String? {
        if case .event(_, _, let value) = input { String(decoding: value, as: UTF8.self) } else { nil }
    }
}
