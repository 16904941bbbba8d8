import Foundation
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

/// The program as a service: it communicates with its manager by the real protocol.
@Suite struct ServiceTests {
    @Test func serviceReportsThatItIsReadyAndThatItStops() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter")
        expectEqual(
            manager.hear(),
            [
                "READY=1", "STATUS=running on a simulated board, ordinary priority, sound: none",
            ])
        expectEqual(manager.end(with: SIGTERM), 0)
        expectEqual(manager.hear(), ["STOPPING=1"])
    }

    @Test func errorAtTheStartIsReportedAsTheStatus() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter", ["--board", "nope"])
        let status = try #require(manager.hear()?.first)
        #expect(status.hasPrefix("STATUS=unknown board \"nope\"; expected one of: "))
        expectEqual(manager.waitForEnd(), 2)
    }

    /// From the watchdog's timeout in microseconds to the heartbeats that the test waits for.
    static let watchdogs: [Row<UInt64, Int>] = [
        Row("a watchdog of 20 ms is fed", 20_000, 10),
        Row("a watchdog with an endless timeout is fed", .max - 1, 1),
    ]

    @Test(arguments: watchdogs) func runningLoopFeedsTheWatchdog(row: Row<UInt64, Int>) throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter", watchdogText: "\(row.given)")
        expectEqual(manager.hear()?.first, "READY=1", sourceLocation: row.place)
        for _ in 1...row.expected { expectEqual(manager.hear(), ["WATCHDOG=1"], sourceLocation: row.place) }
        expectEqual(manager.end(with: SIGTERM), 0, sourceLocation: row.place)
    }

    @Test func hangingLoopIsKilledAndRestarted() throws {
        let timeout = Duration.seconds(1)
        let manager = try ServiceManagerStandIn()
        try manager.start("ServiceProbe", watchdog: timeout, hasInput: true)
        expectEqual(manager.hear()?.first, "READY=1")
        expectEqual(manager.hear(), ["WATCHDOG=1"])
        try manager.press("minus")
        while manager.hear(within: timeout) != nil {}
        expectEqual(manager.end(with: SIGABRT), -SIGABRT)
        // Discards messages that the service sent after the timeout.
        while manager.hear(within: .zero) != nil {}

        try manager.start("ServiceProbe", watchdog: timeout)
        expectEqual(manager.hear()?.first, "READY=1")
        expectEqual(manager.hear(), ["WATCHDOG=1"])
    }

    @Test func onlyTheStreamOfTheJournalIsRecognised() throws {
        let file = try TemporaryFile("")
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        #expect(Journal.isStream("\(status.st_dev):\(status.st_ino)", descriptor))
        #expect(!Journal.isStream("\(status.st_dev):\(status.st_ino + 1)", descriptor))
        #expect(!Journal.isStream("", descriptor))
        #expect(!Journal.isStream("\(status.st_dev):\(status.st_ino)", -1))
    }

    @Test func notificationsAreWrittenWithOneFieldPerLine() {
        expectEqual(ServiceManager.Notification.ready(status: "a\nb").text, "READY=1\nSTATUS=a b")
        expectEqual(ServiceManager.Notification.failed(reason: "a\nREADY=1").text, "STATUS=a READY=1")
    }
}
