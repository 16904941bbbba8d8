import CarillonFleet

/// A message of the program to the process that is connected to the broker.
enum ConnectionRequest: Equatable, Sendable {
    case open(FleetBroker, FleetSession)
    case publish(FleetMessage, number: Int)
    case close
}

/// A message of the process that is connected to the broker to the program.
enum ConnectionReport: Equatable, Sendable {
    /// The first one: the reason that libmosquitto cannot be loaded; nil if it has been.
    case started(missing: String?)
    /// The process is not stuck. Sent every few seconds.
    case alive
    case event(FleetTransportEvent)
}

/// A message between the two processes: a number of bytes, and the bytes.
enum ConnectionFrame {
    /// The largest message, in bytes. A larger one comes from a process that something has taken over.
    static let largest = 1 << 20

    fileprivate static func bytes(_ write: (inout FrameWriter) -> Void) -> [UInt8] {
        var writer = FrameWriter()
        write(&writer)
        return FrameWriter.bytes(of: UInt32(writer.bytes.count)) + writer.bytes
    }
}

/// A message of another form.
struct FrameError: Error {}

/// The bytes of messages that have arrived.
struct FrameBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: ArraySlice<UInt8>) {
        if start > 0 { bytes.removeFirst(start) }
        start = 0
        bytes += more
    }

    /// Takes the next message; nil if it is not complete yet.
    mutating func next() throws(FrameError) -> [UInt8]? {
        let rest = bytes[start...]
        guard rest.count >= 4 else { return nil }
        let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard count <= ConnectionFrame.largest else { throw FrameError() }
        guard rest.count >= 4 + count else { return nil }
        start += 4 + count
        return Array(rest.dropFirst(4).prefix(count))
    }
}

extension ConnectionRequest {
    /// The message with its length.
    var frame: [UInt8] {
        ConnectionFrame.bytes { writer in
            switch self {
            case .open(let broker, let session):
                writer.put(0)
                writer.put(broker)
                writer.put(session)
            case .publish(let message, let number):
                writer.put(1)
                writer.put(message)
                writer.put(number)
            case .close: writer.put(2)
            }
        }
    }

    init(_ bytes: [UInt8]) throws(FrameError) {
        var reader = FrameReader(bytes)
        switch try reader.int() {
        case 0: self = .open(try reader.broker(), try reader.session())
        case 1: self = .publish(try reader.message(), number: try reader.int())
        case 2: self = .close
        default: throw FrameError()
        }
        try reader.end()
    }
}

extension ConnectionReport {
    /// The message with its length.
    var frame: [UInt8] {
        ConnectionFrame.bytes { writer in
            switch self {
            case .started(let missing):
                writer.put(0)
                writer.put(missing)
            case .alive: writer.put(1)
            case .event(let event): writer.put(event)
            }
        }
    }

    init(_ bytes: [UInt8]) throws(FrameError) {
        var reader = FrameReader(bytes)
        switch try reader.int() {
        case 0: self = .started(missing: try reader.optionalText())
        case 1: self = .alive
        case let kind: self = .event(try reader.event(kind))
        }
        try reader.end()
    }
}

/// Writes the parts of a message.
private struct FrameWriter {
    var bytes: [UInt8] = []

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    mutating func put(_ number: Int) { bytes += Self.bytes(of: Int64(number)) }
    mutating func put(_ flag: Bool) { put(flag ? 1 : 0) }

    mutating func put(_ part: [UInt8]) {
        put(part.count)
        bytes += part
    }

    mutating func put(_ text: String) { put(Array(text.utf8)) }

    mutating func put(_ text: String?) {
        put(text != nil)
        if let text { put(text) }
    }

    mutating func put(_ duration: Duration) {
        put(Int(duration.components.seconds))
        put(Int(duration.components.attoseconds))
    }

    mutating func put(_ message: FleetMessage) {
        put(message.topic)
        put(message.payload)
        put(message.isRetained)
    }

