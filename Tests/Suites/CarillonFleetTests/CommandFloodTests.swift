import CarillonTest
import TestSupport
import Testing

/// More commands at once than the board's queue handles.
@Suite struct CommandFloodTests {
    private let bench: Bench<FleetDoorbell.Model>
    private var broker: BenchBroker { bench.broker }

    init() throws { bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make) }

    /// Sends commands that all arrive before the board has carried out the first.
    private func flood(_ payloads: [String], to topic: String) {
        for payload in payloads { broker.publish(payload, on: "\(topic)/set") }
        bench.advance(by: .zero)
    }

    @Test(arguments: [63, 64, 65, 66, 1000]) func burstOfCommandsEndsInTheStateThatWasRequestedLast(count: Int) {
        for last in ["ON", "OFF"] {
            let others = (1..<count).map { $0.isMultiple(of: 2) ? "ON" : "OFF" }
            flood(others + [last], to: "relay/door")
            expectEqual(broker["relay/door"], last)
        }
        expectEqual(broker.notices.filter { $0 != "fleet: connected to the broker" }, [])
    }

    @Test func applicationReceivesTheNewestValue() {
        flood((1...205).map { "\($0 % 10)" }, to: "app-number/volume")
        expectEqual(bench.model.volume, 5)
        expectEqual(broker["app-number/volume"], "5")
    }

    @Test func eachPressCountsAndLossesAreReported() {
        flood(Array(repeating: "PRESS", count: 100), to: "app-button/ring")
        expectEqual(broker["app-number/rings"], "64")
        expectEqual(
            broker.notices.last,
            "fleet: 36 presses were lost on carillon/\(broker.id)/app-button/ring/set: they came faster than the program handles them"
        )
        flood(["PRESS"], to: "app-button/ring")
        expectEqual(broker["app-number/rings"], "65")
    }
}
