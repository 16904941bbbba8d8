import CarillonAppliance
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonScheduling
import Dispatch

/// A connection to a broker that looks at boxes. Used by one thread, which waits for messages.
final class FleetClient: Sendable {
    /// The longest time for an answer of the broker.
    private static let timeout = Duration.seconds(5)
    /// The time for retained messages that follow the client's own message. With Mosquitto there are none.
    private static let grace = Duration.milliseconds(100)

    /// The time for the client's own message to come back, after the broker has acknowledged it.
    private static let echo = Duration.seconds(1)

    /// The name of the client in topics.
    let id = "carillon-tool-\(String(UInt64.random(in: 0...0xFFFF_FFFF), radix: 16))"
    private let queue: RealTimeQueue
    private let transport: MQTTTransport
    private let events = Locked<[FleetTransportEvent]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// The present time of the client's clock.
    var now: Duration { queue.now }

    /// Connects, and waits until the broker has answered.
    ///
    /// - Throws: `FleetBrokerError`, `FleetClientError`, or `RealTimeError` if the system has no thread left.
    init(_ broker: FleetBroker) throws {
        // Not real time: it waits for name servers.
        queue = try RealTimeQueue(name: "fleet", priority: 0)
        transport = try MQTTTransport(broker, on: queue)
        try connect()
    }

    /// Connects, also again after the connection has been lost, and waits until the broker has answered.
    ///
    /// - Throws: `FleetClientError`.
    func connect() throws {
        var session = FleetSession(id: id, will: nil, subscriptions: [])
        session.expiry = .zero
        queue.async { [self, session] in
            transport.open(session) { [self] event in
                events.withLock { $0.append(event) }
                arrivals.signal()
            }
        }
        // The transport ends the attempt after 10 s.
        while try nextEvent(atMost: nil) != .connected {}
    }

    /// Receives the messages of some topics from now on.
    ///
    /// - Parameter patterns: Subscribed to one after the other, because brokers limit the messages that wait.
    /// - Returns: The messages until the broker has sent those that it had retained: until the client's own message
    ///   has come back, or a second if the client may not publish.
    func observe(_ patterns: [String]) throws -> [FleetMessage] {
        let marker = "carillon/\(id)/marker"
        perform { $0.observe(marker) }
        var messages: [FleetMessage] = []
        var hasEcho = true
        for (number, pattern) in patterns.enumerated() {
            perform { $0.observe(pattern) }
            guard hasEcho else { continue }
            publish("\(number)", on: marker)
            hasEcho = try collect(&messages) { $0.topic == marker && $0.text == "\(number)" }
        }
        let end = queue.now + (hasEcho ? Self.grace : Self.echo)
        while let message = try next(atMost: end - queue.now) { messages.append(message) }
        return messages.filter { $0.topic != marker }
    }

    /// Collects messages until the client's own one comes back.
    ///
    /// - Returns: Whether it has come back.
    private func collect(_ messages: inout [FleetMessage], until isEcho: (FleetMessage) -> Bool) throws -> Bool {
        var end = queue.now + Self.timeout
        while let event = try nextEvent(atMost: end - queue.now) {
            switch event {
            case .received(let message) where isEcho(message): return true
            case .received(let message): messages.append(message)
            // A client that may not publish waits no longer than one that may.
            case .delivered, .refused: end = queue.now + Self.echo
            case .connected, .lost, .tooLarge, .unsubscribed: break
            }
        }
        return false
    }

    func publish(_ text: String, on topic: String) {
        perform { $0.publish(FleetMessage(topic: topic, text: text), number: 0) }
    }

    /// The broker does not take a message of this client.
    struct Refusal: Error {
        let reason: String
    }

    /// Returns the next message.
    ///
    /// - Parameter limit: The longest wait; nil for no limit.
    /// - Returns: nil if none came in time.
    /// - Throws: `FleetClientError` or `Refusal`.
    func next(atMost limit: Duration?) throws -> FleetMessage? {
        let end = limit.map { queue.now + $0 }
        while let event = try nextEvent(atMost: end.map { $0 - queue.now }) {
            if case .received(let message) = event { return message }
            if case .refused(_, let reason) = event { throw Refusal(reason: reason) }
        }
        return nil
    }

    func close() {
        queue.perform { transport.close() }
        queue.stop()
    }

    private func nextEvent(atMost limit: Duration?) throws -> FleetTransportEvent? {
        let wait = limit.map { DispatchTime.now() + .nanoseconds(Int(max(.zero, $0).wholeNanoseconds)) }
        guard arrivals.wait(timeout: wait ?? .distantFuture) == .success else { return nil }
        let event = events.withLock { $0.removeFirst() }
        if case .lost(let loss) = event { throw FleetClientError(loss: loss) }
        return event
    }

    private func perform(_ work: @escaping @Sendable (MQTTTransport) -> Void) {
        queue.async { [transport] in work(transport) }
    }
}

/// The reason that there is no connection to the broker.
struct FleetClientError: SystemFailure, CustomStringConvertible {
    let loss: FleetLoss

    /// Whether another attempt may succeed.
    var isTemporary: Bool {
        if case .failed = loss { true } else { false }
    }

    var description: String {
        switch loss {
        case .failed(let reason): "no broker: \(reason)"
        case .refused(let reason): "the broker refuses this user: \(reason); see --broker-credentials"
        case .takenOver: "another client has taken over the connection"
        }
    }
}
