import CarillonBoard
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

/// The clock of the board, which virtual time moves.
extension Bench {
    /// The clock of the board: its time, and the next alarm.
    public var clock: WallClock { board.clock }

    /// The local date and time.
    public var localTime: LocalTime {
        let clock = clock
        return time.perform { clock.now }
    }

    /// Sets the clock of the board, as a user or a time server does.
    ///
    /// - Parameter text: A date and a time such as `2026-03-28 22:00`.
    /// - Throws: ``BenchError/invalidTime(_:)``.
    public func setClock(to text: String) throws {
        guard let local = LocalTime(text) else { throw BenchError.invalidTime(text) }
        let clock = clock
        simulated.wallClock.set(to: time.perform { clock.zone }.time(of: local))
    }

    /// Lets virtual time pass until the clock shows a time. The duration is fixed at the call: if the clock is set
    /// meanwhile, it shows another time at the end.
    ///
    /// - Parameter text: A date and a time such as `2026-03-28 22:00`, or a time of the day such as `07:00`, which means the
    ///   next 07:00.
    /// - Throws: ``BenchError/invalidTime(_:)``, also for a time that has passed.
    public func advance(to text: String) throws {
        let clock = clock
        guard let end = time.perform({ clock.queueTime(of: text) }), end >= time.now else {
            throw BenchError.invalidTime(text)
        }
        time.advance(to: end)
    }
}
