#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A message on a broker.
package struct FleetMessage: Equatable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker keeps the message, or was asked to by its sender.
    package var isRetained: Bool
    /// The time since the broker received a retained message; nil if it is unknown. Boxes do not need it.
    package var age: Duration?

    package init(topic: String, payload: [UInt8], isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }

    package init(topic: String, text: String, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
    }

    /// The payload as text; malformed UTF-8 is replaced.
    package var text: String { String(decoding: payload, as: UTF8.self) }
}

/// The payload is in Base64, because an array of numbers would take four times its size. The age stays out.
extension FleetMessage: Codable {
    private enum Key: CodingKey {
        case topic, payload, isRetained
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            topic: try fields.decode(String.self, forKey: .topic),
            payload: Array(try fields.decode(Data.self, forKey: .payload)),
            isRetained: try fields.decode(Bool.self, forKey: .isRetained))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(topic, forKey: .topic)
        try fields.encode(Data(payload), forKey: .payload)
        try fields.encode(isRetained, forKey: .isRetained)
    }
}

/// The parameters of a box's session on a broker.
package struct FleetSession: Codable, Equatable, Sendable {
    /// The client's id. The broker ends an older connection with the same id.
    package var id: String
    /// The message that the broker publishes if the box disappears; nil for a client other than a box.
    package var will: FleetMessage?
    /// The time from the loss of the connection to the publication of the will. A short loss is not visible.
    package var willDelay = Duration.seconds(5)
    /// The time for which the broker keeps commands for an absent box.
    package var expiry = Duration.seconds(60)
    /// The time without messages after which broker and box look for each other.
    package var keepAlive = Duration.seconds(30)
    /// The patterns of the topics to subscribe to.
    package var subscriptions: [String]
    /// Whether the broker forgets the commands that it has kept since an earlier connection.
    package var isClean = false
    /// The largest payload that the client takes, in bytes; nil for any.
    package var largestPayload: Int?

    package init(id: String, will: FleetMessage?, subscriptions: [String]) {
        self.id = id
        self.will = will
        self.subscriptions = subscriptions
    }
}

/// The reason that a connection could not be made, or that it has ended.
package enum FleetLoss: Error, Codable, Equatable, Sendable {
    /// The broker cannot be reached, or the connection has broken.
    case failed(reason: String)
    /// The broker does not let the box in.
    case refused(reason: String)
    /// Another client has connected with the box's id.
    case takenOver
}

/// A connection to a broker, which the fleet opens again and again. Used on the fleet's queue only.
package protocol FleetTransport: AnyObject, Sendable {
    /// Starts to connect to the broker, to subscribe, and to receive. It returns at once.
    ///
    /// The subscriptions keep `isRetained` as it was published, and exclude the box's own messages.
    ///
    /// - Parameter report: Called on the fleet's queue, but not inside this call. The last event is `lost`.
    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void)

    /// Sends a message, which the broker acknowledges. Messages keep their order. A message without an acknowledgement
    /// is forgotten when the connection is lost.
    ///
    /// - Parameter number: Identifies the message in `FleetTransportEvent.delivered` and `.refused`.
    func publish(_ message: FleetMessage, number: Int)

    /// Ends the connection, without the will, as soon as the messages so far have been sent. No event follows.
    func close()
}

/// An event of a transport.
package enum FleetTransportEvent: Codable, Equatable, Sendable {
    case connected
    case lost(FleetLoss)
    /// The broker has acknowledged this message.
    case delivered(Int)
    /// The broker does not take this message, or its answer says that it may not be published.
    case refused(Int, reason: String)
    case received(FleetMessage)
    /// A payload that is larger than the session takes, which has not been kept.
    case tooLarge(topic: String, count: Int)
    /// The broker does not send messages on the topics of this pattern.
    case unsubscribed(pattern: String, reason: String)
}
