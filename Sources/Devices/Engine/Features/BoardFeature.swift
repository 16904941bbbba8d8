import MobiusCore

/// A feature of a board. Queue only, apart from its names.
package struct BoardFeature: Sendable {
    /// The number on the board.
    package let number: Int
    /// The owner: a device, the loudspeaker, or a value of the application.
    package let owner: any FeatureProviding
    /// The index among the owner's features.
    package let index: Int
    /// The name, unique within the owner; empty for the main feature.
    package let name: String
    /// Whether the owner is a part of a device, such as an LED of a number.
    package let isPart: Bool
    /// Whether the owner is a value of the application.
    package let isOfApplication: Bool
    /// Whether a user at the box can see or hear the feature by itself: no input, no part, no value of the application.
    package let isVisible: Bool
    private let refused: Set<OutsideSource>

    /// Queue only.
    ///
    /// - Parameter number: 0 for a feature of a device without a board.
    package init(
        _ owner: any FeatureProviding, _ index: Int = 0, number: Int = 0, isPart: Bool = false,
        refused: Set<OutsideSource> = []
    ) {
        let feature = owner.features[index]
        (self.owner, self.index, self.number, name) = (owner, index, number, feature.name)
        (self.isPart, self.refused) = (isPart, refused)
        isOfApplication = owner is any CommandReceiver
        isVisible = !feature.isInput && !isPart && !isOfApplication
    }

    /// The names of the owner's kind.
    package var kind: DeviceKind {
        isOfApplication ? (owner as? any CommandReceiver)?.valueKind ?? type(of: owner).kind : type(of: owner).kind
    }

    /// The path in sessions and in the topics of a fleet: `led/lamp`, `encoder/volume/button`.
    package var path: FeaturePath { FeaturePath(kind: kind.name, name: owner.name, feature: name) }

    /// Whether the feature is one of a device.
    var isOfDevice: Bool { owner is any Device }

    /// Whether the feature is one of the board itself that outlets show.
    package var isOfBoard: Bool {
        !isOfDevice && !isOfApplication && !(owner is any ConsoleFeatureProviding)
    }

    /// The description of the feature.
    package var feature: Feature { owner.features[index] }

    /// The current value: for a blinking light, its pattern.
    package var value: Feature.Value { owner.value(of: index) }

    /// The present amount, from 0 to 1, also within a pattern: a brightness, or a position within a range. nil for
    /// values without such a measure.
    package var share: Double? { owner.share(of: index) }

    /// Whether the value is the elements of a screen, which its display shows, too.
    package var isScreen: Bool { if case .elements = value { true } else { false } }

    /// The newest change.
    package var change: DeviceChange { DeviceChange(kind: kind, name: owner.name, feature: name, value) }

    /// Whether the wiring lets a source set the feature.
    package func allows(_ source: OutsideSource) -> Bool { !refused.contains(source) }

    /// Sets the feature from outside the program.
    ///
    /// - Returns: False, without any effect, if the feature cannot be set or does not accept the value.
    package func set(_ new: Feature.Value) -> Bool {
        let feature = feature
        guard feature.canBeSet, feature.accepts(new, insteadOf: value) else { return false }
        owner.setFeature(index, to: new)
        return true
    }

    /// Calls a handler on the queue for each gesture, until the returned disposable is disposed; nil for a feature
    /// without gestures.
    package func observeGestures(_ handler: @escaping @Sendable (Feature.Gesture) -> Void) -> (any Disposable)? {
        owner.observeGestures(of: index, handler)
    }
}

/// A value of the application, whose loop receives the commands for it.
package protocol CommandReceiver: FeatureProviding {
    /// The names of the kind of the value, such as those of a number.
    var valueKind: DeviceKind { get }

    /// Whether commands can become events.
    var acceptsCommands: Bool { get }

    /// Returns whether the value can have the value of a command. The default is true: the form has been checked.
    func accepts(_ command: Feature.Value) -> Bool

    /// Sends a command to the running loops. Queue only.
    ///
    /// - Returns: False if there is no loop.
    func send(_ command: Feature.Value) -> Bool
}

extension CommandReceiver {
    package func accepts(_ command: Feature.Value) -> Bool { true }
}

/// An owner of features whose changes only the console reports. The page and the fleet do not list it.
package protocol ConsoleFeatureProviding: FeatureProviding {}
