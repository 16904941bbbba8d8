import CarillonFleet
import Glibc
import TestSupport
import Testing

@testable import CarillonMQTT

/// A command is carried out once, although the broker sends it again, or somebody sends what he has recorded.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct RepeatedCommandTests {
    @Test func commandWhoseAcknowledgementIsLostArrivesOnce() async throws {
        let mosquitto = try Mosquitto()
        let relay = try Relay(to: mosquitto.port)
        let box = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(relay.port)"))
        let user = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        user.open("user")
        expectEqual(await user.next(), .connected)
        box.open("box", subscriptions: ["box/set"])
        expectEqual(await box.next(), .connected)
        // The broker has the subscription when it has acknowledged a later message.
        box.publish("x", on: "box/led")
        expectEqual(await box.next(), .delivered(1))

        relay.swallow()
        user.publish("toggle", on: "box/set")
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "toggle")))
        relay.cut()
        let loss = await box.next()
        guard case .lost? = loss else {
            Issue.record("the connection was not lost: \(String(describing: loss))")
            return
        }
        box.open("box", subscriptions: ["box/set"])
        expectEqual(await box.next(), .connected)
        // The same command of the user is another one.
        user.publish("toggle", on: "box/set", number: 2)
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "toggle")))
        user.publish("last", on: "box/set", number: 3)
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "last")))
        box.close()
        user.close()
        relay.close()
    }

    @Test func repeatedCommandThatTheBoxHasNotReceivedIsNew() {
        let messages = ReceivedMessages()
        let message = FleetMessage(topic: "box/set", text: "ON")
        #expect(messages.isNew(message, number: 1, isRepeated: true))
        #expect(!messages.isNew(message, number: 1, isRepeated: true))
        #expect(messages.isNew(message, number: 1, isRepeated: false))
        #expect(messages.isNew(FleetMessage(topic: "box/set", text: "OFF"), number: 1, isRepeated: true))
        #expect(messages.isNew(message, number: 2, isRepeated: true))
    }

    @Test func recordedBytesOfATLSConnectionHaveNoEffect() async throws {
        let mosquitto = try Mosquitto.withTLS()
        let relay = try Relay(to: mosquitto.port)
        func broker(_ port: UInt16) throws -> FleetBroker {
            var broker = try FleetBroker("mqtts://127.0.0.1:\(port)")
            broker.credentials.authorities = "\(mosquitto.folder)/ca.crt"
            return broker
        }
        let box = try MQTTListener(broker(mosquitto.port))
        box.open("box", subscriptions: ["box/set"])
        let connected = await box.next()
        expectEqual(connected, .connected)
        let user = try MQTTListener(broker(relay.port))
        user.open("user")
        expectEqual(await user.next(), .connected)
        user.publish("open", on: "box/set")
        expectEqual(await user.next(), .delivered(1))
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "open")))

        // The broker ends a connection with the recorded bytes.
        let socket = Mosquitto.connectedSocket(to: mosquitto.port)
        defer { close(socket) }
        let bytes = relay.sent
        #expect(bytes.count > 300)
        expectEqual(send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)), bytes.count)
        shutdown(socket, Int32(SHUT_WR))
        var answer = [UInt8](repeating: 0, count: 4096)
        while recv(socket, &answer, answer.count, 0) > 0 {}

        user.publish("last", on: "box/set", number: 2)
        expectEqual(await box.next(), .received(FleetMessage(topic: "box/set", text: "last")))
        box.close()
        user.close()
        relay.close()
    }
}
