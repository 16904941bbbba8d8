import CarillonAudio
import CarillonDevices
import CarillonGPIO

extension Wiring {
    /// Reads a wiring. The first thing that is wrong ends it.
    package init(_ node: YAMLNode) throws(DescriptionError) {
        var faults = Faults()
        guard let wiring = Self.read(node, faults: &faults) else { throw faults.first }
        self = wiring
    }

    /// Reads a wiring, and finds everything that is wrong with it; nil if there is anything.
    static func read(_ node: YAMLNode, faults: inout Faults) -> Wiring? {
        let fields = node.fields(sections + ["speaker"], required: [], faults: &faults)
        var wiring = Wiring()
        for section in sections {
            let entries = faults.attempt(try fields[section]?.entries) ?? []
            for (name, part) in entries { _ = faults.attempt(try wiring.add(section, name.string, part)) }
        }
        wiring.idlePolicy = faults.attempt(try fields["speaker"]?.idlePolicy) ?? wiring.idlePolicy
        // What does not go together can be told only of parts that are all there.
        return faults.isEmpty ? faults.attempt(try wiring.checked()) : nil
    }

    private static let sections = [
        "buttons", "encoders", "switches", "sensors", "leds", "rgbs", "buzzers", "relays", "numbers", "bars", "sounds",
    ]

    private mutating func add(_ section: String, _ name: String, _ node: YAMLNode) throws(DescriptionError) {
        switch section {
        case "buttons": buttons.append(try Button(name, node))
        case "encoders": encoders.append(try Encoder(name, node))
        case "switches": switches.append(try Switch(name, node))
        case "sensors": sensors.append(try Sensor(name, node))
        case "leds": leds.append(try Output(name, node, canBeDimmed: true))
        case "rgbs": rgbs.append(try RGB(name, node))
        case "buzzers": buzzers.append(try Output(name, node))
        case "relays": relays.append(try Output(name, node))
        case "numbers": numbers.append(try Row(name, node))
        case "bars": bars.append(try Row(name, node))
        default: sounds.append(SoundFile(name: name, file: try node.string, position: node.position))
        }
    }
}

extension Wiring.Reference {
    fileprivate init(_ node: YAMLNode) throws(DescriptionError) {
        self.init(name: try node.string, position: node.position)
    }
}

/// The fields of a part. What the file does not say stays as it is.
private struct PartFields {
    private let node: YAMLNode
    private let fields: [String: YAMLNode]

    /// - Parameter keys: What there is to say of the part besides its line.
    init(_ node: YAMLNode, keys: [String]) throws(DescriptionError) {
        self.node = node
        if case .scalar = node.content {
            // A part that is written as its line alone.
            fields = ["line": node]
        } else {
            fields = try node.fields(keys)
        }
    }

    func line(_ key: String = "line") throws(DescriptionError) -> Wiring.WiredLine {
        guard let line = fields[key] else {
            throw node.error("the part has no \"\(key)\", such as \(key): GPIO17")
        }
        return try Wiring.WiredLine(line)
    }

    subscript(key: String) -> YAMLNode? { fields[key] }

    func read<Value>(
        _ key: String, into value: inout Value, _ read: (YAMLNode) throws(DescriptionError) -> Value
    ) throws(DescriptionError) {
        if let node = fields[key] { value = try read(node) }
    }

    func read(_ length: Wiring.Length, into value: inout Duration) throws(DescriptionError) {
        guard let node = fields[length.rawValue] else { return }
        value = try node.duration
        if let fault = length.fault(in: value) { throw node.error(fault) }
    }

    func read(_ key: String, into value: inout Character?) throws(DescriptionError) {
        guard let node = fields[key] else { return }
        let text = try node.string
        guard let first = text.first, text.count == 1, first.canBePressed else { throw node.error(Wiring.badKey) }
        value = first
    }

    func readInput(into settings: inout InputSettings) throws(DescriptionError) {
        if let bias = fields["bias"] { settings.bias = try bias.choice(Bias.allCases.map { ($0.rawValue, $0) }) }
        if let active = fields["active"] { settings.isActiveLow = try active.isLow }
    }
}

extension YAMLNode {
    fileprivate var isLow: Bool {
        get throws(DescriptionError) { try choice([("low", true), ("high", false)]) }
    }
}

