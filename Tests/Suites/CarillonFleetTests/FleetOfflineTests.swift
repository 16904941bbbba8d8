import CarillonTest
import TestSupport
import Testing

@Suite struct FleetOfflineTests {
    private let bench: Bench<FleetDoorbell.Model>
    private var broker: BenchBroker { bench.broker }

    init() throws { bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make) }

    private func events() -> [String] { broker.messages.filter { $0.topic == "button/bell" }.map(\.text) }

    @Test func latePressesArriveInOrderWithTheirLateness() throws {
        broker.stop()
        try bench.press("bell")
        try bench.press("bell")
        broker.restore()
        bench.advance(by: .seconds(60))
        let presses = events().filter { $0.contains("\"press\"") }
        expectEqual(presses.count, 2)
        #expect(presses.allSatisfy { !$0.hasSuffix("\"late_ms\":0}") })
        let numbers = events().compactMap { $0.split(separator: ":").dropFirst(2).first?.first?.wholeNumberValue }
        // The fifth is the double click.
        expectEqual(numbers, [1, 2, 3, 4, 5])
    }

    @Test func newestValueOfAStateArrivesAfterAnAbsence() throws {
        broker.stop()
        for _ in 1...50 { try bench.press("bell") }
        broker.restore()
        bench.advance(by: .seconds(60))
        expectEqual(broker["app-number/rings"], "50")
        expectEqual(broker.messages.filter { $0.topic == "app-number/rings" }.map(\.text), ["0", "50"])
    }

    @Test func oldestEventsAreDroppedAndCounted() throws {
        broker.stop()
        for _ in 1...1000 { try bench.press("bell") }
        broker.restore()
        bench.advance(by: .seconds(120))
        // A press and a release each; single clicks never come because the presses follow each other too soon.
        expectEqual(events().count, 1000)
        expectEqual(events().first?.contains("\"number\":1001,"), true)
        expectEqual(broker["dropped"], "1000")
    }

    @Test func brokerThatLostItsStateReceivesItAgain() throws {
        try bench.press("bell")
        let discovery = broker.discovery
        broker.stop()
        broker.restore(forgetting: true)
        bench.advance(by: .seconds(60))
        expectEqual(broker.discovery, discovery)
        expectEqual(broker["led/light"], "ON")
        expectEqual(broker["availability"], "online")
    }

    @Test func shortAbsenceIsNotPublishedAndLongAbsenceIs() throws {
        broker.cutOff()
        broker.restore()
        bench.advance(by: .seconds(4))
        #expect(broker.messages.filter { $0.text == "offline" }.isEmpty)
        broker.cutOff()
        bench.advance(by: .seconds(6))
        expectEqual(broker["availability"], "offline")
        broker.restore()
        bench.advance(by: .seconds(60))
        expectEqual(broker["availability"], "online")
    }

    @Test func commandDuringAShortAbsenceIsCarriedOutOnce() throws {
        broker.cutOff()
        broker.send("PRESS", to: "app-button/ring")
        broker.restore()
        bench.advance(by: .seconds(60))
        expectEqual(bench.model.rings, 1)
    }

    @Test func commandDuringALongAbsenceIsNeverCarriedOut() throws {
        broker.cutOff()
        bench.advance(by: .seconds(10))
        broker.send("PRESS", to: "app-button/ring")
        bench.advance(by: .seconds(60))
        broker.restore()
        bench.advance(by: .seconds(120))
        #expect(broker.isConnected)
        expectEqual(bench.model.rings, 0)
    }

    @Test func boxConnectsAgainAfterAnAbsenceOfTheBroker() throws {
        broker.stop()
        bench.advance(by: .seconds(3600))
        broker.restore()
        bench.advance(by: .seconds(60))
        #expect(broker.isConnected)
        expectEqual(
            broker.notices,
            [
                "fleet: connected to the broker", "fleet: no broker: Connection refused; trying again",
                "fleet: connected to the broker",
            ])
    }

    @Test func refusalIsReportedWithItsReason() throws {
        broker.stop()
        broker.refuse("not authorised")
        broker.restore()
        bench.advance(by: .seconds(600))
        expectEqual(broker.notices.last, "fleet: the broker refuses this box: not authorised; trying again")
        expectEqual(broker.notices.count, 3)
    }

    @Test func takeoverIsReportedAlthoughTheBrokerGivesNoReason() throws {
        bench.advance(by: .seconds(1))
        broker.cutOff()
        // The other box has published the number of its start.
        broker.publish("1234", on: "start", isRetained: true)
        broker.restore()
        bench.advance(by: .seconds(10))
        #expect(broker.isConnected)
        expectEqual(broker.notices.last?.contains("another box has connected with this box's id"), true)
    }

    @Test func twoBoxesWithTheSameIDAreReportedOnceAndConnectLessAndLessOften() throws {
        var connections = 0
        for _ in 0..<3600 {
            if broker.isConnected {
                connections += 1
                broker.takeOver()
            }
            bench.advance(by: .seconds(1))
        }
        #expect(connections < 130)
        expectEqual(broker.notices.filter { $0.contains("another box has connected with this box's id") }.count, 1)
        expectEqual(broker.notices.count, 2)
    }
}
