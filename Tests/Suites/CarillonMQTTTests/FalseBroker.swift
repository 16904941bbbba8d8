import CLibrary
import CarillonScheduling

/// A broker that answers as a test says, and not as MQTT does.
final class FalseBroker: Sendable {
    /// The answer to CONNECT that accepts it.
    static let acceptance: [UInt8] = [0x20, 3, 0, 0, 0]

    let port: UInt16
    private let listener: Int32
    private let connections = Locked<[Int32]>([])

    /// - Parameter answer: Returns what is sent after a packet has arrived. Called on a thread of the broker.
    init(_ answer: @escaping @Sendable (_ kind: UInt8, _ body: [UInt8]) -> [UInt8]) throws {
        listener = try Mosquitto.boundSocket()
        port = Mosquitto.port(of: listener)
        guard listen(listener, 8) == 0 else { throw Relay.Trouble.cannotListen }
        Relay.start { [listener, connections] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                connections.withLock { $0.append(client) }
                Relay.start { Self.serve(client, answer) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        for client in connections.withLock({ $0 }) { shutdown(client, Int32(SHUT_RDWR)) }
    }

    private static func serve(_ client: Int32, _ answer: (UInt8, [UInt8]) -> [UInt8]) {
        var kind: [UInt8] = [0]
        while receive(&kind, from: client) {
            var (count, shift, digit) = (0, 0, [UInt8(0)])
            repeat {
                guard receive(&digit, from: client) else { return }
                count |= Int(digit[0] & 0x7F) << shift
                shift += 7
            } while digit[0] >= 0x80 && shift < 28
            var body = [UInt8](repeating: 0, count: count)
            guard count == 0 || receive(&body, from: client) else { return }
            let bytes = answer(kind[0] >> 4, body)
            guard bytes.isEmpty || send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
        }
        shutdown(client, Int32(SHUT_RDWR))
    }

    private static func receive(_ bytes: inout [UInt8], from client: Int32) -> Bool {
        recv(client, &bytes, bytes.count, Int32(MSG_WAITALL)) == bytes.count
    }
}
