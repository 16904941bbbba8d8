import CLibrary
import CarillonFleet
import CarillonRealTime
import CarillonScheduling
import Testing

@testable import CarillonMQTT

/// A real Mosquitto as a child process: the program that `CARILLON_MOSQUITTO` names, that of this system, or that of
/// `make broker`.
final class Mosquitto {
    static let program = candidates.first { access($0, X_OK) == 0 }
    /// Skips the tests with a broker on a machine without one, and in an emulator, which is too slow for kills in a run.
    static var isAvailable: some SuiteTrait & TestTrait {
        ConditionTrait.enabled(
            if: program != nil && variable("CARILLON_EMULATOR") == nil,
            "no Mosquitto, or an emulator; `make broker` unpacks one for the tests")
    }

    private static var candidates: [String] {
        if let program = variable("CARILLON_MOSQUITTO") { return [program] }
        let cache = variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" }
        return ["/usr/sbin/mosquitto"] + (cache.map { ["\($0)/carillon/mosquitto/mosquitto"] } ?? [])
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    let port: UInt16
    let folder: String
    private var process: ChildProcess?

    /// Starts a broker that listens on a free port of the loopback device.
    ///
    /// - Parameters:
    ///   - lines: More lines of its configuration; `FOLDER` stands for its folder.
    ///   - place: The place of that folder.
    init(_ lines: String = "allow_anonymous true", in place: String = "/tmp") throws {
        var template = Array("\(place)/carillon-mosquitto-XXXXXX\0".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
        port = try Self.freePort()
        let text = """
            listener \(port) 127.0.0.1
            persistence_location \(folder)/
            user root
            \(lines.replacing("FOLDER", with: folder))

            """
        let file = try #require(fopen("\(folder)/mosquitto.conf", "w"))
        fputs(text, file)
        fclose(file)
        try start()
    }

    deinit {
        kill()
        _ = system("rm -r \(folder)")
    }

    /// Starts a broker with TLS, whose certificate is signed by `FOLDER/ca.crt`. That authority also signs
    /// `FOLDER/credentials/broker.crt`, the certificate of a box.
    ///
    /// - Parameter name: The name in the broker's certificate. Tests use no names of machines, because not every root
    ///   for tests resolves them.
    static func withTLS(
        _ lines: String = "allow_anonymous true", name: String = "IP:127.0.0.1"
    ) throws -> Mosquitto {
        let mosquitto = try Mosquitto("allow_anonymous true")
        mosquitto.kill()
        let script = """
            cd \(mosquitto.folder) && mkdir credentials && exec >/dev/null 2>&1
            key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 $key -days 2 -subj /CN=authority -keyout ca.key -out ca.crt &&
            for name in machine box; do
                openssl req $key -subj /CN=$name -keyout $name.key -out $name.csr &&
                echo subjectAltName=\(name) > $name.ext &&
                openssl x509 -req -in $name.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -out $name.crt \
                    -extfile $name.ext
            done
            mv box.crt credentials/broker.crt && mv box.key credentials/broker.key && chmod 600 credentials/broker.key
            cat >> mosquitto.conf <<END
            cafile \(mosquitto.folder)/ca.crt
            certfile \(mosquitto.folder)/machine.crt
            keyfile \(mosquitto.folder)/machine.key
            \(lines)
            END
            """
        try #require(system(script) == 0)
        try mosquitto.start()
        return mosquitto
    }

    /// Starts a broker that allows what the lines of an access control list say.
    static func withACL(_ list: String) throws -> Mosquitto {
        let mosquitto = try Mosquitto()
        mosquitto.kill()
        let path = "\(mosquitto.folder)/acl"
        for (path, text) in [(path, list), ("\(mosquitto.folder)/mosquitto.conf", "acl_file \(path)\n")] {
            let file = try #require(fopen(path, "a"))
            fputs(text, file)
            fclose(file)
        }
        try mosquitto.start()
        return mosquitto
    }

    /// Starts the broker, and returns when it accepts connections.
    func start() throws {
        let log = open("\(folder)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let process = try ChildProcess(
            Self.program ?? "", ["-c", "\(folder)/mosquitto.conf"], output: .inherited, errors: .descriptor(log))
        self.process = process
        for _ in 0..<6000 {
            if Self.accepts(port) { return }
            try #require(process.wait(atMost: .zero) == nil, "the broker has ended; see \(folder)/log")
            usleep(10_000)
        }
        throw NoAnswer()
    }

    private struct NoAnswer: Error {}

    /// Kills the broker.
    func kill() {
        process?.kill()
        process?.wait()
        process = nil
    }

    /// Returns a port that nobody listens on, and that no other test has received.
    ///
    /// It is below the ports that Linux gives to connections. One of those can be taken before the broker listens, even by
    /// an attempt to reach the broker: it then is a connection to itself.
    static func freePort() throws -> UInt16 {
        while true {
            let port = UInt16.random(in: 20_000..<32_000)
            guard used.withLock({ $0.insert(port).inserted }) else { continue }
            if let descriptor = try? boundSocket(port) {
                close(descriptor)
                return port
            }
        }
    }

    private static let used = Locked<Set<UInt16>>([])

    /// Returns a socket with a port of the loopback device, a free one by default.
    static func boundSocket(_ port: UInt16 = 0) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard withAddress(port, { bind(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw PortInUse()
        }
        return descriptor
    }

    private struct PortInUse: Error {}

    /// Returns the port of a socket.
    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Returns a socket that is connected to a port of the loopback device; -1 if nobody listens there.
    static func connectedSocket(to port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if withAddress(port, { connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return -1
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = connectedSocket(to: port)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = address(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A transport, and the events that it reports.
struct MQTTListener {
    let queue: RealTimeQueue
    let transport: MQTTTransport
    private let events: AsyncStream<FleetTransportEvent>
    private let continuation: AsyncStream<FleetTransportEvent>.Continuation

    init(_ broker: FleetBroker, timeout: Duration = .seconds(10)) throws {
        queue = try RealTimeQueue(name: "fleet", priority: 0)
        transport = try MQTTTransport(broker, on: queue, timeout: timeout)
        (events, continuation) = AsyncStream.makeStream()
    }

    func open(_ id: String, subscriptions: [String] = [], expiry: Duration = .seconds(60)) {
        var session = FleetSession(
            id: id, will: FleetMessage(topic: "\(id)/availability", text: "offline", isRetained: true),
            subscriptions: subscriptions)
        session.expiry = expiry
        queue.async { [transport, continuation, session] in transport.open(session) { continuation.yield($0) } }
    }

    func publish(_ text: String, on topic: String, isRetained: Bool = false, number: Int = 1) {
        queue.async { [transport] in
            transport.publish(FleetMessage(topic: topic, text: text, isRetained: isRetained), number: number)
        }
    }

    func close() { queue.perform { transport.close() } }

    /// Returns the next event.
    func next() async -> FleetTransportEvent? {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
    }
}
