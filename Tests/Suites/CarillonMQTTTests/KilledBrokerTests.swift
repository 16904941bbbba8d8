import CarillonFleet
import Testing

@testable import CarillonMQTT

/// A board whose button is pressed all the time, and a broker that is killed again and again.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(2))) struct KilledBrokerTests {
    private static let presses = 400

    @Test func everyEventArrivesInOrder() async throws {
        let mosquitto = try Mosquitto(
            """
            allow_anonymous true
            persistence true
            autosave_on_changes true
            autosave_interval 1
            """)
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let topic = "carillon/\(identity.id)/button/bell"

        // The listener connects again by itself, and has a session, as Home Assistant.
        let listener = try MQTTListener(broker)
        listener.open("listener", subscriptions: [topic])
        let connected = await listener.next()
        #expect(connected == .connected)

        let bell = try Bell(identity, broker)
        let kills = Task {
            for _ in 0..<3 {
                try await Task.sleep(for: .milliseconds(700))
                mosquitto.kill()
                try await Task.sleep(for: .milliseconds(200))
                try mosquitto.start()
            }
        }
        bell.press(times: Self.presses, every: .milliseconds(8))
        var numbers: [Int] = []
        while numbers.last != 2 * Self.presses {
            switch await listener.next() {
            case .received(let message)?: numbers.append(try #require(Self.number(in: message.text)))
            case .lost?:
                try await Task.sleep(for: .milliseconds(50))
                listener.open("listener", subscriptions: [topic])
            default: break
            }
        }
        try await kills.value
        var seen: Set<Int> = []
        let first = numbers.filter { seen.insert($0).inserted }
        #expect(first == Array(1...2 * Self.presses))
        bell.close()
        listener.close()
    }

    private static func number(in event: String) -> Int? {
        event.split(separator: "\"number\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
}
