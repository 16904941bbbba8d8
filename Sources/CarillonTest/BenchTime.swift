import CarillonDevices
import CarillonScheduling

/// The date and the time at which the clock of a bench starts.
///
///     let bench = try Bench(wiring: "alarm-clock", clock: "2026-03-28 22:00", makeAlarmClock)
///
/// The default is 2026-01-01 00:00, a Thursday.
public struct BenchTime: Sendable, ExpressibleByStringLiteral {
    private let start: LocalTime?
    private let zone: TimeZoneRules

    /// Creates the default time: 2026-01-01 00:00.
    public init() { (start, zone) = (nil, .utc) }

    /// Creates a time from a date and a time of the day such as `2026-03-28 22:00`, in the time zone of the wiring, or in UTC
    /// if the wiring states none. Any other text is a programming error, which ends the process.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - text: The date and the time of the day.
    ///   - zone: The time zone, unless the wiring states one, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    public init(_ text: String, zone: String = "UTC0") {
        guard let start = LocalTime(text), let rules = TimeZoneRules(zone) else {
            preconditionFailure("\"\(text)\" \"\(zone)\" is no time such as 2026-03-28 22:00 in a zone such as UTC0")
        }
        (self.start, self.zone) = (start, rules)
    }

    /// Returns the clock of a bench.
    ///
    /// - Parameter zone: The time zone of the wiring; nil if it states none.
    func clock(on time: VirtualTime, zone: TimeZoneRules?) -> VirtualWallClock {
        VirtualWallClock(start, zone: zone ?? self.zone, on: time)
    }
}
