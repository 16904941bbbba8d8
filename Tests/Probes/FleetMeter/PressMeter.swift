import CLibrary
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonScheduling
import Dispatch

/// Measures the time from a press on a box to its delivery to another client of the broker. In turns, it measures the
/// time from the start of a program that publishes a message.
final class PressMeter: Sendable {
    private let broker: FleetBroker
    private let publisher: String
    private let identity = FleetIdentity(machineID: "\(getpid())", program: "bell")
    private let isConnected = DispatchSemaphore(value: 0)
    private let isDelivered = DispatchSemaphore(value: 0)
    /// The time of the last delivery.
    private let delivery = Locked(Duration.zero)

    /// - Parameter publisher: The program mosquitto_pub.
    init(_ broker: FleetBroker, publisher: String) {
        self.broker = broker
        self.publisher = publisher
    }

    private var topic: String { "carillon/\(identity.id)/button/bell" }

    /// Prints `press COUNT P50 P99` and `publisher COUNT P50 P99`, in milliseconds.
    func measure(_ count: Int) throws {
        let listener = try RealTimeQueue(name: "listener", priority: 0)
        let transport = try MQTTTransport(broker, on: listener)
        let session = FleetSession(
            id: "listener-\(getpid())", will: FleetMessage(topic: "listener", text: ""), subscriptions: [topic])
        listener.async { [self] in transport.open(session) { [self] event in heard(event, at: listener.now) } }
        try wait(isConnected)

        let queue = try RealTimeQueue(name: "board")
        let network = try RealTimeQueue(name: "fleet", priority: 0)
        let outlet = FleetOutlet(
            identity, .withoutDiscovery, transport: try MQTTTransport(broker, on: network), on: network
        ) { [isConnected] notice in
            if notice == .connected { isConnected.signal() }
        }
        let box = try MeterBox(on: queue, MeterBox.engine(on: queue), outlet: outlet)
        box.open()
        try wait(isConnected)
        // Meanwhile, the box publishes its states.
        usleep(300_000)

        var (presses, programs) = (Samples(), Samples())
        for number in 0..<count {
            presses.append(
                try time {
                    queue.perform {
                        defer { box.press(true) }
                        return queue.now
                    }
                })
            queue.sync { box.press(false) }
            // In step with nothing.
            usleep(UInt32(3000 + number % 7 * 300))
            if number.isMultiple(of: 10) {
                programs.append(
                    try time {
                        defer { spawnPublisher() }
                        return queue.now
                    })
            }
        }
        for (name, samples) in [("press", presses), ("publisher", programs)] {
            report(name, samples.count, samples.quantile(0.5), samples.quantile(0.99))
        }
        box.close()
        listener.sync { transport.close() }
    }

    /// Returns the milliseconds from the time that `start` returns to the delivery of its message.
    private func time(_ start: () -> Duration) throws -> Double {
        let start = start()
        try wait(isDelivered)
        return (delivery.withLock { $0 } - start) / .milliseconds(1)
    }

    private func wait(_ semaphore: DispatchSemaphore) throws {
        guard semaphore.wait(timeout: .now() + 10) == .success else { throw FleetBoxError.noDelivery }
    }

    private func heard(_ event: FleetTransportEvent, at now: Duration) {
        switch event {
        case .connected: isConnected.signal()
        case .received(let message):
            guard message.text.contains("\"press\"") else { return }
            delivery.withLock { $0 = now }
            isDelivered.signal()
        case .lost, .delivered, .refused, .tooLarge, .unsubscribed: break
        }
    }

    private func spawnPublisher() {
        var words = [publisher, "-h", broker.host, "-p", "\(broker.port)", "-q", "1", "-t", topic, "-m", "\"press\""]
        if let authorities = broker.credentials.authorities { words += ["--cafile", authorities] }
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        signal(SIGCHLD, SIG_IGN)
        var child: pid_t = 0
        posix_spawn(&child, publisher, nil, nil, arguments, environ)
    }
}
