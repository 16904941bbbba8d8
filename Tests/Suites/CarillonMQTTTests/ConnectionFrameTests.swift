import CarillonFleet
import TestSupport
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

    private static let reports: [ConnectionReport] = [
        .event(.connected), .event(.lost(.failed(reason: "gone"))),
        .event(.lost(.refused(reason: "Not authorized"))), .event(.lost(.takenOver)), .event(.delivered(7)),
        .event(.refused(-1, reason: "too large")),
        .event(.received(FleetMessage(topic: "box/set", payload: [0, 255, 10], isRetained: true))),
        .event(.tooLarge(topic: "box/set", count: 1 << 20)),
        .event(.unsubscribed(pattern: "box/#", reason: "Not authorized")), .started(missing: nil),
        .started(missing: "no file"), .alive,
    ]

    /// Returns the message of a frame whose bytes arrive one by one.
    private func received<Message: Codable & Equatable>(_ message: Message) throws -> Message {
        let frame = ConnectionFrame.bytes(of: message)
        var buffer = FrameBuffer<Message>()
        for byte in frame.dropLast() {
            buffer.append([byte])
            expectEqual(try buffer.next(), nil)
        }
        buffer.append(frame.suffix(1) + frame)
        let first = try #require(try buffer.next())
        expectEqual(try buffer.next(), first)
        expectEqual(try buffer.next(), nil)
        return first
    }

    @Test func requestsArriveAsTheyWereSent() throws {
        var plain = FleetSession(id: "tool", will: nil, subscriptions: [])
        plain.expiry = .zero
        let message = FleetMessage(topic: "box/led\n", text: "ON", isRetained: true)
        for request: ConnectionRequest in [
            .open(try Self.broker, Self.session), .open(try FleetBroker("mqtt://[::1]"), plain),
            .publish(message, number: 12), .close,
        ] {
            expectEqual(try received(request), request)
        }
    }

    @Test(arguments: reports)
    func reportsArriveAsTheyWereSent(report: ConnectionReport) throws {
        expectEqual(try received(report), report)
    }

    /// Reads a request from the bytes of a frame, without its end.
    private func request(_ body: [UInt8]) throws -> ConnectionRequest? {
        var buffer = FrameBuffer<ConnectionRequest>()
        buffer.append(body + [UInt8(ascii: "\n")])
        return try buffer.next()
    }

    @Test func truncatedOrTooLongMessageIsRefused() throws {
        let body = Array(ConnectionFrame.bytes(of: ConnectionRequest.open(try Self.broker, Self.session)).dropLast())
        for count in 0..<body.count {
            #expect(throws: DecodingError.self) { try request(Array(body.prefix(count))) }
        }
        #expect(throws: DecodingError.self) { try request(body + [0]) }
    }

    @Test func largePayloadIsAcceptedAndMessageOfExcessiveLengthIsRefused() throws {
        let message = FleetMessage(topic: "a", payload: Array(repeating: 255, count: 1 << 20))
        var requests = FrameBuffer<ConnectionRequest>()
        requests.append(ConnectionFrame.bytes(of: ConnectionRequest.publish(message, number: 1))[...])
        expectEqual(try requests.next(), .publish(message, number: 1))
        var buffer = FrameBuffer<ConnectionReport>()
        buffer.append(Array(repeating: UInt8(ascii: " "), count: 2 << 20)[...])
        expectEqual(try buffer.next(), nil)
        buffer.append([UInt8(ascii: " ")])
        #expect(throws: DecodingError.self) { try buffer.next() }
    }

    @Test func damagedMessagesDoNotTrap() throws {
        var random = SystemRandomNumberGenerator()
        let whole = ConnectionFrame.bytes(of: ConnectionRequest.open(try Self.broker, Self.session))
        for _ in 0..<10_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var requests = FrameBuffer<ConnectionRequest>()
            requests.append(bytes[...])
            _ = try? requests.next()
            var reports = FrameBuffer<ConnectionReport>()
            reports.append(bytes[...])
            _ = try? reports.next()
        }
    }
}
