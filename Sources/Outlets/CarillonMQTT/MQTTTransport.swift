import CHardware
import CarillonFleet
import CarillonRealTime
import CarillonScheduling

/// The connection of a box to an MQTT broker, through libmosquitto.
package final class MQTTTransport: FleetTransport {
    private struct State {
        let received = ReceivedMessages()
        var connection: MQTTConnection?
        var earlierWakeUps = 0

        var wakeUps: Int { earlierWakeUps + (connection?.wakeUps ?? 0) }
    }

    private let broker: FleetBroker
    private let queue: RealTimeQueue
    private let timeout: Duration
    private let state: OnQueue<State>

    /// The number of times that the network has woken the queue. Queue only.
    package var wakeUps: Int { state.value.wakeUps }

    /// Loads libmosquitto.
    ///
    /// - Parameters:
    ///   - queue: The fleet's queue. Not the board's, because this waits for name servers.
    ///   - timeout: The longest time from the start of a connection to the broker's answer.
    package init(
        _ broker: FleetBroker, on queue: RealTimeQueue, timeout: Duration = .seconds(10)
    ) throws(FleetBrokerError) {
        self.broker = broker
        self.timeout = timeout
        self.queue = queue
        state = OnQueue(State(), on: queue)
        try Self.loadLibrary()
    }

    /// Loads libmosquitto, unless it is loaded.
    ///
    /// - Throws: `FleetBrokerError.noLibrary`.
    package static func loadLibrary() throws(FleetBrokerError) {
        if let reason = cmosquitto_load() { throw .noLibrary(reason: String(cString: reason)) }
    }

    package func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        state.value.connection?.end()
        state.value.earlierWakeUps = wakeUps
        let connection = MQTTConnection(broker, on: queue, timeout: timeout, received: state.value.received) {
            [queue] event in
            // The first loss can come while this call is running.
            queue.async { report(event) }
        }
        state.value.connection = connection
        connection.open(session)
    }

    package func publish(_ message: FleetMessage, number: Int) {
        state.value.connection?.publish(message, number: number)
    }

    /// Subscribes to more topics, as an observer of boxes does: each message comes at most once, `isRetained` tells the
    /// messages that were there before, and they have their age. Call while connected.
    package func observe(_ pattern: String) { state.value.connection?.observe(pattern) }

    package func close() {
        state.value.connection?.close()
        state.value.connection = nil
    }
}
