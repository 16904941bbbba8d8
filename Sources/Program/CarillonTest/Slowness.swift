import CarillonScheduling

/// The search for the reason why a bench takes real seconds: what most of the work is for.
struct Slowness {
    enum Action: Equatable {
        /// Begin to call `saw(_:)`.
        case listen
        /// End it, and print a text.
        case report(String)
    }

    /// The real time of work after which the first notice is printed; each later one takes four times as long.
    private static let first = Duration.seconds(5)
    /// The pieces of work between two looks at the clock, and those that are looked at for a reason.
    private static let (step, sample) = (1024, 4096)

    private var count = 0
    private var total = 0
    private var busy = Duration.zero
    private var limit = Self.first
    private var last: ContinuousClock.Instant?
    private var since: Duration?
    private var uses: [String: Int]?

    /// Whether uses count.
    var isListening: Bool { uses != nil }

    /// Notes a piece of work.
    mutating func willRun(at now: Duration, _ clock: @autoclosure () -> ContinuousClock.Instant) -> Action? {
        count += 1
        since = since ?? now
        if let uses, count == Self.sample {
            (count, self.uses) = (0, nil)
            return .report(text(uses, at: now))
        }
        guard uses == nil, count == Self.step else { return nil }
        let present = clock()
        total += count
        count = 0
        // The test may have waited for something else meanwhile.
        if let last { busy += min(present - last, .seconds(1)) }
        last = present
        guard busy >= limit else { return nil }
        limit *= 4
        uses = [:]
        return .listen
    }

    /// Notes that work uses something.
    mutating func saw(_ name: String) { uses?[name, default: 0] += 1 }

    private func text(_ uses: [String: Int], at now: Duration) -> String {
        let most = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { "\($0.key) (\($0.value))" }
        let reason = most.isEmpty ? "timers, outputs or sounds" : most.joined(separator: ", ")
        let passed = (now - (since ?? now)).components.seconds
        return
            "the bench has worked for \(busy.components.seconds) s on \(passed) s of virtual time, \(total) pieces of work; "
            + "of the last \(Self.sample), most are for \(reason)"
    }
}
