import CHardware
import CLibrary
import CarillonFleet
import CarillonRealTime
import CarillonScheduling

/// The process that is connected to a broker on behalf of a program.
///
/// A broker that sends malformed packets can end libmosquitto, and the process with it. That must not be the process that
/// drives the outputs. So the program starts itself once more with `option`, and both talk through a socket.
package final class ConnectionServer: Sendable {
    /// The only argument of the process.
    package static let option = "--broker-connection"
    /// The memory that the process may have, in bytes. With it, a packet of 256 MB is refused, and not stored.
    private static let memory: UInt64 = 128 << 20
    /// The time between the messages that the process is alive.
    static let pulse = Duration.seconds(5)
    /// The socket to the program.
    static let socket = STDIN_FILENO

    private struct State {
        var transport: MQTTTransport?
        var buffer = FrameBuffer<ConnectionRequest>()
        var broker: FleetBroker?
    }

    private let queue: RealTimeQueue
    private let state: OnQueue<State>

    /// Whether this process is to be the one with the connection.
    package static var isRequested: Bool { Array(CommandLine.arguments.dropFirst()) == [option] }

    /// Connects as the program requests, until the program ends. Call on the main thread, before any other thread exists.
    package static func run() -> Never {
        cmosquitto_confine(memory)
        guard let queue = try? RealTimeQueue(background: "fleet") else { exit(1) }
        let server = ConnectionServer(on: queue)
        guard (try? queue.watch(descriptor: socket) { server.arrived() }) != nil else { exit(1) }
        queue.async { server.send(.started(missing: cmosquitto_load().map { String(cString: $0) })) }
        let pulse = queue.every(pulse, startingAt: queue.now + pulse) { _ in server.send(.alive) }
        while true { withExtendedLifetime(pulse) { _ = pause() } }
    }

    private init(on queue: RealTimeQueue) {
        self.queue = queue
        state = OnQueue(State(), on: queue)
    }

    private func arrived() {
        // Without a farewell, so that the broker publishes the will.
        guard state.value.buffer.fill(from: Self.socket) else { _exit(0) }
        do {
            while let request = try state.value.buffer.next() { try handle(request) }
        } catch {
            _exit(1)
        }
    }

    private func handle(_ request: ConnectionRequest) throws(FleetBrokerError) {
        switch request {
        case .open(let broker, let session):
            if state.value.broker != broker { state.value.transport = try MQTTTransport(broker, on: queue) }
            state.value.broker = broker
            state.value.transport?.open(session) { [self] in send(.event($0)) }
        case .publish(let message, let number): state.value.transport?.publish(message, number: number)
        case .close:
            state.value.transport?.close()
            _exit(0)
        }
    }

    private func send(_ report: ConnectionReport) {
        var rest = ConnectionFrame.bytes(of: report)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(Self.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(1) }
            rest = rest.dropFirst(count)
        }
    }
}
