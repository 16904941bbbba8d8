import CMosquitto
import CarillonFleet
import CarillonRealTime
import CarillonScheduling

/// The connection of a box to an MQTT broker, through libmosquitto.
///
/// `@unchecked Sendable`: mutable state is accessed on the fleet's queue only.
package final class MQTTTransport: FleetTransport, @unchecked Sendable {
    private let broker: FleetBroker
    private let queue: RealTimeQueue
    private let patience: Duration
    private let received = ReceivedMessages()
    private var connection: MQTTConnection?
    private var earlierWakeUps = 0

    /// The number of times that the network has woken the queue. Queue only.
    package var wakeUps: Int { earlierWakeUps + (connection?.wakeUps ?? 0) }

    /// Loads libmosquitto.
    ///
    /// - Parameters:
    ///   - queue: The fleet's queue. Not the board's, because this waits for name servers.
    ///   - patience: The longest time from the start of a connection to the broker's answer.
    package init(
        _ broker: FleetBroker, on queue: RealTimeQueue, patience: Duration = .seconds(10)
    ) throws(FleetBrokerError) {
        self.broker = broker
        self.patience = patience
        self.queue = queue
        try Self.loadLibrary()
    }

    /// Loads libmosquitto, unless it is loaded.
    ///
    /// - Throws: `FleetBrokerError.noLibrary`.
    package static func loadLibrary() throws(FleetBrokerError) {
        if let reason = cmosquitto_load() { throw .noLibrary(reason: String(cString: reason)) }
    }

    package func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        connection?.end()
        earlierWakeUps = wakeUps
        connection = MQTTConnection(broker, on: queue, patience: patience, received: received) {
            [queue] event in
            // The first loss can come while this call is running.
            queue.async { report(event) }
        }
        connection?.open(session)
    }

    package func publish(_ message: FleetMessage, number: Int) { connection?.publish(message, number: number) }

    /// Subscribes to more topics, as an observer of boxes does: each message comes at most once, `isRetained` tells the
    /// messages that were there before, and they have their age. Call while connected.
    package func observe(_ pattern: String) { connection?.observe(pattern) }

    package func close() {
        connection?.close()
        connection = nil
    }
}
