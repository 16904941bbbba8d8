import CarillonBoard
import CarillonDevices

/// The description of a board and of its devices for the page, as JSON. Created on the board's queue.
struct BoardText {
    let bytes: [UInt8]

    init(_ parts: BoardPage.Parts, features: [BoardFeature]) {
        var json = JSONText()
        json.object { json in
            json.key("title")
            json.string(parts.board.description.title)
            json.key("name")
            json.string(parts.wiring.title ?? parts.program)
            json.key("program")
            json.string(parts.program)
            json.key("simulated")
            json.bool(parts.chip != nil)
            json.key("control")
            json.bool(parts.chip != nil || parts.hasControl)
            json.key("headers")
            json.array { json in for header in parts.board.description.headers { json.header(header) } }
            json.key("wires")
            json.array { json in
                for device in parts.wiring.devices { json.wires(of: device, on: parts.board.description) }
            }
            json.key("devices")
            json.array { json in Self.write(features, parts, into: &json) }
        }
        bytes = json.bytes
    }

    private static func write(_ features: [BoardFeature], _ parts: BoardPage.Parts, into json: inout JSONText) {
        let controls = SimulatedControls(parts.wiring)
        let keys = controls.keys
        var rest = features[...]
        while let first = rest.first {
            let ofDevice = rest.prefix { $0.owner === first.owner }
            rest = rest.dropFirst(ofDevice.count)
            json.object { json in
                json.key("kind")
                json.string(first.kind.name)
                json.key("title")
                json.string(first.kind.title)
                json.key("name")
                json.string(first.owner.name)
                json.key("features")
                json.array { json in
                    for feature in ofDevice {
                        // Only a simulated board has inputs that a hand can move from here.
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
            json.key("name")
            json.string(header.name)
            json.key("columns")
            json.number(header.columns)
            json.key("pins")
            json.array { json in
                for pin in header.pins {
                    json.array { json in
                        json.number(pin.number)
                        json.string(pin.name)
                        switch pin.role {
                        case .ground: json.string("ground")
                        case .supply: json.string("supply")
                        case .line: json.string("line")
                        case .signal: json.string("signal")
                        }
                    }
                }
            }
        }
    }

    fileprivate mutating func wires(of device: WiredDevice, on board: BoardDescription) {
        let lines = device.wires.compactMap { wire in board.pin(ofLine: wire.line.name).map { (wire.end, $0) } }
        let buses = device.buses.flatMap { board.pins(of: $0.address).map { ($0.end, $0.pin) } }
        for (end, pin) in lines + buses {
            array { json in
                json.string(device.kind.name)
                json.string(device.name)
                json.string(end)
                json.number(pin.number)
                json.string(board.headers.first { $0.pins.contains(pin) }?.name ?? "")
            }
        }
    }

    fileprivate mutating func feature(
        _ feature: BoardFeature, control: SimulatedControl?, keys: [Character], canBeSet: Bool
    ) {
        object { json in
            json.key("name")
            json.string(feature.name)
            json.properties(of: feature.value)
            let feature = feature.feature
            json.key("set")
            json.bool(canBeSet && feature.canBeSet)
            if let limits = feature.limits {
                json.key("limits")
                json.array { json in for bound in [limits.lowerBound, limits.upperBound] { json.number(bound) } }
            }
            if !feature.sounds.isEmpty {
                json.key("sounds")
                json.array { json in for name in feature.sounds.map(\.description).sorted() { json.string(name) } }
            }
            guard let control else { return }
            json.key("act")
            switch control.control.form {
            case .press: json.string("press")
            case .toggle: json.string("toggle")
            case .sense: json.string("sense")
            case .turn: json.string("turn")
            }
            json.key("keys")
            json.array { json in for key in keys { json.string(String(key)) } }
        }
    }
}
