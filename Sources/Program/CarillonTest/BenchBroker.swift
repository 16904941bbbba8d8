import CarillonFleet
import CarillonScheduling

/// A simulated MQTT broker in virtual time: the fleet of a bench.
///
///     let bench = try Bench(fleet: .homeAssistant, makeDoorbell)
///     bench.broker.send("ON", to: "led/door")
///     #expect(bench.broker["led/door"] == "ON")
///
/// Topics are relative to the box's own topics: `led/door` stands for `carillon/ID/led/door`. Like a real broker, the simulated
/// one keeps retained messages, the box's session and the box's will. Messages take no virtual time.
public final class BenchBroker: Sendable {
    /// A message that the box has published, or the box's MQTT will message.
    public struct Message: Equatable, Sendable, CustomStringConvertible {
        /// The topic, such as `led/door`, relative to the box's own topics. A topic outside of them is stated in full.
        public let topic: String
        /// The payload as text.
        public let text: String
        /// Whether the broker keeps the message for later subscribers.
        public let isRetained: Bool

        /// Creates a message, for comparisons.
        public init(topic: String, text: String, isRetained: Bool) {
            self.topic = topic
            self.text = text
            self.isRetained = isRetained
        }

        /// The topic and the payload.
        public var description: String { "\(topic) \(text)" }
    }

    private struct State {
        var retained: [String: FleetMessage] = [:]
        var messages: [FleetMessage] = []
        var taken = 0
        var notices: [String] = []
        var isReachable = true
        var refusal: FleetLoss?
        var attempts = 0
        var connection: Connection?
        /// The session that the box has left, and the commands that wait for it.
        var absent: (session: FleetSession, since: Duration)?
        var waiting: [FleetMessage] = []
        var will: (any Disposable & Sendable)?
    }

    fileprivate struct Connection: Sendable {
        let session: FleetSession
        let report: @Sendable (FleetTransportEvent) -> Void
    }

    /// The box's id in its topics.
    public var id: String { Self.identity.id }

    private static let identity = FleetIdentity(machineID: "bench", program: "bench")
    private let time: VirtualTime
    private let state = Locked(State())
    private var base: String { "carillon/\(id)/" }

    init(on time: VirtualTime) {
        self.time = time
    }

    func outlet(_ options: FleetOptions) -> FleetOutlet {
        FleetOutlet(
            Self.identity, options, transport: BenchTransport(self), on: time, random: { 0.5 },
            report: { [self] notice in state.withLock { $0.notices.append("\(notice)") } })
    }

    // MARK: What the box publishes

    /// The text of the retained message on a topic; nil if there is none.
    public subscript(topic: String) -> String? { state.withLock { $0.retained[whole(topic)]?.text } }

    /// The retained discovery message, in JSON, by which Home Assistant finds the box; nil if there is none.
    public var discovery: String? { state.withLock { $0.retained["homeassistant/device/\(id)/config"]?.text } }

    /// All messages of the box so far, in order, including its will if the broker has published it.
    public var messages: [Message] { published.map(message) }

    /// The messages as they were published.
    var published: [FleetMessage] { state.withLock { $0.messages } }

    /// Returns the messages of the box since the last call, in order, including its will if the broker has published it.
    public func takeMessages() -> [Message] {
        state.withLock { state in
            defer { state.taken = state.messages.count }
            return state.messages[state.taken...].map(message)
        }
    }

    /// The messages that the program logs about its fleet, in order: lost connections, commands without an effect.
    public var notices: [String] { state.withLock { $0.notices } }

    /// Whether the box is connected.
    public var isConnected: Bool { state.withLock { $0.connection != nil } }

    // MARK: What others do

    /// Publishes a command for the box. A connected box has carried out the command when the call returns. For an absent box,
    /// the broker keeps the command until the box's session expires. ``publish(_:on:isRetained:)`` sends several commands at
    /// once.
    ///
    /// - Parameters:
    ///   - topic: The topic without `/set`.
    ///   - isRetained: Whether the broker also keeps the command for later sessions.
    public func send(_ payload: String, to topic: String, isRetained: Bool = false) {
        publish(FleetMessage(topic: whole(topic) + "/set", text: payload, isRetained: isRetained))
        time.advance(by: .zero)
    }

    /// Publishes a message on any topic, such as `led/door/set`. The box receives it when the test advances the time, even
    /// by zero.
    public func publish(_ payload: String, on topic: String, isRetained: Bool = false) {
        publish(FleetMessage(topic: whole(topic), text: payload, isRetained: isRetained))
    }

    /// Disconnects the network until ``restore(forgetting:)``. The broker continues to run: it publishes the box's will, and
    /// the box's session expires.
    public func cutOff() { disconnect(.failed(reason: "Connection timed out"), isReachable: false, isAlive: true) }

