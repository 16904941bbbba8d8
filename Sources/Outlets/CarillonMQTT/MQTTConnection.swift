import CHardware
import CLibrary
import CarillonFleet
import CarillonRealTime
import CarillonScheduling

/// One connection to a broker. It has a client of libmosquitto of its own, so that nothing of an earlier connection is
/// sent again with a lateness that is no longer true.
///
/// `@unchecked Sendable`: used on the fleet's queue only.
final class MQTTConnection: @unchecked Sendable {
    private enum Phase {
        case connecting
        case connected
        case ended
    }

    /// The time between calls that keep the connection alive.
    private static let pulse = Duration.seconds(5)
    /// The library's results for a message that cannot be sent.
    private static let refusals = Set(
        [
            MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_QOS_NOT_SUPPORTED,
            MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_RETAIN_NOT_SUPPORTED,
        ].map(\.rawValue))
    /// The bytes of a packet beside its payload: the topic, and the properties of the sender.
    private static let largestHead = 4096

    /// The number of times that the socket has woken the queue.
    private(set) var wakeUps = 0
    private let broker: FleetBroker
    private let queue: RealTimeQueue
    /// The longest time from the start to the broker's answer.
    private let timeout: Duration
    private let received: ReceivedMessages
    private let report: (FleetTransportEvent) -> Void
    private var client: OpaquePointer?
    private var phase = Phase.connecting
    private var watch: (any Disposable)?
    private var pulse: (any Disposable)?
    private var isWritableSeen = false
    private var isObserver = false
    /// The broker's answer to CONNECT, until it has been handled.
    private var answer: Int32?
    private var loss: FleetLoss?
    /// The last warning of the library, which explains failures of TLS.
    private var warning: String?
    /// The patterns to subscribe to, until the broker has answered; the library's numbers are 0 until they are sent.
    private var subscriptions: [(identifier: Int32, pattern: String)] = []
    /// The fleet's numbers of the library's messages that have no acknowledgement.
    private var numbers: [(identifier: Int32, number: Int)] = []
    /// The time of the last answer, or of the first message after which one is due.
    private var answered = Duration.zero
    private var largestPayload: Int?

    init(
        _ broker: FleetBroker, on queue: RealTimeQueue, timeout: Duration,
        received: ReceivedMessages, report: @escaping (FleetTransportEvent) -> Void
    ) {
        self.broker = broker
        self.queue = queue
        (self.timeout, self.received) = (timeout, received)
        self.report = report
    }

    func open(_ session: FleetSession) {
        do {
            try start(session)
        } catch {
            loss = error as? FleetLoss ?? .failed(reason: "\(error)")
            settle()
        }
    }

    func publish(_ message: FleetMessage, number: Int) {
        guard let client, phase == .connected else { return }
        var identifier: Int32 = 0
        let result = cmosquitto_publish(
            client, message.topic, message.payload, Int32(message.payload.count), message.isRetained, &identifier)
        switch result {
        case 0:
            if !isAnswerDue { answered = queue.now }
            numbers.append((identifier, number))
        // A message that no broker takes is not sent again and again.
        case _ where Self.refusals.contains(result):
            report(.refused(number, reason: String(cString: cmosquitto_message(result))))
        // The library has just found that the connection is lost.
        default: check(result)
        }
        settle()
    }

    func observe(_ pattern: String) {
        guard let client, phase == .connected else { return }
        isObserver = true
        if !isAnswerDue { answered = queue.now }
        var identifier: Int32 = 0
        check(cmosquitto_observe(client, pattern, &identifier))
        subscriptions.append((identifier, pattern))
        settle()
    }

    /// Says farewell, and ends the connection.
    func close() {
        if let client, phase == .connected {
            _ = cmosquitto_disconnect(client)
            _ = cmosquitto_write(client)
        }
        end()
    }

    /// Ends the connection at once. No event follows. Not in an event of the library.
    func end() {
        phase = .ended
        for disposable in [watch, pulse] { disposable?.dispose() }
        if let client { cmosquitto_free(client) }
        client = nil
    }

    // MARK: Steps

