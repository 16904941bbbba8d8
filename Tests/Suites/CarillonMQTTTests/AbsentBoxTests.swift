import CarillonFleet
import TestSupport
import Testing

@testable import CarillonMQTT

/// Commands for a box that is absent.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct AbsentBoxTests {
    private let mosquitto: Mosquitto
    private let box: MQTTListener
    private let user: MQTTListener

    init() async throws {
        mosquitto = try Mosquitto("allow_anonymous true\nsys_interval 1")
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        (box, user) = (try MQTTListener(broker), try MQTTListener(broker))
        user.open("user")
        expectEqual(await user.next(), .connected)
    }

    /// Connects the box, whose session lasts so many seconds, and disconnects it.
    private func disappear(expiry: Int) async throws {
        box.open("box", subscriptions: ["box/set"], expiry: .seconds(expiry))
        expectEqual(await box.next(), .connected)
        // The broker has the subscription when it has acknowledged a later message.
        box.publish("x", on: "box/led")
        expectEqual(await box.next(), .delivered(1))
        box.close()
    }

    /// Waits until the broker reports that it has forgotten the session of the box, for at most 30 s of the broker.
    private func waitForExpiry() async throws {
        let (expired, uptime) = ("$SYS/broker/clients/expired", "$SYS/broker/uptime")
        let watcher = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        defer { watcher.close() }
        watcher.open("watcher", subscriptions: [expired, uptime])
        var seconds = 0
        while seconds < 30, let event = await watcher.next() {
            guard case .received(let message) = event else { continue }
            if message.topic == expired, message.text == "1" { return }
            if message.topic == uptime { seconds += 1 }
        }
        Issue.record("the session did not expire")
    }

    private func send(_ command: String, isRetained: Bool = false, number: Int) async {
        user.publish(command, on: "box/set", isRetained: isRetained, number: number)
        expectEqual(await user.next(), .delivered(number))
    }

    /// Returns the commands that the box receives when it is back, up to that which is sent then.
    private func commandsOnReturn() async -> [FleetMessage] {
        box.open("box", subscriptions: ["box/set"])
        var commands: [FleetMessage] = []
        while let event = await box.next() {
            switch event {
            case .connected: user.publish("last", on: "box/set", number: 9)
            case .received(let message) where message.text == "last": return commands
            case .received(let message): commands.append(message)
            case .lost, .delivered, .refused, .tooLarge, .unsubscribed: break
            }
        }
        return commands
    }

    private func close() {
        box.close()
        user.close()
    }

    @Test func commandDuringAShortAbsenceArrivesOnce() async throws {
        try await disappear(expiry: 60)
        await send("ON", number: 1)
        let first = await commandsOnReturn()
        expectEqual(first, [FleetMessage(topic: "box/set", text: "ON")])
        box.close()
        let second = await commandsOnReturn()
        expectEqual(second, [])
        close()
    }

    @Test func commandAfterTheExpiryOfTheSessionNeverArrives() async throws {
        try await disappear(expiry: 1)
        try await waitForExpiry()
        await send("ON", number: 1)
        let commands = await commandsOnReturn()
        expectEqual(commands, [])
        close()
    }

    @Test func commandBeforeTheExpiryOfTheSessionIsDiscardedWithTheSession() async throws {
        try await disappear(expiry: 1)
        await send("ON", number: 1)
        try await waitForExpiry()
        let commands = await commandsOnReturn()
        expectEqual(commands, [])
        close()
    }

    @Test func retainedCommandIsMarkedAsRetainedInEachSession() async throws {
        try await disappear(expiry: 60)
        await send("ON", isRetained: true, number: 1)
        for _ in 0..<2 {
            let commands = await commandsOnReturn()
            #expect(!commands.isEmpty)
            // FleetCore ignores them.
            #expect(!commands.contains { !$0.isRetained })
            box.close()
        }
        close()
    }
}
