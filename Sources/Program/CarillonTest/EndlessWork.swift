import CarillonScheduling

/// The work of a moment of virtual time.
struct Moment {
    /// The most pieces of work in a moment, and how many more each arrival may cause.
    private static let (most, mostForArrival) = (10_000, 100)
    /// The most events in a piece of work. A test may send many without a pause.
    private static let mostEvents = 100_000
    /// The length of a moment.
    private static let length = Duration.milliseconds(1)
    /// The number of events that an error names.
    private static let named = 4

    private var since = Duration.zero
    private var (count, arrivals, events) = (0, 0, 0)
    private var newest: [Any] = []

    /// Notes a piece of work.
    ///
    /// - Returns: The error, at the first piece that is too much.
    mutating func willRun(at now: Duration, arrivals: Int) -> EndlessWork? {
        if now - since >= Self.length { (since, count, newest) = (now, 0, []) }
        count += 1 - (arrivals - self.arrivals) * Self.mostForArrival
        self.arrivals = arrivals
        events = 0
        return count == Self.most ? work(count) : nil
    }

    /// Notes an event of the loop. A piece of work may send events without an end.
    mutating func willUpdate(_ event: Any) -> EndlessWork? {
        newest = newest.suffix(Self.named - 1) + [event]
        events += 1
        return events == Self.mostEvents ? work(events) : nil
    }

    private func work(_ count: Int) -> EndlessWork {
        let names = newest.map { "\($0)" }
        let different = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
        return EndlessWork(time: since, count: count, events: different)
    }
}

/// An error: work that never ends, in one moment of virtual time. The bench has ended.
struct EndlessWork: Error, Equatable, CustomStringConvertible {
    /// The time of the bench.
    let time: Duration
    /// The pieces of work.
    let count: Int
    /// The last events of the application.
    let events: [String]

    var description: String {
        let cause =
            switch events.count {
            case 0: "a device or the test schedules work for the present, again and again"
            case 1: "the last event is \(events[0]); give its timer a longer time"
            default: "the last events are \(events.joined(separator: ", ")); give their timers longer times"
            }
        return
            "the bench has ended at \(time.inWords), where \(count) pieces of work let no time pass: \(cause)"
    }
}
