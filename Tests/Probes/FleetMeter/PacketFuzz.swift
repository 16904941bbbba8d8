import CLibrary
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonScheduling
import Dispatch

/// A box with a hostile broker, which sends packets of MQTT with mistakes, and many connections of the box to it.
///
/// `@unchecked Sendable`: the counts are behind a lock, the rest is constant.
final class PacketFuzz: @unchecked Sendable {
    private struct Counts {
        var packets = 0
        var connections = 0
        var crashes = 0
        var messages = 0
    }

    private let wanted: Int
    private let counts = Locked(Counts())
    private let isDone = DispatchSemaphore(value: 0)
    private let listener: Int32
    private let port: UInt16

    /// - Parameter packets: The number of packets to send.
    init(packets: Int) throws {
        wanted = packets
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                max(-bind(listener, pointer, size), -listen(listener, 8), -getsockname(listener, pointer, &size))
            }
        }
        guard result == 0 else { throw FleetBoxError.noSocket(errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Sends the packets, presses the button meanwhile, and prints
    /// `fuzz PACKETS CONNECTIONS CRASHES MESSAGES`: the connections that the packets ended with the process of the
    /// connection, and the messages that arrived at the box.
    func run(seed: UInt64) throws {
        DispatchQueue(label: "broker").async { self.serve(RandomNumbers(seed: seed)) }
        let time = VirtualTime()
        let network = try RealTimeQueue(name: "fleet", priority: 0)
        let inner = ConfinedTransport(try FleetBroker("mqtt://127.0.0.1:\(port)"), on: network)
        let transport = PatientTransport(inner, on: network) { [counts] event in
            counts.withLock { counts in
                switch event {
                case .lost(.failed(let reason)) where reason.contains("libmosquitto cannot handle"): counts.crashes += 1
                case .received: counts.messages += 1
                default: break
                }
            }
        }
        let outlet = FleetOutlet(
            FleetIdentity(machineID: "1", program: "bell"), .homeAssistant, transport: transport, on: network,
            report: { _ in })
        let box = try MeterBox(on: time, MeterBox.engine(on: time), outlet: outlet)
        try box.connectLight()
        box.open()
        var isPressed = false
        while isDone.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
            isPressed.toggle()
            _ = time.perform { [isPressed] in box.press(isPressed) }
            time.advance(by: .milliseconds(10))
        }
        let result = counts.withLock { $0 }
        report("fuzz", result.packets, result.connections, result.crashes, result.messages)
    }

    // MARK: The broker

    private func serve(_ generator: RandomNumbers) {
        var generator = generator
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            // The client may not read.
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var request = [UInt8](repeating: 0, count: 65536)
            let count = recv(client, &request, request.count, 0)
            if count > 0 { attack(client, HostilePackets(request[..<count]), &generator) }
            close(client)
            let isEnough = counts.withLock { $0.packets >= wanted }
            if isEnough { isDone.signal() }
        }
    }

    private func attack(_ client: Int32, _ packets: HostilePackets, _ generator: inout RandomNumbers) {
        counts.withLock { $0.connections += 1 }
        let isAccepted = Int.random(in: 0..<8, using: &generator) > 0
        var next = isAccepted ? HostilePackets.acceptance : packets.packet(using: &generator)
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            guard send(client, next, next.count, Int32(MSG_NOSIGNAL)) == next.count else { return }
            counts.withLock { $0.packets += 1 }
            var answer = [UInt8](repeating: 0, count: 65536)
            var count = 0
            repeat { count = recv(client, &answer, answer.count, Int32(MSG_DONTWAIT)) } while count > 0
            // The client has ended the connection.
            guard count < 0, errno == EAGAIN else { return }
            next = packets.packet(using: &generator)
        }
        // The client reads what has been sent before it sees the end.
        shutdown(client, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65536)
        while recv(client, &rest, rest.count, 0) > 0 {}
    }
}

/// A transport that connects again at once, so that a fuzzer does not wait for the pauses of a box.
///
/// `@unchecked Sendable`: used on its queue only.
private final class PatientTransport: FleetTransport, @unchecked Sendable {
    private let inner: ConfinedTransport
    private let queue: RealTimeQueue
    private let note: @Sendable (FleetTransportEvent) -> Void

    init(_ inner: ConfinedTransport, on queue: RealTimeQueue, note: @escaping @Sendable (FleetTransportEvent) -> Void) {
        (self.inner, self.queue, self.note) = (inner, queue, note)
    }

    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        inner.open(session) { [self] event in
            note(event)
            guard case .lost = event else { return report(event) }
            queue.async { [self] in open(session, report: report) }
        }
    }

    func publish(_ message: FleetMessage, number: Int) { inner.publish(message, number: number) }
    func close() { inner.close() }
}

/// Packets of MQTT 5 for a box, most of which have mistakes.
private struct HostilePackets {
    static let acceptance: [UInt8] = [0x20, 3, 0, 0, 0]

    private let topics: [String]

    /// - Parameter request: CONNECT of the box, which contains its id.
    init(_ request: ArraySlice<UInt8>) {
        let text = String(decoding: request, as: UTF8.self)
        let id = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.first { $0.hasPrefix("bell-") } ?? "bell"
        topics =
            ["devices", "start", "session/get", "button/bell/set", "led/light/set", "set", "speaker/sound/set"].map {
                "carillon/\(id)/\($0)"
            } + ["homeassistant/status", "", "a"]
    }

    func packet(using generator: inout RandomNumbers) -> [UInt8] {
        func byte() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
        func bytes(_ most: Int) -> [UInt8] { (0..<Int.random(in: 0...most, using: &generator)).map { _ in byte() } }
        func text(_ text: [UInt8]) -> [UInt8] { [UInt8(text.count >> 8 & 0xFF), UInt8(text.count & 0xFF)] + text }
        // A packet with a mistake ends the connection, so most have none.
        let kind = Int.random(in: 0..<100, using: &generator)
        var packet: [UInt8]
        switch kind {
        case 0..<94:
            let quality = UInt8.random(in: 0...(kind == 0 ? 3 : 1), using: &generator)
            let properties = kind == 1 ? bytes(12) : []
            let topic = topics.randomElement(using: &generator) ?? ""
            let number: [UInt8] = quality == 0 ? [] : [byte(), byte()]
            packet = Self.packet(
                0x30 | quality << 1 | (byte() & 1),
                text(Array(topic.utf8)) + number + [UInt8(properties.count)] + properties + bytes(60))
        case 94: packet = Self.packet(0x90, [0, byte() & 7, 0, byte()])
        case 95: packet = Self.packet(0x40, [0, byte() & 31] + bytes(6))
        case 96:
            packet = Self.packet(
                [0x20, 0x50, 0x62, 0x70, 0xD0, 0xE0, 0xF0].randomElement(using: &generator)!, bytes(12))
        case 97: packet = Self.packet(byte(), bytes(60))
        default: packet = [byte()] + bytes(20)
        }
        if Int.random(in: 0..<50, using: &generator) == 0, let place = packet.indices.randomElement(using: &generator) {
            packet[place] = byte()
        }
        return packet
    }

    private static func packet(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        let head = body.count < 128 ? [UInt8(body.count)] : [UInt8(body.count & 0x7F) | 0x80, UInt8(body.count >> 7)]
        return [kind] + head + body
    }
}
