import CLibrary
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonScheduling

/// The reasons for which a box cannot connect.
enum BrokerAbsence: String {
    /// Nobody listens on the broker's port.
    case down
    /// The name server does not answer. It must be 127.0.0.1 in /etc/resolv.conf.
    case resolver
    /// The broker does not continue the handshake of TLS.
    case handshake
}

/// Measures the time from a press to the LED that the button switches, with a fleet that cannot connect and without a
/// fleet, in turns.
final class LightMeter {
    private static let presses = 500

    private let broker: FleetBroker
    /// A socket that never answers.
    private let silent: Int32

    init(_ absence: BrokerAbsence) throws {
        var port: UInt16 = 0
        switch absence {
        case .down:
            // Bound and without a listener: the port is taken, and refuses connections.
            silent = try Self.bind(&port, SOCK_STREAM)
            broker = try FleetBroker("mqtt://127.0.0.1:\(port)")
        case .resolver:
            port = 53
            silent = try Self.bind(&port, SOCK_DGRAM)
            broker = try FleetBroker("mqtt://broker.example")
        case .handshake:
            silent = try Self.bind(&port, SOCK_STREAM)
            listen(silent, 10)
            broker = try FleetBroker("mqtts://127.0.0.1:\(port)")
        }
    }

    deinit { close(silent) }

    /// Prints `light WITH WITHOUT`, the means of the middle halves in nanoseconds.
    func measure(rounds: Int) throws {
        // The boards are on this thread, so that waking one up does not count.
        let time = VirtualTime()
        let network = try RealTimeQueue(name: "fleet", priority: 0)
        let outlet = FleetOutlet(
            FleetIdentity(machineID: "1", program: "bell"), .homeAssistant,
            transport: try MQTTTransport(broker, on: network), on: network, report: { _ in })
        let engine = try MeterBox.engine(on: time)
        let boxes = [try MeterBox(on: time, engine, outlet: outlet), try MeterBox(on: time, engine)]
        for box in boxes {
            try box.connectLight()
            box.open()
        }
        var samples = [Samples(), Samples()]
        // The first round is not counted.
        for round in 0...rounds {
            for turn in 0...1 {
                // Each of the two is first in half of the rounds.
                let index = (turn + round) % 2
                for press in 0..<Self.presses {
                    let duration = time.perform { boxes[index].press(press.isMultiple(of: 2)) }
                    // The fleet has its turn after each press.
                    time.advance(by: .milliseconds(1))
                    if round > 0 { samples[index].append(duration) }
                }
            }
        }
        report("light", samples[0].middle, samples[1].middle)
    }

    /// Returns a socket on the loopback device, and its port if `port` is 0.
    private static func bind(_ port: inout UInt16, _ type: __socket_type) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                max(-CLibrary.bind(descriptor, pointer, size), -getsockname(descriptor, pointer, &size))
            }
        }
        guard result == 0 else { throw FleetBoxError.noSocket(errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
        return descriptor
    }
}
