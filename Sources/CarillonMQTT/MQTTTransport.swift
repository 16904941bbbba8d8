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
    private var connection: MQTTConnection?

    /// Loads libmosquitto.
    ///
    /// - Parameter queue: The fleet's queue, of ordinary priority: it waits for name servers.
    package init(_ broker: FleetBroker, on queue: RealTimeQueue) throws(FleetBrokerError) {
        self.broker = broker
        self.queue = queue
        if let reason = cmosquitto_load() { throw .noLibrary(reason: String(cString: reason)) }
    }

    package func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        connection?.end()
        connection = MQTTConnection(broker, session, on: queue) { [queue] event in
            // The first loss can come while this call is running.
            queue.async { report(event) }
        }
        connection?.open()
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
