import CarillonFleet

@testable import CarillonMQTT

/// A transport that notes which events the broker has acknowledged.
///
/// `@unchecked Sendable`: used on the fleet's queue only.
final class WatchedTransport: FleetTransport, @unchecked Sendable {
    /// The numbers of the acknowledged events.
    private(set) var acknowledged: Set<Int> = []
    private let transport: MQTTTransport
    /// The numbers of the events that have been sent, by those of their messages.
    private var events: [Int: Int] = [:]

    init(_ transport: MQTTTransport) { self.transport = transport }

    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        transport.open(session) { [self] event in
            if case .delivered(let message) = event, let number = events[message] { acknowledged.insert(number) }
            report(event)
        }
    }

    func publish(_ message: FleetMessage, number: Int) {
        events[number] = message.isRetained ? nil : message.text.number("number")
        transport.publish(message, number: number)
    }

    func close() { transport.close() }
}
