import Foundation
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

/// The program as a service: it communicates with its manager by the real protocol.
@Suite struct ServiceTests {
    @Test func itIsReadyWhenTheLoopRunsAndSaysSoWhenItStops() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter")
        #expect(
            manager.hear() == [
                "READY=1", "STATUS=running on a simulated board (simulated), ordinary priority, sound: none",
            ])
        #expect(manager.end(with: SIGTERM) == 0)
        #expect(manager.hear() == ["STOPPING=1"])
    }

    @Test func obstacleToReadinessIsTheStatus() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter", ["--board", "nope"])
        let status = try #require(manager.hear()?.first)
        #expect(status.hasPrefix("STATUS=unknown board \"nope\"; expected one of: "))
        #expect(manager.waitForEnd() == 2)
    }

    @Test func loopThatTurnsFeedsTheWatchdog() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter", watchdog: .milliseconds(20))
        #expect(manager.hear()?.first == "READY=1")
        for _ in 1...10 { #expect(manager.hear() == ["WATCHDOG=1"]) }
        #expect(manager.end(with: SIGTERM) == 0)
    }

    @Test func watchdogThatWaitsForEverIsFed() throws {
        let manager = try ServiceManagerStandIn()
        try manager.start("counter", watchdogText: "\(UInt64.max - 1)")
        #expect(manager.hear()?.first == "READY=1")
        #expect(manager.hear() == ["WATCHDOG=1"])
        #expect(manager.end(with: SIGTERM) == 0)
    }

    @Test func loopThatHangsIsKilledAndRestarted() throws {
        let timeout = Duration.seconds(1)
        let manager = try ServiceManagerStandIn()
        try manager.start("ServiceProbe", watchdog: timeout, hasInput: true)
        #expect(manager.hear()?.first == "READY=1")
        #expect(manager.hear() == ["WATCHDOG=1"])
        try manager.press("minus")
        while manager.hear(within: timeout) != nil {}
        #expect(manager.end(with: SIGABRT) == -SIGABRT)
        // Discards messages that the service sent after the timeout.
        while manager.hear(within: .zero) != nil {}

        try manager.start("ServiceProbe", watchdog: timeout)
        #expect(manager.hear()?.first == "READY=1")
        #expect(manager.hear() == ["WATCHDOG=1"])
    }

    @Test func onlyTheJournalsStreamIsRecognised() throws {
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

    @Test func notificationsAreWrittenAsFieldsOfALineEach() {
        #expect(ServiceManager.Notification.ready(status: "a\nb").text == "READY=1\nSTATUS=a b")
        #expect(ServiceManager.Notification.failed(reason: "a\nREADY=1").text == "STATUS=a READY=1")
    }
}
