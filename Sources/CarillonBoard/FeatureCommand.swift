import CarillonDevices

/// A value for a feature that comes from outside the program and past its loops, as an input of a session.
package struct FeatureCommand: Sendable {
    /// The beginning of the paths, which those of a fleet do not have.
    package static let prefix = "page:"

    /// The feature's name in the session, such as `page:led/lamp`.
    package let path: String
    /// The value as text.
    package let text: String
    private let feature: Feature
    private let value: Feature.Value

    /// Creates a command; nil for a press, which is an event.
    ///
    /// - Parameter device: The device with the feature.
    package init?(_ value: Feature.Value, for feature: Feature, of device: any Featured) {
        // A replay has the text only, in which a brightness has whole percents. So the same value is set now.
        guard let text = value.command, let value = value.commanded(text) else { return nil }
        path = Self.path(feature, of: device)
        (self.text, self.feature, self.value) = (text, feature, value)
    }

    /// Sets the feature. Queue only.
    ///
    /// - Returns: Whether it accepts the value.
    package func carryOut() -> Bool { feature.set(value) }

    /// Carries out a command of a session. Queue only.
    ///
    /// - Returns: Whether the board has the feature; nil if this is no path of a feature.
    package static func carryOut(_ path: String, _ text: String, on board: Board) -> Bool? {
        guard path.hasPrefix(prefix) else { return nil }
        for device in board.allFeatured {
            for feature in device.features where self.path(feature, of: device) == path {
                _ = feature.value().commanded(text).map(feature.set)
                return true
            }
        }
        return false
    }

    private static func path(_ feature: Feature, of device: any Featured) -> String {
        let path = "\(prefix)\(type(of: device).kind.name)/\(device.name)"
        return feature.name.isEmpty ? path : "\(path)/\(feature.name)"
    }
}
