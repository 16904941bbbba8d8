import CarillonDevices

extension Wiring {
    /// Returns the fleet's broker; nil for a wiring without one.
    ///
    /// - Throws: A `DescriptionError` with the position of the address.
    func fleetBroker() throws(DescriptionError) -> FleetBroker? {
        guard let setting = outletSettings["fleet"] else { return nil }
        do throws(FleetBrokerError) {
            return try FleetBroker(setting.text)
        } catch {
            throw DescriptionError(position: setting.position, message: "\(error)")
        }
    }
}
