import CarillonScheduling
import MobiusCore

/// The wall clock of the machine.
package protocol WallClockSource: AnyObject, Sendable {
    /// The time since 1970 minus the time of the board's queue. It changes only when the clock is set, because both clocks
    /// are corrected to the same speed. May be read from any thread.
    var offset: Duration { get }

    /// A time in seconds since 1970 that is in the past. A clock that is behind it has not been set.
    var earliest: Int64 { get }

    /// The time zone of the machine.
    var zone: TimeZoneRules { get }

    /// Calls a handler on the board's queue whenever the clock has been set, until the returned disposable is disposed. Call
    /// on the queue.
    ///
    /// - Throws: The reason why the system cannot report it.
    func observe(_ handler: @escaping @Sendable () -> Void) throws -> any Disposable
}

/// A wall clock that the program sets itself, such as that of a bench. May be used from any thread.
package final class VirtualWallClock: WallClockSource {
    private struct State: Sendable {
        var offset: Duration
        var handler: (@Sendable () -> Void)?
    }

    package let zone: TimeZoneRules
    private let time: any Scheduler
    private let state: Locked<State>

    /// - Parameters:
    ///   - start: The present time; by default 2026-01-01 00:00, a Thursday.
    ///   - time: The queue's clock.
    package init(_ start: LocalTime? = nil, zone: TimeZoneRules = .utc, on time: any Scheduler) {
        self.zone = zone
        self.time = time
        let start = start ?? LocalTime(day: LocalTime.day(year: 2026, month: 1, day: 1), time: TimeOfDay(seconds: 0))
        state = Locked(State(offset: .seconds(zone.time(of: start)) - time.now))
    }

    package var offset: Duration { state.withLock { $0.offset } }

    /// 2020-01-01.
    package var earliest: Int64 { 1_577_836_800 }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> any Disposable {
        state.withLock { $0.handler = handler }
        return AnonymousDisposable { [state] in state.withLock { $0.handler = nil } }
    }

    /// Sets the clock, as a hand or a time server does.
    ///
    /// - Parameter seconds: The seconds since 1970.
    package func set(to seconds: Int64) {
        let handler = state.withLock { state in
            state.offset = .seconds(seconds) - time.now
            return state.handler
        }
        if let handler { time.perform(handler) }
    }
}

/// The state of the wall clock when a program begins, as a text in sessions: the nanoseconds since 1970, the earliest time in
/// seconds, and the time zone.
package struct ClockStart: Sendable {
    /// The time since 1970.
    let wall: Duration
    let earliest: Int64
    let zone: TimeZoneRules

    /// - Parameter now: The time of the board's queue.
    package init(_ source: any WallClockSource, zone: TimeZoneRules?, at now: Duration) {
        (wall, earliest, self.zone) = (now + source.offset, source.earliest, zone ?? source.zone)
    }

    /// Reads the text of a session; nil for another text.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, let wall = Int64(parts[0]), let earliest = Int64(parts[1]),
            let zone = TimeZoneRules(parts[2])
        else { return nil }
        (self.wall, self.earliest, self.zone) = (.nanoseconds(wall), earliest, zone)
    }

    /// The text in sessions.
    package var text: String { "\(wall.wholeNanoseconds) \(earliest) \(zoneText)" }

    /// The time zone, as text.
    package var zoneText: String { zone.text(from: wall.components.seconds) }

    /// The local time.
    package var local: LocalTime { zone.local(wall.components.seconds) }
}