extension YAMLNode {
    fileprivate var idlePolicy: AudioIdlePolicy? {
        get throws(DescriptionError) {
            guard let delay = try fields(["release"])["release"] else { return nil }
            return .release(after: try delay.duration)
        }
    }
}

extension Wiring.Button {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        let fields = try PartFields(
            node, keys: ["line", "bias", "active", "debounce", "hold", "repeat", "click-pause", "key"])
        self.init(name: name, line: try fields.line())
        try fields.readInput(into: &settings)
        try fields.read(.debounce, into: &debounce)
        try fields.read(.hold, into: &timing.hold)
        try fields.read(.repetition, into: &timing.repetition)
        try fields.read(.clickPause, into: &timing.clickPause)
        try fields.read("key", into: &key)
    }
}

extension Wiring.Encoder {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        guard case .mapping = node.content else {
            throw node.error("an encoder has two lines, such as {a: GPIO5, b: GPIO6}")
        }
        let fields = try PartFields(node, keys: ["a", "b", "button", "bias", "active", "steps", "keys"])
        self.init(name: name, a: try fields.line("a"), b: try fields.line("b"))
        try fields.readInput(into: &settings)
        try fields.read("steps", into: &steps) { (node) throws(DescriptionError) in
            try node.choice(RotaryEncoder.StepsPerCycle.allCases.map { ("\($0.rawValue)", $0) })
        }
        if let node = fields["button"] { button = try Wiring.Button(name, node) }
        guard let node = fields["keys"] else { return }
        let keys = try node.string
        guard keys.canTurn else { throw node.error(Wiring.badKeys) }
        self.keys = keys
    }
}

extension Wiring.Switch {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        let fields = try PartFields(node, keys: ["line", "bias", "active", "debounce", "key"])
        self.init(name: name, line: try fields.line())
        try fields.readInput(into: &settings)
        try fields.read(.debounce, into: &debounce)
        try fields.read("key", into: &key)
    }
}

extension Wiring.Sensor {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        let fields = try PartFields(node, keys: ["line", "bias", "active", "debounce", "quiet", "key"])
        self.init(name: name, line: try fields.line())
        try fields.readInput(into: &settings)
        try fields.read(.debounce, into: &debounce)
        try fields.read(.quiet, into: &quiet)
        try fields.read("key", into: &key)
    }
}

extension Wiring.Output {
    fileprivate init(_ name: String, _ node: YAMLNode, canBeDimmed: Bool = false) throws(DescriptionError) {
        let fields = try PartFields(node, keys: ["line", "active", "safe"] + (canBeDimmed ? ["pwm"] : []))
        self.init(name: name, line: try fields.line())
        try fields.read("active", into: &isActiveLow) { (node) throws(DescriptionError) in try node.isLow }
        try fields.read("safe", into: &safeLevel) { (node) throws(DescriptionError) in
            try node.choice([("off", .inactive), ("on", .active)])
        }
        if let node = fields["pwm"] { pwm = try PWM(node) }
    }
}

extension Wiring.Output.PWM {
    fileprivate init(_ node: YAMLNode) throws(DescriptionError) {
        let parts = try node.string.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("pwmchip"), let channel = Int(parts[1]), channel >= 0 else {
            throw node.error("a PWM channel is written as pwmchip0/0: the chip in /sys/class/pwm, and the channel")
        }
        self.init(chip: String(parts[0]), channel: channel)
    }
}

extension Wiring.RGB {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        guard case .mapping = node.content else {
            throw node.error("an RGB LED has three lines, such as {red: GPIO5, green: GPIO6, blue: GPIO13}")
        }
        let fields = try PartFields(node, keys: ["red", "green", "blue", "active"])
        self.init(
            name: name, red: try fields.line("red"), green: try fields.line("green"), blue: try fields.line("blue"))
        try fields.read("active", into: &isActiveLow) { (node) throws(DescriptionError) in try node.isLow }
    }
}

extension Wiring.Row {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        var leds: [Wiring.Reference] = []
        for item in try node.items { leds.append(try Wiring.Reference(item)) }
        self.init(name: name, position: node.position, leds: leds)
    }
}
