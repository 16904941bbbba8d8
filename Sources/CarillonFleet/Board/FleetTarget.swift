import CarillonBoard
import CarillonDevices

/// A feature of a board in the fleet, and the receiver of its commands. Used on the board's queue only.
struct FleetTarget: Sendable {
    let place: FleetPlace
    let feature: Feature
    /// The value of the application that receives the commands in place of the feature.
    private let receiver: FleetValue?
    /// Whether the wiring lets the fleet set the device.
    private let isAllowed: Bool

    /// Returns the targets of a board and of its application.
    ///
    /// - Parameter wiring: The wiring of the board. Devices that belong to another one are not shown on their own.
    static func all(of board: Board, wiring: Wiring) -> [FleetTarget] {
        let pieces = Set(wiring.devices.flatMap(\.references).map { "\($0.kind.name) \($0.device.name)" })
        let devices = board.allFeatured.filter { !pieces.contains("\(type(of: $0).kind.name) \($0.name)") }
        let values = board.attachments.object(Fleet.self)?.values ?? []
        var receiving: Set<FleetPlace> = []
        let targets = devices.flatMap { device in
            device.features.compactMap { feature -> FleetTarget? in
                let value = feature.value()
                let receiver = values.first {
                    $0.acceptsCommands && $0.place.name == device.name && feature.canBeSet
                        && $0.feature.value().isOfForm(of: value) && $0.feature.options.isEmpty
                }
                if let receiver { receiving.insert(receiver.place) }
                let place = FleetPlace(kind: type(of: device).kind.name, name: device.name, feature: feature.name)
                return FleetTarget(
                    place, feature, receiver: receiver,
                    isAllowed: wiring.allows(.fleet, type(of: device).kind, device.name))
            }
        }
        return targets
            + values.filter { !receiving.contains($0.place) }.compactMap { value in
                FleetTarget(value.place, value.feature, receiver: value.acceptsCommands ? value : nil)
            }
    }

    /// Creates a target; nil for a feature that the fleet does not show.
    init?(
        _ place: FleetPlace, _ feature: Feature, receiver: FleetValue? = nil, isAllowed: Bool = true
    ) {
        self.place = place
        self.feature = feature
        self.receiver = receiver
        self.isAllowed = isAllowed
        if entry(in: nil) == nil { return nil }
    }

    /// The feature as the fleet shows it; never nil for a target.
    ///
    /// - Parameter wiring: The wiring of the board, which may state the appearance.
    func entry(in wiring: Wiring?) -> FleetEntry? {
        let wired = wiring?.devices.first { $0.kind.name == place.kind && $0.name == place.name }
        return FleetEntry(
            place, feature, feature.value(),
            acceptsCommands: isAllowed && (receiver != nil || (feature.canBeSet && !feature.isDriven())),
            wired?.entity.map { .requested($0) } ?? .standard)
    }

    /// Carries out a command.
    ///
    /// - Parameter log: Keeps the command; nil for a board without a log.
    /// - Returns: The reason that it has no effect; nil if it has one.
    func carryOut(_ payload: String, _ log: CommandLog? = nil) -> CommandFault? {
        let fault = perform(payload)
        // The journal has a notice of an ignored command.
        log?.add(
            .fleet, "\(place.path): \(payload)", refusal: fault.map { "\($0)" },
            isReported: fault == nil)
        return fault
    }

    private func perform(_ payload: String) -> CommandFault? {
        guard feature.canBeSet else { return .unknown }
        guard isAllowed else { return .forbidden }
        guard let value = feature.value().commanded(payload) else { return .unacceptable }
        if let receiver {
            guard feature.accepts(value) else { return .unacceptable }
            return receiver.send(value) ? nil : .noLoop
        }
        guard !feature.isDriven() else { return .driven }
        return feature.set(value) ? nil : .unacceptable
    }
}

extension Feature.Value {
    /// Whether both are presses, toggles, levels, and so on.
    fileprivate func isOfForm(of other: Feature.Value) -> Bool {
        switch (self, other) {
        case (.press, .press), (.toggle, .toggle), (.level, .level), (.color, .color), (.text, .text),
            (.picture, .picture), (.sound, .sound):
            true
        default: false
        }
    }
}
