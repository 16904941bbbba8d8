import CarillonGPIO

extension Wiring {
    /// A wire from a part to a line: what a picture of the wiring shows.
    package struct Wire: Sendable {
        /// What the wiring calls such parts, in the singular: `button`, `led`.
        package let kind: String
        /// The part's name.
        package let part: String
        /// Which end of the part it is, such as `a` of an encoder; empty where a part has only one.
        package let end: String
        /// The line.
        package let line: WiredLine
        /// How the program reads the line; nil if it drives it.
        package let input: InputSettings?
        /// Whether the part is pressed, closed or lit when the voltage is low.
        package let isActiveLow: Bool
    }

    /// All wires, in the order of the kinds and of the file.
    package var wires: [Wire] {
        var wires: [Wire] = []
        func add(_ kind: String, _ part: String, end: String = "", _ line: WiredLine, _ settings: InputSettings) {
            wires.append(
                Wire(
                    kind: kind, part: part, end: end, line: line, input: settings, isActiveLow: settings.isActiveLow))
        }
        func add(_ kind: String, _ part: String, end: String = "", _ line: WiredLine, isActiveLow: Bool) {
            wires.append(Wire(kind: kind, part: part, end: end, line: line, input: nil, isActiveLow: isActiveLow))
        }
        for button in buttons { add("button", button.name, button.line, button.settings) }
        for encoder in encoders {
            add("encoder", encoder.name, end: "a", encoder.a, encoder.settings)
            add("encoder", encoder.name, end: "b", encoder.b, encoder.settings)
            if let button = encoder.button { add("encoder", encoder.name, end: "button", button.line, button.settings) }
        }
        for part in switches { add("switch", part.name, part.line, part.settings) }
        for sensor in sensors { add("sensor", sensor.name, sensor.line, sensor.settings) }
        for led in leds { add("led", led.name, led.line, isActiveLow: led.isActiveLow) }
        for rgb in rgbs {
            add("rgb", rgb.name, end: "red", rgb.red, isActiveLow: rgb.isActiveLow)
            add("rgb", rgb.name, end: "green", rgb.green, isActiveLow: rgb.isActiveLow)
            add("rgb", rgb.name, end: "blue", rgb.blue, isActiveLow: rgb.isActiveLow)
        }
        for buzzer in buzzers { add("buzzer", buzzer.name, buzzer.line, isActiveLow: buzzer.isActiveLow) }
        for relay in relays { add("relay", relay.name, relay.line, isActiveLow: relay.isActiveLow) }
        return wires
    }

    /// Checks that a board can drive all outputs, as one without PWM channels does.
    ///
    /// - Throws: A `DescriptionError` at the first output that is too much.
    package func checkOutputs() throws(DescriptionError) {
        try PartsBuilder.checkOutputs(wires.filter { $0.input == nil }.map(\.line))
    }

    /// The wiring on `board`, with every line by the header's own name for it.
    ///
    /// - Throws: If the board cannot carry it: a line that it lacks, or one line for two parts.
    package func placed(on board: BoardDescription) throws(DescriptionError) -> Wiring {
        var placed = self
        var parts: [String: SourcePosition] = [:]
        try placed.changeLines { (line) throws(DescriptionError) in try line.place(on: board, among: &parts) }
        return placed
    }

    /// Finds everything that keeps `board` from carrying the wiring.
    func findLines(on board: BoardDescription, faults: inout Faults) {
        var parts: [String: SourcePosition] = [:]
        for wire in wires {
            var line = wire.line
            _ = faults.attempt(try line.place(on: board, among: &parts))
        }
    }

    private mutating func changeLines(
        _ change: (inout WiredLine) throws(DescriptionError) -> Void
    ) throws(DescriptionError) {
        for index in buttons.indices { try change(&buttons[index].line) }
        for index in encoders.indices {
            try change(&encoders[index].a)
            try change(&encoders[index].b)
            if encoders[index].button != nil { try change(&encoders[index].button!.line) }
        }
        for index in switches.indices { try change(&switches[index].line) }
        for index in sensors.indices { try change(&sensors[index].line) }
        for index in leds.indices { try change(&leds[index].line) }
        for index in rgbs.indices {
            try change(&rgbs[index].red)
            try change(&rgbs[index].green)
            try change(&rgbs[index].blue)
        }
        for index in buzzers.indices { try change(&buzzers[index].line) }
        for index in relays.indices { try change(&relays[index].line) }
    }
}

extension Wiring.WiredLine {
    /// Takes the header's own name for the line.
    ///
    /// - Parameter parts: Where the parts are written whose lines are taken already, by these names.
    fileprivate mutating func place(
        on board: BoardDescription, among parts: inout [String: SourcePosition]
    ) throws(DescriptionError) {
        guard let pin = board.pin(ofLine: name) else {
            throw DescriptionError(
                position: position,
                message: "no line \"\(name)\" on \(board.name): it has \(board.lineNames.joined(separator: ", "))")
        }
        if let other = parts.updateValue(position, forKey: pin.name) {
            throw DescriptionError(
                position: position,
                message: "line \"\(name)\" is wired already, in line \(other.line): give each part its own")
        }
        name = pin.name
    }
}
