/// A device or an output that becomes safe without a connection to the fleet's broker, if its wiring limits it.
package protocol FleetLimited: AnyObject, Sendable {
    /// Whether the wiring limits the time for which the output is on, or is on without the fleet.
    var hasLimits: Bool { get }

    /// Notes that the connection to the fleet's broker exists, or that it is lost. Call on the queue under a session.
    func fleetChanged(isConnected: Bool)
}
