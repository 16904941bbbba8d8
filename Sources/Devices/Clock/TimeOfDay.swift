/// A time of the day, such as 07:00. In a program, it is written as a text: `"07:00"`.
public struct TimeOfDay: Hashable, Sendable {
    static let secondsPerDay = 24 * 3600

    /// The seconds since midnight, from 0 to 86399.
    public let seconds: Int

    /// Creates a time. A time outside the day wraps around: 24:30 is 00:30.
    public init(hour: Int, minute: Int, second: Int = 0) { self.init(seconds: (hour * 60 + minute) * 60 + second) }

    /// Creates a time from the seconds since midnight. A time outside the day wraps around: 86400 is 00:00.
    public init(seconds: Int) {
        let rest = seconds % Self.secondsPerDay
        self.seconds = rest < 0 ? rest + Self.secondsPerDay : rest
    }

    /// Reads `07:00` or `07:00:30`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    }

    /// The hour, from 0 to 23.
    public var hour: Int { seconds / 3600 }
    /// The minute, from 0 to 59.
    public var minute: Int { seconds / 60 % 60 }
    /// The second, from 0 to 59.
    public var second: Int { seconds % 60 }

    /// Returns the time that is `minutes` later, or earlier if `minutes` is negative. The time wraps around at midnight: 20
    /// minutes after 23:50 is 00:10.
    public func adding(minutes: Int) -> TimeOfDay { TimeOfDay(seconds: seconds + minutes * 60) }
}

extension TimeOfDay: ExpressibleByStringLiteral {
    /// Creates the time that a text in a program states: `07:00` or `07:00:30`. Any other text is a programming error, which
    /// ends the process; for a text that is read, see `init(_:)`.
    public init(stringLiteral text: StaticString) {
        guard let time = TimeOfDay(text.description) else {
            preconditionFailure("\"\(text)\" is no time of the day such as 07:00")
        }
        self = time
    }
}

extension TimeOfDay: Comparable {
    public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.seconds < other.seconds }
}

extension TimeOfDay: CustomStringConvertible {
    /// The time as `07:00`, or as `07:00:30` if it has seconds.
    public var description: String {
        [hour, minute, second].prefix(second == 0 ? 2 : 3).map { $0.digits(2) }.joined(separator: ":")
    }
}

extension TimeOfDay: Codable {
    /// Decodes a text such as `07:00`.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = TimeOfDay(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is no time of the day such as 07:00")
        }
        self = time
    }

    /// Encodes the time as a text such as `07:00`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int {
    /// Returns the number with leading zeros.
    func digits(_ count: Int) -> String {
        let text = "\(self)"
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}
