import CarillonGPIO

extension Wiring {
    /// The longest pause to expect while a push button chatters, if the file does not say: cheap ones need as much, and a
    /// press is told at its first edge anyway.
    private static let usualDebounce = Duration.milliseconds(20)

    init(_ node: YAMLNode) throws(DescriptionError) {
        let fields = try node.fields(["buttons", "leds", "numbers", "sounds"])
        func parts<Part>(
            _ key: String, _ part: (String, YAMLNode) throws(DescriptionError) -> Part
        ) throws(DescriptionError) -> [Part] {
            guard let node = fields[key] else { return [] }
            var parts: [Part] = []
            for (key, value) in try node.entries { parts.append(try part(try key.string, value)) }
            return parts
        }
        buttons = try parts("buttons", Button.init)
        leds = try parts("leds", LED.init)
        let ledNames = leds.map(\.name)
        numbers = try parts("numbers") { (name, node) throws(DescriptionError) in
            try Number(name: name, node: node, ledNames: ledNames)
        }
        sounds = try parts("sounds") { (name, node) throws(DescriptionError) in
            SoundFile(name: name, file: try node.string, position: node.position)
        }
    }
}

extension Wiring.WiredLine {
    fileprivate init(_ node: YAMLNode) throws(DescriptionError) {
        self.init(name: try node.string, position: node.position)
    }
}

extension YAMLNode {
    /// The fields of a part that is written as its line alone, or with what else there is to say of it.
    fileprivate func part(_ keys: [String]) throws(DescriptionError) -> (line: YAMLNode, fields: [String: YAMLNode]) {
        if case .scalar = content { return (self, [:]) }
        let fields = try fields(["line"] + keys)
        guard let line = fields["line"] else { throw error("the part has no \"line\", such as line: GPIO17") }
        return (line, fields)
    }

    fileprivate var isLow: Bool {
        get throws(DescriptionError) { try choice([("low", true), ("high", false)]) }
    }
}

extension Wiring.Button {
    /// A contact to ground is the usual wiring: the chip's resistor pulls the line up, and pressing pulls it down.
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        let (line, fields) = try node.part(["bias", "active", "debounce", "key"])
        var settings = InputSettings(bias: .pullUp, isActiveLow: true)
        if let bias = fields["bias"] { settings.bias = try bias.choice(Bias.allCases.map { ($0.rawValue, $0) }) }
        if let active = fields["active"] { settings.isActiveLow = try active.isLow }
        var debounce = Wiring.usualDebounce
        if let node = fields["debounce"] { debounce = try node.duration }
        var key: Character?
        if let node = fields["key"] {
            key = try node.string.first
            guard try node.string.utf8.count == 1, key != "q" else {
                throw node.error("a key is one ASCII character, and not q, which quits")
            }
        }
        self.init(name: name, line: try Wiring.WiredLine(line), settings: settings, debounce: debounce, key: key)
    }
}

extension Wiring.LED {
    fileprivate init(_ name: String, _ node: YAMLNode) throws(DescriptionError) {
        let (line, fields) = try node.part(["active"])
        let isActiveLow = try fields["active"].map { (node) throws(DescriptionError) in try node.isLow } ?? false
        self.init(name: name, line: try Wiring.WiredLine(line), isActiveLow: isActiveLow)
    }
}

extension Wiring.Number {
    fileprivate init(name: String, node: YAMLNode, ledNames: [String]) throws(DescriptionError) {
        var leds: [String] = []
        for item in try node.items {
            let led = try item.string
            guard ledNames.contains(led) else {
                throw item.error("no LED \"\(led)\": the LEDs are \(ledNames.joined(separator: ", "))")
            }
            leds.append(led)
        }
        self.init(name: name, leds: leds)
    }
}
