import CarillonFleet
import Testing

@testable import CarillonMQTT

/// The transport with a real broker.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct MQTTTransportTests {
    private func broker(_ mosquitto: Mosquitto) throws -> FleetBroker {
        try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
    }

    @Test func messageIsAcknowledgedAndArrives() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        let other = try MQTTListener(broker(mosquitto))
        other.open("other", subscriptions: ["box/+"])
        #expect(await other.next() == .connected)
        box.open("box")
        #expect(await box.next() == .connected)
        box.publish("ON", on: "box/led", number: 7)
        #expect(await box.next() == .delivered(7))
        #expect(await other.next() == .received(FleetMessage(topic: "box/led", text: "ON")))
        box.close()
        other.close()
    }

    @Test func retainedMessageIsKnownAsRetainedEvenIfItIsNew() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        let other = try MQTTListener(broker(mosquitto))
        box.open("box", subscriptions: ["box/set"])
        #expect(await box.next() == .connected)
        other.open("other")
        #expect(await other.next() == .connected)
        other.publish("ON", on: "box/set", isRetained: true)
        #expect(await box.next() == .received(FleetMessage(topic: "box/set", text: "ON", isRetained: true)))
        // The box does not receive its own messages.
        box.publish("OFF", on: "box/set")
        #expect(await box.next() == .delivered(1))
        box.close()
        other.close()
    }

    @Test func brokerThatDiesIsALossAndANewConnectionWorks() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        #expect(await box.next() == .connected)
        mosquitto.kill()
        #expect(
            await box.next() == .lost(.failed(reason: "\(try broker(mosquitto).address): The connection was lost.")))
        try mosquitto.start()
        box.open("box")
        #expect(await box.next() == .connected)
        box.publish("x", on: "box/led", number: 3)
        #expect(await box.next() == .delivered(3))
        box.close()
    }

    @Test func messageToABrokerThatHasJustDiedIsNotDelivered() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        #expect(await box.next() == .connected)
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

    @Test func messageThatNoBrokerTakesIsNotSentAgain() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        #expect(await box.next() == .connected)
        box.publish("x", on: "box/#", number: 5)
        let event = await box.next()
        guard case .refused(5, let reason)? = event, !reason.isEmpty else {
            Issue.record("it is not refused: \(String(describing: event))")
            return
        }
        box.close()
    }

    @Test func anotherClientWithTheSameIDTakesOver() async throws {
        let mosquitto = try Mosquitto()
        let one = try MQTTListener(broker(mosquitto))
        let two = try MQTTListener(broker(mosquitto))
        one.open("box")
        #expect(await one.next() == .connected)
        two.open("box")
        #expect(await two.next() == .connected)
        // Version 2.0.11 does not say why.
        let event = await one.next()
        let loss = FleetLoss.failed(reason: "\(try broker(mosquitto).address): The connection was lost.")
        #expect([.lost(.takenOver), .lost(loss)].contains(event))
        two.close()
    }

    @Test func commandForAnAbsentBoxWaits() async throws {
        let mosquitto = try Mosquitto()
        let other = try MQTTListener(broker(mosquitto))
        other.open("other")
        #expect(await other.next() == .connected)
        let box = try MQTTListener(broker(mosquitto))
        box.open("box", subscriptions: ["box/set"])
        #expect(await box.next() == .connected)
        box.close()
        other.publish("ON", on: "box/set")
        #expect(await other.next() == .delivered(1))
        box.open("box", subscriptions: ["box/set"])
        let events = [await box.next(), await box.next()]
        #expect(events.contains(.connected))
        #expect(events.contains(.received(FleetMessage(topic: "box/set", text: "ON"))))
        box.close()
        other.close()
    }

    @Test func brokerThatDemandsALoginRefusesABoxWithoutOne() async throws {
        let mosquitto = try Mosquitto("allow_anonymous false")
        let box = try MQTTListener(broker(mosquitto))
        box.open("box")
        #expect(await box.next() == .lost(.refused(reason: "Not authorized")))
    }

    @Test func withTLSAMessageArrives() async throws {
        let mosquitto = try Mosquitto.withTLS()
        var address = try FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)")
        address.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        let box = try MQTTListener(address)
        box.open("box")
        let event = await box.next()
        #expect(event == .connected)
        for number in 1...100 { box.publish("\(number)", on: "box/led", number: number) }
        for number in 1...100 {
            let event = await box.next()
            #expect(event == .delivered(number))
        }
        box.close()
    }

    @Test func certificateOfAnUnknownAuthorityOrForAnotherNameIsRejected() async throws {
        let (mosquitto, elsewhere) = (try Mosquitto.withTLS(), try Mosquitto.withTLS(name: "DNS:elsewhere"))
        var other = try FleetBroker("mqtts://127.0.0.1:\(elsewhere.port)")
        other.credentials.authorities = "\(elsewhere.folder)/ca.crt"
        for broker in [try FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)"), other] {
            let box = try MQTTListener(broker)
            box.open("box")
            let event = await box.next()
            let authorities = broker.credentials.authorities ?? "the system's authorities"
            let reason =
                "the certificate of \(broker.address) is not for this name, has expired, or is not signed by \(authorities)"
            #expect(event == .lost(.failed(reason: reason)))
        }
    }

    @Test func brokerThatDemandsACertificateAcceptsOnlyABoxWithOne() async throws {
        let mosquitto = try Mosquitto.withTLS("require_certificate true\nallow_anonymous true")
        var broker = try FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)")
        broker.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        let stranger = try MQTTListener(broker)
        stranger.open("box")
        let loss = await stranger.next()
        guard case .lost(.failed(let reason))? = loss else {
            Issue.record("a box without a certificate was accepted: \(String(describing: loss))")
            return
        }
        // The alert of TLS can be lost when the broker resets the connection.
        #expect(
            [
                "\(broker.address) demands a certificate of this box: broker.crt and broker.key",
                "\(broker.address) ended the connection at once; does it speak MQTT with TLS, and demand no certificate of this box?",
            ].contains(reason))
        broker.credentials = try FleetCredentials(folder: "\(mosquitto.folder)/credentials")
        broker.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        let box = try MQTTListener(broker)
        box.open("box")
        let event = await box.next()
        #expect(event == .connected)
        box.close()
    }

    @Test func boxWithoutTLSIsNotAcceptedByABrokerWithTLS() async throws {
        let mosquitto = try Mosquitto.withTLS()
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let box = try MQTTListener(broker)
        box.open("box")
        let event = await box.next()
        let reason = "\(broker.address) ended the connection at once; does it speak MQTT without TLS?"
        #expect(event == .lost(.failed(reason: reason)))
    }

    @Test func nobodyListens() async throws {
        for scheme in ["mqtt", "mqtts"] {
            let address = "\(scheme)://127.0.0.1:\(try Mosquitto.freePort())"
            let box = try MQTTListener(FleetBroker(address))
            box.open("box")
            let event = await box.next()
            #expect(event == .lost(.failed(reason: "\(address): Connection refused")))
        }
    }

    @Test func hostThatDoesNotExistIsNamed() async throws {
        let box = try MQTTListener(FleetBroker("mqtt://nobody.invalid"))
        box.open("box")
        let event = await box.next()
        #expect(
            event == .lost(.failed(reason: #"no machine is called "nobody.invalid", or no name server answers"#)))
    }

    @Test func brokerWithoutTLSIsNotedAsOne() async throws {
        let mosquitto = try Mosquitto()
        let box = try MQTTListener(FleetBroker("mqtts://127.0.0.1:\(mosquitto.port)"))
        box.open("box")
        let address = "mqtts://127.0.0.1:\(mosquitto.port)"
        let event = await box.next()
        let reason =
            "\(address) ended the connection at once; does it speak MQTT with TLS, and demand no certificate of this box?"
        #expect(event == .lost(.failed(reason: reason)))
    }
}
