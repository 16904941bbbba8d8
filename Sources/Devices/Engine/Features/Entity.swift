extension Wiring {
    /// The appearance of a device in Home Assistant, as set in the wiring. An entity is a value of a device that Home
    /// Assistant displays.
    public struct Entity: Equatable, Sendable {
        /// The name shown to users; nil for the device's name in the wiring.
        public var name: String?
        /// The icon, such as `mdi:kettle`; nil for the icon of the device's kind.
        public var icon: String?
        /// The class of the device in Home Assistant, such as `outlet` for a switch or `motion` for a sensor; nil for none.
        public var deviceClass: String?
        /// The section of the box's page in Home Assistant that contains the entity; nil for the main section.
        public var category: Category?

        /// A section of the box's page in Home Assistant.
        public enum Category: String, CaseIterable, Sendable {
            /// The settings of the box.
            case config
            /// The measurements of the box itself.
            case diagnostic
        }

        /// Creates an appearance. nil keeps the appearance of the device's kind; see the properties.
        public init(
            name: String? = nil, icon: String? = nil, deviceClass: String? = nil, category: Category? = nil
        ) {
            self.name = name
            self.icon = icon
            self.deviceClass = deviceClass
            self.category = category
        }

        /// Returns the reason why a value is invalid; nil if all are valid.
        var problem: String? {
            if name?.isEmpty == true { return "name must not be empty" }
            if let name, let problem = WiringText.problem(ofName: name) { return problem }
            if let icon, icon.split(separator: ":", omittingEmptySubsequences: false).count != 2 {
                return "icon must be a set and a name, such as mdi:kettle"
            }
            return nil
        }
    }
}

extension Wiring.Entity {
    /// Reads the part `entity` of a device in a wiring, and adds all mistakes to `faults`.
    init(_ node: DescriptionNode, faults: inout Faults) {
        let fields = node.fields(["name", "icon", "device-class", "category"], faults: &faults)
        name = faults.attempt(try fields["name"]?.string)
        icon = faults.attempt(try fields["icon"]?.string)
        deviceClass = faults.attempt(try fields["device-class"]?.string)
        category = faults.attempt(try fields["category"]?.choice(Category.allCases.map { ($0.rawValue, $0) }))
        // Each value alone, because all of them can be wrong.
        for (key, entity) in [("name", Self(name: name)), ("icon", Self(icon: icon))] {
            if let node = fields[key], let problem = entity.problem { faults.add(node.error(problem)) }
        }
    }
}

extension Wiring.Entry {
    /// Returns a copy of the entry with this appearance in Home Assistant, which replaces an earlier one.
    ///
    ///     .led("lamp", line: "GPIO5").entity(name: "Desk", icon: "mdi:desk-lamp")
    ///
    /// - Parameters:
    ///   - name: The name shown to users; nil for the device's name in the wiring.
    ///   - icon: The icon, such as `mdi:kettle`; nil for the icon of the device's kind.
    ///   - deviceClass: The class of the device in Home Assistant, such as `outlet`; nil for none.
    ///   - category: The section of the box's page that contains the entity; nil for the main section.
    public func entity(
        name: String? = nil, icon: String? = nil, deviceClass: String? = nil, category: Wiring.Entity.Category? = nil
    ) -> Wiring.Entry {
        appearing(as: Wiring.Entity(name: name, icon: icon, deviceClass: deviceClass, category: category))
    }
}
