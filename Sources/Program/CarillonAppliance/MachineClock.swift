import CarillonDevices
import CarillonRealTime
import Glibc
import MobiusCore
import Synchronization

/// The wall clock of the machine. That of a simulated board can be set apart from it.
final class MachineClock: WallClockSource {
    private struct State: Sendable {
        /// The time by which the clock of the board is ahead of that of the machine.
        var lead = Duration.zero
        var handler: (@Sendable () -> Void)?
    }

    private let queue: RealTimeQueue
    private let state = Mutex(State())
    let earliest: Int64

    /// - Parameter queue: The board's queue.
    init(_ queue: RealTimeQueue) {
        self.queue = queue
        // The program was built in the past. A machine without a clock of its own begins in 1970, or with the build of systemd.
        var status = stat()
        let isKnown = stat("/proc/self/exe", &status) == 0 && status.st_mtim.tv_sec < Self.latestBuild
        // Less a day, because the clocks of the two machines differ.
        earliest = max(Self.carillon, isKnown ? Int64(status.st_mtim.tv_sec) - 86_400 : 0)
    }

    /// 2026-01-01.
    private static let carillon: Int64 = 1_767_225_600
    /// 2100-01-01. A later time of the file is a mistake.
    private static let latestBuild = 4_102_444_800

    var offset: Duration { RealTimeQueue.wallClockOffset + state.withLock { $0.lead } }

    var zone: TimeZoneRules { TimeZoneFile.ofMachine() }

    func observe(_ handler: @escaping @Sendable () -> Void) throws -> any Disposable {
        state.withLock { $0.handler = handler }
        return try queue.watchWallClock(handler)
    }

    /// Sets the clock of the board, not that of the machine. Queue only.
    ///
    /// - Parameters:
    ///   - text: A time of the present day, or a date and a time.
    ///   - zone: The time zone of the board; nil for that of the machine.
    /// - Returns: Whether the text is a time.
    func set(to text: String, zone: TimeZoneRules?) -> Bool {
        let (zone, wall) = (zone ?? self.zone, queue.now + offset)
        let day = "\(zone.local(wall.components.seconds))".prefix { $0 != " " }
        guard let time = LocalTime(text) ?? LocalTime("\(day) \(text)") else { return false }
        let handler = state.withLock { state in
            state.lead += .seconds(zone.time(of: time)) - wall
            return state.handler
        }
        handler?()
        return true
    }
}
