import CarillonFleet
import TestSupport
import Testing

@testable import CarillonMQTT

/// The transport with a real broker. FailedConnectionTests has the connections that fail.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct MQTTTransportTests {
    private func broker(_ mosquitto: Mosquitto) throws -> FleetBroker {
        try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
    }

    @Test func newRetainedMessageIsMarkedAsRetained() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        let other = try MQTTListener(broker(mosquitto))
        box.open("box", subscriptions: ["box/set"])
        expectEqual(await box.next(), .connected)
        other.open("other")
        expectEqual(await other.next(), .connected)
        other.publish("ON", on: "box/set", isRetained: true)
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "ON", isRetained: true)))
        // The box does not receive its own messages.
        box.publish("OFF", on: "box/set")
        expectEqual(await box.next(), .delivered(1))
        box.close()
        other.close()
    }

    @Test func connectionToAKilledBrokerIsLostAndANewConnectionWorks() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        expectEqual(await box.next(), .connected)
        mosquitto.kill()
        expectEqual(
            await box.next(), .lost(.failed(reason: "\(try broker(mosquitto).address): The connection was lost.")))
        try mosquitto.start()
        box.open("box")
        expectEqual(await box.next(), .connected)
        box.publish("x", on: "box/led", number: 3)
        expectEqual(await box.next(), .delivered(3))
        box.close()
    }

    @Test func messageToAKilledBrokerIsNotReportedAsDelivered() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        expectEqual(await box.next(), .connected)
        // In one piece of work, so that the box does not know yet.
        box.queue.perform {
            mosquitto.kill()
            for number in 1...20 {
                box.transport.publish(FleetMessage(topic: "box/led", text: "x"), number: number)
            }
        }
        let event = await box.next()
        guard case .lost? = event else {
            Issue.record("lost messages count as delivered: \(String(describing: event))")
            return
        }
    }

    @Test func messageThatNoBrokerAcceptsIsReportedAsRefused() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        expectEqual(await box.next(), .connected)
        box.publish("x", on: "box/#", number: 5)
        let event = await box.next()
        guard case .refused(5, let reason)? = event, !reason.isEmpty else {
            Issue.record("it is not refused: \(String(describing: event))")
            return
        }
        box.close()
    }

    @Test func otherClientWithTheSameIDTakesOverTheConnection() async throws {
        let mosquitto = try Mosquitto()
        let one = try MQTTListener(broker(mosquitto))
        let two = try MQTTListener(broker(mosquitto))
        one.open("box")
        expectEqual(await one.next(), .connected)
        two.open("box")
        expectEqual(await two.next(), .connected)
        // Version 2.0.11 does not say why.
        let event = await one.next()
        let loss = FleetLoss.failed(reason: "\(try broker(mosquitto).address): The connection was lost.")
        #expect([.lost(.takenOver), .lost(loss)].contains(event))
        two.close()
    }

    @Test func messagesAreDeliveredOverTLS() async throws {
        let mosquitto = try Mosquitto.withTLS()
        var address = try FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)")
        address.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        let box = try MQTTListener(address)
        box.open("box")
        let event = await box.next()
        expectEqual(event, .connected)
        for number in 1...100 { box.publish("\(number)", on: "box/led", number: number) }
        for number in 1...100 {
            let event = await box.next()
            expectEqual(event, .delivered(number))
        }
        box.close()
    }

    @Test func brokerThatDemandsACertificateAcceptsABoxWithOne() async throws {
        let mosquitto = try Mosquitto.withTLS("require_certificate true\nallow_anonymous true")
        var broker = try FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)")
        broker.credentials = try FleetCredentials(folder: "\(mosquitto.folder)/credentials")
        broker.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        let box = try MQTTListener(broker)
        box.open("box")
        let event = await box.next()
        expectEqual(event, .connected)
        box.close()
    }
}
