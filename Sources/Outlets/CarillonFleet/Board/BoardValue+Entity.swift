import CarillonBoard
import CarillonDevices

extension BoardValue {
    /// Returns the value with an appearance in Home Assistant, like the method `entity` of a wiring's entry.
    ///
    ///     board.values.number("used", unit: "kWh").entity(deviceClass: "energy")
    ///
    /// A class that does not suit the value is reported when the box joins a fleet, and is ignored.
    ///
    /// - Parameters:
    ///   - name: The name shown to users; nil for the value's name.
    ///   - icon: The icon, such as `mdi:kettle`; nil for the icon of the kind of value.
    ///   - deviceClass: The class in Home Assistant, such as `energy` for a number, `outlet` for a switch with commands, or
    ///     `door` for one without; nil for none.
    ///   - category: The section of the box's page that contains the entity; nil for the main section.
    public func entity(
        name: String? = nil, icon: String? = nil, deviceClass: String? = nil, category: Wiring.Entity.Category? = nil
    ) -> Self {
        state.entity = Wiring.Entity(name: name, icon: icon, deviceClass: deviceClass, category: category)
        return self
    }
}

/// The error of a value of the application with a class that Home Assistant would refuse. The value is shown without it.
struct UnsuitableClass: Error, CustomStringConvertible {
    private let value: String
    private let problem: String

    /// - Returns: nil if the value has no class, or one that suits it.
    init?(_ entry: FleetEntry, _ feature: BoardFeature, _ topics: FleetTopics) {
        guard case .requested(let entity) = entry.appearance, let name = entity.deviceClass,
            let platform = Discovery.components(of: entry, topics).first?.platform
        else { return nil }
        let problem: String?
        if let scale = entry.scale {
            problem = NumberClass.problem(name, scale)
        } else {
            let names = EntityClasses.names(of: platform, nil)
            let title = "a \(platform.replacing("_", with: " "))"
            problem = names.contains(name) ? nil : EntityClasses.problem(name, title, names)
        }
        guard let problem else { return nil }
        (value, self.problem) = ("\(feature.kind.title) \"\(feature.owner.name)\"", problem)
    }

    var description: String { "\(value) in the fleet: \(problem)" }
}
