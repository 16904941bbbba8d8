import CarillonBoard
import CarillonDevices

extension BoardFeatures {
    /// The features that the fleet shows: those of the board without parts, and the application's values that do not stand
    /// for one of them. Queue only.
    var inFleet: [BoardFeature] {
        let shown = shown.filter { !$0.isPart && FleetEntry($0) != nil }
        let receivers = shown.compactMap(receiver)
        return shown
            + ofApplication.filter { value in
                FleetEntry(value) != nil && !receivers.contains { $0 === value.owner }
            }
    }

    /// Returns a feature as the fleet shows it. Queue only.
    ///
    /// - Parameter wiring: The wiring of the board, which may state the appearance.
    func entry(_ feature: BoardFeature, in wiring: Wiring) -> FleetEntry? {
        let wired = wiring.devices.first { $0.kind == feature.kind && $0.name == feature.owner.name }
        let ownClass = (feature.owner as? FleetValue)?.deviceClass
        let entity = wired?.entity ?? ownClass.map { Wiring.Entity(deviceClass: $0) }
        let description = feature.feature
        return FleetEntry(
            feature,
            acceptsCommands: feature.allows(.fleet)
                && (receiver(of: feature) != nil || (description.canBeSet && !description.isDriven)),
            entity.map { .requested($0) } ?? .standard)
    }
}