    mutating func put(_ broker: FleetBroker) {
        put(broker.host)
        put(Int(broker.port))
        put(broker.isSecure)
        let credentials = broker.credentials
        for text in [
            credentials.user, credentials.password, credentials.authorities, credentials.certificate, credentials.key,
        ] { put(text) }
    }

    mutating func put(_ session: FleetSession) {
        put(session.id)
        put(session.will != nil)
        if let will = session.will { put(will) }
        for duration in [session.willDelay, session.expiry, session.keepAlive] { put(duration) }
        put(session.subscriptions.count)
        for pattern in session.subscriptions { put(pattern) }
        put(session.isClean)
        put(session.largestPayload ?? -1)
    }

    mutating func put(_ event: FleetTransportEvent) {
        switch event {
        case .connected: put(2)
        case .lost(.failed(let reason)):
            put(3)
            put(reason)
        case .lost(.refused(let reason)):
            put(4)
            put(reason)
        case .lost(.takenOver): put(5)
        case .delivered(let number):
            put(6)
            put(number)
        case .refused(let number, let reason):
            put(7)
            put(number)
            put(reason)
        case .received(let message):
            put(8)
            put(message)
        case .tooLarge(let topic, let count):
            put(9)
            put(topic)
            put(count)
        case .unsubscribed(let pattern, let reason):
            put(10)
            put(pattern)
            put(reason)
        }
    }
}

/// Reads the parts of a message.
private struct FrameReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func int() throws(FrameError) -> Int {
        guard bytes.count >= 8 else { throw FrameError() }
        defer { bytes = bytes.dropFirst(8) }
        return Int(truncatingIfNeeded: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    mutating func flag() throws(FrameError) -> Bool { try int() != 0 }

    mutating func part() throws(FrameError) -> [UInt8] {
        let count = try int()
        guard count >= 0, count <= bytes.count else { throw FrameError() }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func text() throws(FrameError) -> String { String(decoding: try part(), as: UTF8.self) }

    mutating func optionalText() throws(FrameError) -> String? { try flag() ? try text() : nil }

    mutating func duration() throws(FrameError) -> Duration {
        Duration(secondsComponent: Int64(try int()), attosecondsComponent: Int64(try int()))
    }

    mutating func message() throws(FrameError) -> FleetMessage {
        FleetMessage(topic: try text(), payload: try part(), isRetained: try flag())
    }

    mutating func broker() throws(FrameError) -> FleetBroker {
        let host = try text()
        guard let port = UInt16(exactly: try int()) else { throw FrameError() }
        var broker = FleetBroker(host: host, port: port, isSecure: try flag())
        broker.credentials.user = try optionalText()
        broker.credentials.password = try optionalText()
        broker.credentials.authorities = try optionalText()
        broker.credentials.certificate = try optionalText()
        broker.credentials.key = try optionalText()
        return broker
    }

    mutating func session() throws(FrameError) -> FleetSession {
        var session = FleetSession(id: try text(), will: try flag() ? try message() : nil, subscriptions: [])
        session.willDelay = try duration()
        session.expiry = try duration()
        session.keepAlive = try duration()
        for _ in 0..<max(0, min(try int(), bytes.count)) { session.subscriptions.append(try text()) }
        session.isClean = try flag()
        let largest = try int()
        session.largestPayload = largest < 0 ? nil : largest
        return session
    }

    mutating func event(_ kind: Int) throws(FrameError) -> FleetTransportEvent {
        switch kind {
        case 2: .connected
        case 3: .lost(.failed(reason: try text()))
        case 4: .lost(.refused(reason: try text()))
        case 5: .lost(.takenOver)
        case 6: .delivered(try int())
        case 7: .refused(try int(), reason: try text())
        case 8: .received(try message())
        case 9: .tooLarge(topic: try text(), count: try int())
        case 10: .unsubscribed(pattern: try text(), reason: try text())
        default: throw FrameError()
        }
    }

    func end() throws(FrameError) {
        guard bytes.isEmpty else { throw FrameError() }
    }
}
