import CarillonFleet
import Testing

@testable import CarillonMQTT

/// The messages between the program and the process of its connection.
@Suite struct ConnectionFrameTests {
    private static var broker: FleetBroker {
        get throws {
            var broker = try FleetBroker("mqtts://broker.example:8884")
            broker.credentials.user = "bell"
            broker.credentials.password = "se\u{301}cret"
            broker.credentials.authorities = "/etc/ca.crt"
            return broker
        }
    }

    private static var session: FleetSession {
        var session = FleetSession(
            id: "box", will: FleetMessage(topic: "box/availability", text: "offline", isRetained: true),
            subscriptions: ["box/+/set", "status"])
        session.willDelay = .milliseconds(2500)
        session.isClean = true
        session.largestPayload = 65536
        return session
    }

    private static let events: [FleetTransportEvent] = [
        .connected, .lost(.failed(reason: "gone")), .lost(.refused(reason: "Not authorized")), .lost(.takenOver),
        .delivered(7), .refused(-1, reason: "too large"),
        .received(FleetMessage(topic: "box/set", payload: [0, 255, 10], isRetained: true)),
        .tooLarge(topic: "box/set", count: 1 << 20), .unsubscribed(pattern: "box/#", reason: "Not authorized"),
    ]

    /// Takes the message out of a buffer in which its bytes arrive one by one.
    private func body(_ frame: [UInt8]) throws -> [UInt8] {
        var buffer = FrameBuffer()
        for byte in frame.dropLast() {
            buffer.append([byte])
            #expect(try buffer.next() == nil)
        }
        buffer.append(frame.suffix(1) + frame)
        let first = try #require(try buffer.next())
        #expect(try buffer.next() == first)
        #expect(try buffer.next() == nil)
        return first
    }

    @Test func requestsArriveAsTheyWereSent() throws {
        var plain = FleetSession(id: "tool", will: nil, subscriptions: [])
        plain.expiry = .zero
        let message = FleetMessage(topic: "box/led", text: "ON", isRetained: true)
        for request: ConnectionRequest in [
            .open(try Self.broker, Self.session), .open(try FleetBroker("mqtt://[::1]"), plain),
            .publish(message, number: 12), .close,
        ] {
            #expect(try ConnectionRequest(try body(request.frame)) == request)
        }
    }

    @Test(arguments: events) func eventsArriveAsTheyWereSent(event: FleetTransportEvent) throws {
        #expect(try ConnectionReport(try body(ConnectionReport.event(event).frame)) == .event(event))
    }

    @Test(arguments: [ConnectionReport.started(missing: nil), .started(missing: "no file"), .alive])
    func signsOfLifeArriveAsTheyWereSent(report: ConnectionReport) throws {
        #expect(try ConnectionReport(try body(report.frame)) == report)
    }

    @Test func aMessageThatIsCutOffOrTooLongIsAnError() throws {
        let body = try body(ConnectionRequest.open(try Self.broker, Self.session).frame)
        for count in 0..<body.count {
            #expect(throws: FrameError.self) { try ConnectionRequest(Array(body.prefix(count))) }
        }
        #expect(throws: FrameError.self) { try ConnectionRequest(body + [0]) }
    }

    @Test func aMessageOfHugeLengthIsAnError() throws {
        var buffer = FrameBuffer()
        buffer.append([0x7F, 0, 0, 0])
        #expect(throws: FrameError.self) { try buffer.next() }
    }

    @Test func damagedMessagesAreErrorsOrOtherMessages() throws {
        var random = SystemRandomNumberGenerator()
        let whole = try body(ConnectionRequest.open(try Self.broker, Self.session).frame)
        for _ in 0..<10_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? ConnectionRequest(bytes)
            _ = try? ConnectionReport(bytes)
        }
    }
}
