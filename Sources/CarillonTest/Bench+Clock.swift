import CarillonBoard
import CarillonDevices

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

    /// Lets virtual time pass until the clock shows a time. If the clock is set meanwhile, the duration does not change.
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