    private func start(_ session: FleetSession) throws {
        let client = try makeClient(session)
        subscriptions = session.subscriptions.map { (0, $0) }
        largestPayload = session.largestPayload
        let result = cmosquitto_connect(client, broker.host, Int32(broker.port))
        // Version 2.0.21 reports a machine that refuses or ends the connection at once as a failure of TLS, without a warning.
        if result == MOSQ_ERR_TLS.rawValue, warning == nil {
            let error = MQTTFailure.connectionError(of: broker)
            throw failure(String(cString: strerror(error == 0 ? ECONNRESET : error)))
        }
        try demand(result)
        watch = try queue.watch(descriptor: cmosquitto_descriptor(client)) { [unowned self] in ready() }
        // The first tick is the end of timeout. One timer takes less memory than two.
        pulse = queue.every(min(Self.pulse, timeout), startingAt: queue.now + timeout) { [unowned self] _ in beat() }
        settle()
    }

    private func ready() {
        guard let client, phase != .ended else { return }
        wakeUps += 1
        let readiness = cmosquitto_readiness(client)
        if readiness.is_writable { isWritableSeen = true }
        // The library forgets why an attempt ended, or, with TLS, does not notice that it has: version 2.0.11 would be
        // called again for ever.
        let hasFailed = phase == .connecting && answer == nil && readiness.has_ended
        if hasFailed, !readiness.was_connected {
            loss = failure(String(cString: strerror(readiness.error == 0 ? ECONNREFUSED : readiness.error)))
            return settle()
        }
        let result = cmosquitto_read(client)
        if hasFailed, answer == nil, [0, MOSQ_ERR_CONN_LOST.rawValue].contains(result) {
            loss = failure(String(cString: strerror(ECONNRESET)))
        }
        check(result)
        if loss == nil, cmosquitto_wants_to_write(client) || phase == .connecting { check(cmosquitto_write(client)) }
        settle()
    }

    private func beat() {
        guard let client else { return }
        if phase == .connecting {
            loss = .failed(reason: "\(broker.address) does not answer; is it an MQTT broker?")
        } else if isAnswerDue, queue.now - answered > timeout * 3 {
            loss = .failed(reason: "\(broker.address) answers no message; is it an MQTT broker?")
        } else {
            check(cmosquitto_misc(client))
        }
        settle()
    }

    /// Failures of TLS come as results only, not as events.
    private func check(_ result: Int32) {
        if result != 0, loss == nil { loss = failure(result) }
    }

    /// Handles what the library's events have left, and watches what it waits for now.
    private func settle() {
        if let answer, phase == .connecting {
            self.answer = nil
            handle(answer)
        }
        if let loss, phase != .ended {
            end()
            return report(.lost(loss))
        }
        guard let client else { return }
        // Version 2.0.21 wants to write as long as TLS shakes hands, and would spin.
        let isShakingHands = broker.isSecure && phase == .connecting && isWritableSeen
        cmosquitto_watch(client, (cmosquitto_wants_to_write(client) && !isShakingHands) || !isWritableSeen)
    }

    private func handle(_ answer: Int32) {
        guard answer == 0 else {
            loss = .refused(reason: Self.text(answer))
            return
        }
        guard loss == nil else { return }
        phase = .connected
        answered = queue.now
        // In place, because the memory of a fleet's transient arrays adds up.
        for index in subscriptions.indices {
            check(cmosquitto_subscribe(client, subscriptions[index].pattern, &subscriptions[index].identifier))
        }
        report(.connected)
    }

    /// Whether the broker has to answer a message or a subscription.
    private var isAnswerDue: Bool { !numbers.isEmpty || !subscriptions.isEmpty }

    private func failure(_ result: Int32) -> FleetLoss {
        let message = String(cString: cmosquitto_message(result))
        return failure(warning.map { $0.isEmpty ? message : $0 } ?? message)
    }

    private func failure(_ text: String) -> FleetLoss {
        .failed(reason: MQTTFailure.explain(text, broker: broker, wasConnected: phase == .connected))
    }

    // MARK: The library

