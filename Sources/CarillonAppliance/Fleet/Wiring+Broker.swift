import CarillonDevices
import CarillonMQTT

extension Wiring {
    /// Returns the fleet's broker; nil for a wiring without one.
    ///
    /// - Throws: A `DescriptionError` with the position of the address.
    func fleetBroker() throws(DescriptionError) -> FleetBroker? {
        guard let broker else { return nil }
        do throws(FleetBrokerError) {
            return try FleetBroker(broker.address)
        } catch {
            throw DescriptionError(position: broker.position, message: "\(error)")
        }
    }
}
