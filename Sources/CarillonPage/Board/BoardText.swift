import CarillonBoard
import CarillonDevices

/// The description of a board and of its devices for the page, as JSON.
enum BoardText {
    /// Writes the text. Call on the board's queue.
    static func write(_ parts: BoardPage.Parts, features: [BoardFeature]) -> [UInt8] {
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
            json.array("devices") { json in write(features, parts, into: &json) }
        }
    }

    private static func write(_ features: [BoardFeature], _ parts: BoardPage.Parts, into json: inout JSONText) {
        let controls = SimulatedControls(parts.wiring)
        let keys = controls.keys
        var rest = features[...]
        while let first = rest.first {
            let ofDevice = rest.prefix { $0.owner === first.owner }
            rest = rest.dropFirst(ofDevice.count)
            json.object { json in
                json.field("kind", first.kind.name)
                json.field("title", first.kind.title)
                json.field("name", first.owner.name)
                // A box has no knob for these, so the page has one.
                if first.isOfBoard { json.field("own", true) }
                json.array("features") { json in
                    for feature in ofDevice {
                        // Only a simulated board has inputs that a user can move from here.
                        let control = parts.chip == nil ? nil : controls.find(feature)
                        json.feature(
                            feature, control: control, keys: control.map { Self.keys(of: $0, keys) } ?? [],
                            canBeSet: (parts.chip != nil || parts.hasControl) && feature.allows(.page))
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
        _ feature: BoardFeature, control: SimulatedControl?, keys: [Character], canBeSet: Bool
    ) {
        object { json in
            json.field("name", feature.name)
            json.properties(of: feature.value)
            let feature = feature.feature
            json.field("set", canBeSet && feature.canBeSet)
            if feature.hasImage { json.field("image", true) }
            if let limits = feature.limits { json.field("limits", [limits.lowerBound, limits.upperBound]) }
            if !feature.sounds.isEmpty { json.field("sounds", feature.sounds.map(\.description).sorted()) }
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
