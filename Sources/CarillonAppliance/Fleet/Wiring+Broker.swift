import CarillonDevices

#if CARILLON_FLEET
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
#else
    extension Wiring {
        /// Checks that the wiring demands no fleet of a program that was built without it.
        func checkWithoutFleet() throws(DescriptionError) {
            guard let broker else { return }
            throw DescriptionError(
                position: broker.position, message: "this program was built without the fleet (CARILLON_FLEET=0)")
        }
    }
#endif
