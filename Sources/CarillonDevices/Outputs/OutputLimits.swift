import CarillonGPIO

/// The limits of an output, which apply whether the program, the fleet or the page has switched it on.
public struct OutputLimits: Equatable, Sendable {
    /// The longest time for which the output is on without a break, after which it is switched off; nil for no limit.
    ///
    /// A pattern counts as on until it ends, also while it is dark.
    public var longestOn: Duration?
    /// The time without a connection to the fleet's broker after which the output takes its safe state; nil if it stays
    /// as it is. It has no effect in a program without a fleet.
    public var withoutFleet: Duration?

    /// Creates limits, by default none.
    ///
    /// - Parameters:
    ///   - longestOn: From 1 ms to 604 800 s, which is a week.
    ///   - withoutFleet: From 1 s to 604 800 s.
    public init(longestOn: Duration? = nil, withoutFleet: Duration? = nil) {
        self.longestOn = longestOn
        self.withoutFleet = withoutFleet
    }

    /// No limits.
    public static let none = OutputLimits()
}

extension Field {
    /// Returns the field for the longest time for which an output is on.
    static func longestOn(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Field {
        limit("longest-on", path, atLeast: .milliseconds(1), "the longest time without a break for on; by default, any")
    }

    /// Returns the field for the time without a broker after which an output takes its safe state.
    static func withoutFleet(_ path: WritableKeyPath<Settings, Duration?> & Sendable) -> Field {
        limit(
            "without-fleet", path, atLeast: .seconds(1), after: "safe after ",
            "the time without the broker after which the output takes its safe state; by default, never")
    }

    /// Returns a field for a time that may be missing.
    ///
    /// - Parameter words: The words before the time.
    private static func limit(
        _ key: String, _ path: WritableKeyPath<Settings, Duration?> & Sendable, atLeast shortest: Duration,
        after words: String = "", _ summary: String
    ) -> Field {
        let longest = Duration.seconds(604_800)
        let range = "from \(Int(shortest / .milliseconds(1))) ms to \(Int(longest / .seconds(1))) s"
        let values = words.isEmpty ? "a time \(range)" : "`\(words)`a time \(range)"
        return Field(
            key, path, summary, values: values, example: "\(words)600 s",
            parse: { (node) throws(DescriptionError) in
                let text = try node.string
                guard text.hasPrefix(words) else {
                    throw node.error("invalid value \"\(text)\"; write \(key): \(words)600 s")
                }
                let time = String(text.dropFirst(words.count))
                return try DescriptionNode(content: .scalar(time), position: node.position).duration
            },
            problem: { time in
                time.map { (shortest...longest).contains($0) } ?? true ? nil : "\(key) must be \(range)"
            })
    }
}
