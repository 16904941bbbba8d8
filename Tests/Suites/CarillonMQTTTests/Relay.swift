import CLibrary
import CarillonScheduling
import Glibc

/// A wire between clients and a broker, which keeps what clients send, and may swallow it.
final class Relay: Sendable {
    private struct State {
        var ends: [Int32] = []
        var sent: [UInt8] = []
        var swallows = false
        var isOpen = true
    }

    let port: UInt16
    private let broker: UInt16
    private let listener: Int32
    private let state = Locked(State())

    /// - Parameter broker: The port of the broker.
    init(to broker: UInt16) throws {
        self.broker = broker
        listener = try Mosquitto.boundSocket()
        port = Mosquitto.port(of: listener)
        guard listen(listener, 8) == 0 else { throw Trouble.cannotListen }
        Self.start { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                join(client, Mosquitto.connectedSocket(to: broker))
            }
        }
    }

    enum Trouble: Error { case cannotListen }

    /// All bytes that clients have sent so far.
    var sent: [UInt8] { state.withLock { $0.sent } }

    /// Lets what clients send disappear.
    func swallow() { state.withLock { $0.swallows = true } }

    /// Ends all connections, as a network that fails. Later ones work.
    func cut() {
        let ends = state.withLock { state in
            defer { (state.ends, state.swallows) = ([], false) }
            return state.ends
        }
        for end in ends { shutdown(end, Int32(SHUT_RDWR)) }
    }

    /// Ends the relay.
    func close() {
        cut()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func join(_ client: Int32, _ broker: Int32) {
        state.withLock { $0.ends += [client, broker] }
        Self.start { [self] in
            copy(from: client, to: broker) { bytes in
                state.withLock { state in
                    state.sent += bytes
                    return !state.swallows
                }
            }
        }
        Self.start { [self] in copy(from: broker, to: client) { _ in true } }
    }

    /// Copies until one end is closed. The descriptors stay open until the process ends, so that none is used again.
    private func copy(from source: Int32, to target: Int32, passes: (ArraySlice<UInt8>) -> Bool) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(source, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            guard passes(bytes[..<count]) else { continue }
            guard send(target, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Runs a function on a thread of its own.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(run: body)).toOpaque()
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { box in
                Unmanaged<Body>.fromOpaque(box!).takeRetainedValue().run()
                return nil
            }, box)
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
