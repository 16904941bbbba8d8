import CarillonDevices
import CarillonRealTime
import Glibc
import MobiusCore

/// The wall clock of the machine.
final class MachineClock: WallClockSource {
    private let queue: RealTimeQueue
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

    var offset: Duration { RealTimeQueue.wallClockOffset }

    var zone: TimeZoneRules { TimeZoneFile.ofMachine() }

    func observe(_ handler: @escaping @Sendable () -> Void) throws -> any Disposable {
        try queue.watchWallClock(handler)
    }
}
