import CarillonBoard
import CarillonDevices

/// The description of a board and of its devices for the page, as JSON.
enum BoardText {
    /// The description of a feature, with its present value, and whether the page may set it.
    typealias Described = (feature: Feature, value: Feature.Value, canBeSet: Bool)

    /// Describes the features. Call on the board's queue.
    static func describe(_ features: [BoardFeature], _ parts: BoardPage.Parts) -> [Described] {
        features.map { feature in
            let canBeSet =
                (parts.chip != nil || parts.hasControl) && feature.feature.canBeSet
                && parts.board.features.acceptsCommands(for: feature, from: .page)
            return (feature.feature, feature.value, canBeSet)
        }
    }

    /// Writes the text. Call on the page's queue.
    static func write(_ parts: BoardPage.Parts, features: [BoardFeature], _ described: [Described]) -> [UInt8] {
        JSONText.object { json in
            json.field("title", parts.board.description.title)
            json.field("name", parts.wiring.title ?? parts.program)
            json.field("program", parts.program)
            json.field("simulated", parts.chip != nil)
            json.field("control", parts.chip != nil || parts.hasControl)
            json.array("headers") { json in for header in parts.board.description.headers { json.header(header) } }
            json.array("wires") { json in
                for device in parts.wiring.devices { json.wires(of: device, on: parts.board.description) }
            }
            json.array("devices") { json in write(features, described, parts, into: &json) }
        }
    }

    private static func write(
        _ features: [BoardFeature], _ described: [Described], _ parts: BoardPage.Parts, into json: inout JSONText
    ) {
        let controls = SimulatedControls(parts.wiring)
        let keys = controls.keys
        var rest = features.indices[...]
        while let first = rest.first.map({ features[$0] }) {
            let ofDevice = rest.prefix { features[$0].owner === first.owner }
            rest = rest.dropFirst(ofDevice.count)
            json.object { json in
                json.field("kind", first.kind.name)
                json.field("title", first.kind.title)
                json.field("name", first.owner.name)
                // A box has no knob for these, so the page has one.
                if first.isOfBoard || first.isOfApplication { json.field("own", true) }
                json.array("features") { json in
                    for index in ofDevice {
                        // Only a simulated board has inputs that a user can move from here.
                        let control = parts.chip == nil ? nil : controls.find(features[index])
                        json.feature(
                            features[index], described[index], control: control,
                            keys: control.map { Self.keys(of: $0, keys) } ?? [])
                    }
                }
            }
        }
    }

    private static func keys(
        of control: SimulatedControl, _ keys: [(key: Character, action: SimulatedAction)]
    ) -> [Character] {
        keys.filter { key in
            guard let other = key.action.control else { return false }
            return other.kind == control.kind && other.device == control.device
                && other.control.feature == control.control.feature
        }.map(\.key)
    }
}

extension JSONText {
    fileprivate mutating func header(_ header: Header) {
        object { json in
            json.field("name", header.name)
            json.field("columns", header.columns)
            json.array("pins") { json in
                for pin in header.pins {
                    let role =
                        switch pin.role {
                        case .ground: "ground"
                        case .supply: "supply"
                        case .line: "line"
                        case .signal: "signal"
                        }
                    json.array(of: pin.number, pin.name, role)
                }
            }
        }
    }

    fileprivate mutating func wires(of device: WiredDevice, on board: BoardDescription) {
        let lines = device.wires.compactMap { wire in board.pin(ofLine: wire.line.name).map { (wire.terminal, $0) } }
        let buses = device.buses.flatMap { board.pins(of: $0.address).map { ($0.end, $0.pin) } }
        for (end, pin) in lines + buses {
            let header = board.headers.first { $0.pins.contains(pin) }?.name ?? ""
            array(of: device.kind.name, device.name, end, pin.number, header)
        }
    }

    fileprivate mutating func feature(
        _ boardFeature: BoardFeature, _ described: BoardText.Described, control: SimulatedControl?, keys: [Character]
    ) {
        object { json in
            let feature = described.feature
            json.field("name", boardFeature.name)
            json.properties(of: described.value)
            json.field("set", described.canBeSet)
            if boardFeature.isOfApplication && feature.isDimmable { json.field("dimmable", true) }
            if !feature.options.isEmpty { json.field("options", feature.options) }
            if feature.hasImage { json.field("image", true) }
            if let limits = feature.limits { json.field("limits", [limits.lowerBound, limits.upperBound]) }
            if !feature.sounds.isEmpty { json.field("sounds", feature.sounds.map(\.description)) }
            guard let control else { return }
            let act =
                switch control.control.form {
                case .press: "press"
                case .toggle: "toggle"
                case .sense: "sense"
                case .turn: "turn"
                case .enter: "enter"
                }
            json.field("act", act)
            json.field("keys", keys.map { String($0) })
            if case .enter(_, let examples, _) = control.control.form { json.field("examples", examples) }
        }
    }
}