    private func makeClient(_ session: FleetSession) throws(FleetLoss) -> OpaquePointer {
        let keepAlive = Int32(session.keepAlive.components.seconds)
        guard let client = cmosquitto_new(session.id, session.isClean, keepAlive, events) else {
            throw failure(MOSQ_ERR_NOMEM.rawValue)
        }
        self.client = client
        let credentials = broker.credentials
        try demand(cmosquitto_log_in(client, credentials.user, credentials.password))
        if broker.isSecure {
            try demand(cmosquitto_secure(client, credentials.authorities, credentials.certificate, credentials.key))
        }
        if let will = session.will {
            let delay = UInt32(session.willDelay.components.seconds)
            try demand(cmosquitto_leave_will(client, will.topic, will.text, delay))
        }
        let largestPacket = UInt32(session.largestPayload.map { $0 + Self.largestHead } ?? 0)
        try demand(cmosquitto_set_session(client, UInt32(session.expiry.components.seconds), largestPacket))
        return client
    }

    private func demand(_ result: Int32) throws(FleetLoss) {
        if result != 0 { throw failure(result) }
    }

    /// The library's events. The connection frees the client before it is released itself.
    private var events: CMosquittoEvents {
        CMosquittoEvents(
            context: Unmanaged.passUnretained(self).toOpaque(),
            connected: { context, reason in MQTTConnection.at(context).answer = reason },
            disconnected: { context, reason in MQTTConnection.at(context).disconnected(reason) },
            acknowledged: { context, identifier, reason in
                MQTTConnection.at(context).acknowledged(identifier, reason)
            },
            subscribed: { context, identifier, reason in MQTTConnection.at(context).subscribed(identifier, reason) },
            received: { context, message in MQTTConnection.at(context).received(message!.pointee) },
            logged: { context, text in MQTTConnection.at(context).warning = text.map { String(cString: $0) } })
    }

    /// Returns a reason of the broker as text.
    private static func text(_ reason: Int32) -> String { String(cString: cmosquitto_reason(reason)) }

    private static func at(_ context: UnsafeMutableRawPointer?) -> MQTTConnection {
        Unmanaged<MQTTConnection>.fromOpaque(context!).takeUnretainedValue()
    }

    private func disconnected(_ reason: Int32) {
        guard loss == nil else { return }
        // Reasons from 128 on are the broker's. For the others, the result of the call says more.
        switch reason {
        case 0x8E: loss = .takenOver
        case 0x80...:
            loss = .failed(reason: "the broker has ended the connection: \(Self.text(reason))")
        default: if phase == .connected { loss = failure(reason) }
        }
    }

    private func received(_ news: CMosquittoMessage) {
        if let largestPayload, news.length > largestPayload {
            return report(.tooLarge(topic: String(cString: news.topic), count: Int(news.length)))
        }
        let bytes = UnsafeRawBufferPointer(start: news.payload, count: Int(news.length))
        var message = FleetMessage(
            topic: String(cString: news.topic), payload: Array(bytes), isRetained: news.is_retained)
        if isObserver, news.age >= 0 { message.age = .seconds(news.age) }
        guard received.isNew(message, number: news.identifier, isRepeated: news.is_repeated) else { return }
        report(.received(message))
    }

    private func subscribed(_ identifier: Int32, _ reason: Int32) {
        guard let index = subscriptions.firstIndex(where: { $0.identifier == identifier }) else { return }
        answered = queue.now
        let pattern = subscriptions.remove(at: index).pattern
        if subscriptions.isEmpty { subscriptions = [] }
        if reason >= 128 {
            report(.unsubscribed(pattern: pattern, reason: Self.text(reason)))
        }
    }

    private func acknowledged(_ identifier: Int32, _ reason: Int32) {
        answered = queue.now
        guard let index = numbers.firstIndex(where: { $0.identifier == identifier }) else { return }
        let number = numbers.remove(at: index).number
        // An array that becomes empty keeps its memory.
        if numbers.isEmpty { numbers = [] }
        report(reason < 128 ? .delivered(number) : .refused(number, reason: Self.text(reason)))
    }
}
