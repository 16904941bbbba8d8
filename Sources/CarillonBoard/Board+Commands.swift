import CarillonDevices
import CarillonScheduling

/// The reason that a command has no effect.
package enum CommandFault: Equatable, Sendable {
    /// There is no such device, or it cannot be set.
    case unknown
    /// The wiring does not let this source set the device.
    case forbidden(OutsideSource)
    /// The device does not accept the value.
    case unacceptable
    /// A view drives the device, and the application has no event for the command.
    case driven
    /// No running loop receives the command.
    case noLoop
}

extension CommandFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown: "no device there can be set"
        case .forbidden(let source): "the wiring does not let the \(source) set this device"
        case .unacceptable: "the device does not accept this value"
        case .driven: "the model drives this device, and the program has no event for it"
        case .noLoop: "no loop of the program is running"
        }
    }
}

/// Commands from outside the program, which are inputs of a session.
extension Board {
    /// The beginning of the paths of the page's commands in sessions. Those of a fleet have none.
    package static let pagePrefix = "page:"

    /// Sets a feature from outside the program, as an input of a session. Any thread, but not in an input.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - text: The value, see `Feature.Value.commanded`.
    ///   - source: The sender.
    ///   - then: Called on the board's queue with the reason that the command has no effect; nil if it has one.
    package func command(
        _ feature: BoardFeature, _ text: String, from source: OutsideSource,
        then: @escaping @Sendable (CommandFault?) -> Void
    ) {
        let prefix = source == .page ? Self.pagePrefix : ""
        inputs.command(prefix + feature.path.text, text) { [self] in then(set(feature, text, from: source)) }
    }

    /// Carries out a command, a reading or an event of the player of a session. Queue only.
    ///
    /// - Returns: Whether the board has the feature.
    package func replay(_ path: String, _ text: String) -> Bool {
        if replayPlayer(path, text) || replayReading(path, text) || replayClock(path, text) { return true }
        let isOfPage = path.hasPrefix(Self.pagePrefix)
        guard let feature = features[isOfPage ? String(path.dropFirst(Self.pagePrefix.count)) : path] else {
            return false
        }
        _ = set(feature, text, from: isOfPage ? .page : .fleet)
        return true
    }

    /// The page sets a device as a hand would. The fleet leaves to the application what its model drives.
    private func set(_ feature: BoardFeature, _ text: String, from source: OutsideSource) -> CommandFault? {
        let description = feature.feature
        guard description.canBeSet else { return .unknown }
        guard feature.allows(source) else { return .forbidden(source) }
        guard let value = feature.value.commanded(text) else { return .unacceptable }
        if source == .fleet {
            if let receiver = features.receiver(of: feature) {
                guard description.accepts(value, insteadOf: feature.value), receiver.accepts(value) else {
                    return .unacceptable
                }
                return receiver.send(value) ? nil : .noLoop
            }
            guard !description.isDriven else { return .driven }
        }
        return feature.set(value) ? nil : .unacceptable
    }
}