    /// Stops the broker until ``restore(forgetting:)``.
    public func stop() { disconnect(.failed(reason: "Connection refused"), isReachable: false, isAlive: false) }

    /// Ends the connection, as a broker does when a client with the same id connects.
    public func takeOver() { disconnect(.takenOver, isReachable: true, isAlive: true) }

    /// Refuses later connections for a reason, such as `not authorised`. nil accepts connections again.
    public func refuse(_ reason: String?) { state.withLock { $0.refusal = reason.map { .refused(reason: $0) } } }

    /// Ends ``cutOff()`` or ``stop()``. The box connects at its next attempt, when virtual time has passed.
    ///
    /// - Parameter forgetting: Whether the broker has lost its retained messages and sessions.
    public func restore(forgetting: Bool = false) {
        state.withLock { state in
            state.isReachable = true
            if forgetting { (state.retained, state.absent, state.waiting) = ([:], nil, []) }
        }
    }

    // MARK: The transport

    fileprivate func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        let attempt = state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
        time.async { [self] in
            let (loss, messages) = state.withLock { state -> (FleetLoss?, [FleetMessage]) in
                // Closed in the meantime.
                guard state.attempts == attempt else { return (nil, []) }
                guard state.isReachable else { return (.failed(reason: "Connection refused"), []) }
                if let refusal = state.refusal { return (refusal, []) }
                state.will?.dispose()
                let isPresent =
                    !session.isClean && state.absent.map { time.now - $0.since < $0.session.expiry } ?? false
                let retained = state.retained.values.filter { $0.matches(session.subscriptions) }
                defer { (state.absent, state.waiting, state.will) = (nil, [], nil) }
                state.connection = Connection(session: session, report: report)
                return (nil, retained.sorted { $0.topic < $1.topic } + (isPresent ? state.waiting : []))
            }
            if let loss { return report(.lost(loss)) }
            guard isConnected else { return }
            report(.connected)
            for message in messages { report(.received(message)) }
        }
    }

    fileprivate func receive(_ message: FleetMessage, _ number: Int) {
        guard let connection = state.withLock({ $0.connection }) else { return }
        accept(message)
        time.async { [self] in
            if isConnected { connection.report(.delivered(number)) }
        }
    }

    fileprivate func close() {
        state.withLock { state in
            state.attempts += 1
            state.absent = state.connection.map { ($0.session, time.now) }
            state.connection = nil
        }
    }

    private func disconnect(_ loss: FleetLoss, isReachable: Bool, isAlive: Bool) {
        let connection = state.withLock { state -> Connection? in
            state.isReachable = isReachable
            guard let connection = state.connection else { return nil }
            state.connection = nil
            state.absent = (connection.session, time.now)
            if isAlive, let will = connection.session.will {
                state.will = time.schedule(at: time.now + connection.session.willDelay) { [self] in
                    accept(will)
                }
            }
            return connection
        }
        if let connection { time.async { connection.report(.lost(loss)) } }
    }

    private func publish(_ message: FleetMessage) {
        let connection = state.withLock { state -> Connection? in
            if message.isRetained { state.retained[message.topic] = message.payload.isEmpty ? nil : message }
            if state.connection == nil, let absent = state.absent, message.matches(absent.session.subscriptions) {
                state.waiting.append(message)
            }
            return state.connection
        }
        guard let connection, message.matches(connection.session.subscriptions) else { return }
        time.async { connection.report(.received(message)) }
    }

    private func accept(_ message: FleetMessage) {
        state.withLock { state in
            if message.isRetained { state.retained[message.topic] = message.payload.isEmpty ? nil : message }
            state.messages.append(message)
        }
    }

    private func message(_ message: FleetMessage) -> Message {
        let topic = message.topic.hasPrefix(base) ? String(message.topic.dropFirst(base.count)) : message.topic
        return Message(topic: topic, text: message.text, isRetained: message.isRetained)
    }

    private func whole(_ topic: String) -> String {
        ["carillon/", "homeassistant/"].contains(where: topic.hasPrefix) ? topic : base + topic
    }
}

/// The transport of a bench's fleet.
private final class BenchTransport: FleetTransport {
    private let broker: BenchBroker

    init(_ broker: BenchBroker) {
        self.broker = broker
    }

    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        broker.open(session, report: report)
    }

    func publish(_ message: FleetMessage, number: Int) { broker.receive(message, number) }

    func close() { broker.close() }
}

extension FleetMessage {
    /// Returns whether one of the patterns matches the topic.
    fileprivate func matches(_ patterns: [String]) -> Bool {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return patterns.contains { pattern in
            let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == levels.count && zip(parts, levels).allSatisfy { $0 == "+" || $0 == $1 }
        }
    }
}
