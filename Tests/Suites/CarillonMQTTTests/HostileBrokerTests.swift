import CLibrary
import CarillonFleet
import CarillonRealTime
import TestSupport
import Testing

@testable import CarillonMQTT

/// A broker that does not keep to MQTT, or to what the box asks of it.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct HostileBrokerTests {
    private typealias Events = AsyncStream<FleetTransportEvent>

    /// PUBLISH of "x" on the topic "a", with a property that does not exist.
    private static let unknownProperty: [UInt8] = [0x30, 7, 0, 1, 0x61, 2, 0x7F, 0, 0x78]
    private static let session = FleetSession(id: "box", will: nil, subscriptions: ["box/set"])

    /// Opens a session with a transport whose connection is a process of its own, and returns its events.
    private func open(
        _ transport: ConfinedTransport, on queue: RealTimeQueue, session: FleetSession = session
    ) -> Events {
        let (events, continuation) = Events.makeStream()
        queue.async { transport.open(session) { continuation.yield($0) } }
        return events
    }

    private func transport(port: UInt16, on queue: RealTimeQueue) throws -> ConfinedTransport {
        ConfinedTransport(
            try FleetBroker("mqtt://127.0.0.1:\(port)"), on: queue, program: Box.program(named: "OutboxProbe"))
    }

    /// Returns the first event of the kind that is searched.
    private func first<Result>(
        of events: Events, where select: (FleetTransportEvent) -> Result?
    ) async -> Result? {
        for await event in events { if let result = select(event) { return result } }
        return nil
    }

    private func loss(of events: Events) async -> FleetLoss? {
        await first(of: events) { if case .lost(let loss) = $0 { loss } else { nil } }
    }

    @Test(arguments: [FalseBroker.acceptance + unknownProperty, [0x20, 5, 0, 0, 2, 0x7F, 0]])
    func malformedPacketEndsTheConnectionButNotTheProgram(answer: [UInt8]) async throws {
        let broker = try FalseBroker { kind, _ in kind == 1 ? answer : [] }
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let transport = try transport(port: broker.port, on: queue)
        for _ in 0..<2 {
            // Version 2.0.11 of libmosquitto aborts, and 2.0.21 reports an unknown error.
            guard case .failed? = await loss(of: open(transport, on: queue)) else {
                Issue.record("the connection should have been lost")
                return
            }
        }
        queue.perform { transport.close() }
    }

    @Test func connectionWorksInASeparateProcess() async throws {
        let mosquitto = try Mosquitto()
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let box = try transport(port: mosquitto.port, on: queue)
        let user = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        user.open("user")
        expectEqual(await user.next(), .connected)
        var events = open(box, on: queue).makeAsyncIterator()
        expectEqual(await events.next(), .connected)
        queue.async { box.publish(FleetMessage(topic: "box/led", text: "ON"), number: 7) }
        expectEqual(await events.next(), .delivered(7))
        user.publish("OFF", on: "box/set")
        expectEqual(await events.next(), .received(FleetMessage(topic: "box/set", text: "OFF")))
        queue.perform { box.close() }
        user.close()
    }

    @Test func veryLargeMessageIsWithheldByTheBrokerAndLargeMessageIsReported() async throws {
        let mosquitto = try Mosquitto()
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let box = try transport(port: mosquitto.port, on: queue)
        let user = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        user.open("user")
        expectEqual(await user.next(), .connected)
        var session = Self.session
        session.largestPayload = 1000
        var events = open(box, on: queue, session: session).makeAsyncIterator()
        expectEqual(await events.next(), .connected)
        user.publish(String(repeating: "x", count: 100_000), on: "box/set")
        user.publish(String(repeating: "x", count: 2000), on: "box/set")
        user.publish("OFF", on: "box/set")
        expectEqual(await events.next(), .tooLarge(topic: "box/set", count: 2000))
        expectEqual(await events.next(), .received(FleetMessage(topic: "box/set", text: "OFF")))
        queue.perform { box.close() }
        user.close()
    }

    @Test func packetThatExceedsTheMemoryEndsTheConnectionButNotTheProgram() async throws {
        // PUBLISH of 256 MB.
        let broker = try FalseBroker { kind, _ in
            kind == 1 ? FalseBroker.acceptance + [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0, 1, 0x61, 0] : []
        }
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let transport = try transport(port: broker.port, on: queue)
        let loss = await loss(of: open(transport, on: queue))
        guard case .failed? = loss else {
            Issue.record("the connection should have been lost: \(String(describing: loss))")
            return
        }
        queue.perform { transport.close() }
    }

    @Test func refusedSubscriptionIsReported() async throws {
        let broker = try FalseBroker { kind, body in
            switch kind {
            case 1: FalseBroker.acceptance
            // SUBACK with the number of SUBSCRIBE.
            case 8: [0x90, 4, body[0], body[1], 0, 0x87]
            default: []
            }
        }
        let box = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(broker.port)"))
        box.open("box", subscriptions: ["box/set"])
        expectEqual(await box.next(), .connected)
        expectEqual(await box.next(), .unsubscribed(pattern: "box/set", reason: "Not authorized"))
        box.close()
    }

    @Test(arguments: [[], ["box/set"]])
    func connectionToABrokerThatDoesNotAnswerIsLost(subscriptions: [String]) async throws {
        let broker = try FalseBroker { kind, _ in kind == 1 ? FalseBroker.acceptance : [] }
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let box = try MQTTListener(FleetBroker(address), timeout: .milliseconds(200))
        box.open("box", subscriptions: subscriptions)
        var event = await box.next()
        guard event == .connected else {
            // On a busy machine, the timeout with CONNECT can end first.
            expectEqual(event, .lost(.failed(reason: "\(address) does not answer; is it an MQTT broker?")))
            return box.close()
        }
        box.publish("x", on: "box/led")
        event = await box.next()
        expectEqual(event, .lost(.failed(reason: "\(address) answers no message; is it an MQTT broker?")))
        box.close()
    }

    @Test func connectionOfAKilledProcessIsLostAndCanBeOpenedAgain() async throws {
        let mosquitto = try Mosquitto()
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let box = try transport(port: mosquitto.port, on: queue)
        var events = open(box, on: queue).makeAsyncIterator()
        expectEqual(await events.next(), .connected)
        let killed = queue.perform { box.processID.map { kill($0, SIGKILL) } }
        expectEqual(killed, 0)
        let reason = "the process of the connection did not answer, and was ended"
        expectEqual(await events.next(), .lost(.failed(reason: reason)))
        var again = open(box, on: queue).makeAsyncIterator()
        expectEqual(await again.next(), .connected)
        queue.perform { box.close() }
    }

    @Test func failedStartOfTheConnectionsProcessIsReportedAtEachAttempt() async throws {
        let queue = try RealTimeQueue(name: "fleet", priority: 0)
        let box = ConfinedTransport(
            try FleetBroker("mqtt://127.0.0.1:1"), on: queue, program: "/bin/false")
        for _ in 0..<2 {
            let loss = await loss(of: open(box, on: queue))
            let start = "cannot start the process that connects to the broker: "
            guard case .failed(let reason)? = loss, reason.hasPrefix(start) else {
                Issue.record("\(String(describing: loss))")
                return
            }
        }
    }
}
