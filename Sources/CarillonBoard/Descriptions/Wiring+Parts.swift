import CarillonDevices
import CarillonGPIO

extension Wiring {
    /// A part of a wiring that is written in Swift. Each says what a wiring's file says, and leaves out the same.
    ///
    /// A mistake is told with the place in the source: `Doorbell/main.swift:12:9: no line "GPIO99" on raspberry-pi-4b`.
    public struct Part: Sendable {
        package let add: @Sendable (inout Wiring) -> Void
    }

    /// A wiring of these parts; see ``init(_:)-([Part])``.
    public init(_ parts: Part...) throws(DescriptionError) { try self.init(parts) }

    /// A wiring of these parts, such as 25 LEDs that a loop has made.
    ///
    /// - Throws: A `DescriptionError` with the place in the source: a name that is there twice or empty, a number of LEDs
    ///   that there are not, a key that is none or for two parts, a time that is too long or negative.
    public init(_ parts: [Part]) throws(DescriptionError) {
        var wiring = Wiring()
        for part in parts { part.add(&wiring) }
        try wiring.checkNames()
        self = try wiring.checked()
    }

    /// In a file a name is a key, and YAML's reader has seen to it.
    private func checkNames() throws(DescriptionError) {
        var taken: Set<String> = []
        let ofLines = wires.map { (kind: $0.kind, name: $0.part, end: $0.end, position: $0.line.position) }
        let ofRows =
            numbers.map { ("number", $0.name, "", $0.position) } + bars.map { ("bar", $0.name, "", $0.position) }
        let ofSounds = sounds.map { ("sound", $0.name, "", $0.position) }
        for (kind, name, end, position) in ofLines + ofRows + ofSounds {
            guard !name.isEmpty else { throw DescriptionError(position: position, message: "the \(kind) has no name") }
            guard taken.insert("\(kind) \(name)\n\(end)").inserted else {
                throw DescriptionError(position: position, message: "the \(kind) \"\(name)\" is here a second time")
            }
        }
    }
}

extension Wiring.Part {
    /// A push button, from the line to ground unless it is said otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the contact chatters, at most 1 s.
    ///   - timing: How long a hold is, and what else there is to say of holds and clicks.
    ///   - key: The key that presses it on the simulated board.
    public static func button(
        _ name: String, line: String, bias: Bias = .pullUp, isActiveLow: Bool = true,
        debounce: Duration = .milliseconds(20), timing: Button.Timing = Button.Timing(), key: Character? = nil,
        file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.buttons.append(
                Wiring.Button(
                    name: name, line: .init(name: line, position: position),
                    settings: InputSettings(bias: bias, isActiveLow: isActiveLow), debounce: debounce, timing: timing,
                    key: key))
        }
    }

    /// A rotary encoder whose contacts connect the lines to ground unless it is said otherwise.
    ///
    /// - Parameters:
    ///   - a: The line of contact A, which closes first when the knob is turned to the right.
    ///   - b: The line of contact B.
    ///   - button: The line of the knob's button, if it has one: a button from the line to ground.
    ///   - steps: How many steps a cycle of the contacts is.
    ///   - keys: The keys that turn it left and right on the simulated board, such as `"<>"`.
    public static func encoder(
        _ name: String, a: String, b: String, button: String? = nil, bias: Bias = .pullUp, isActiveLow: Bool = true,
        steps: RotaryEncoder.StepsPerCycle = .one, keys: String? = nil, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.encoders.append(
                Wiring.Encoder(
                    name: name, a: .init(name: a, position: position), b: .init(name: b, position: position),
                    settings: InputSettings(bias: bias, isActiveLow: isActiveLow), steps: steps,
                    button: button.map { Wiring.Button(name: name, line: .init(name: $0, position: position)) },
                    keys: keys))
        }
    }

    /// A switch, from the line to ground unless it is said otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the contact chatters, at most 1 s.
    ///   - key: The key that flips it on the simulated board.
    public static func `switch`(
        _ name: String, line: String, bias: Bias = .pullUp, isActiveLow: Bool = true,
        debounce: Duration = .milliseconds(20), key: Character? = nil, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.switches.append(
                Wiring.Switch(
                    name: name, line: .init(name: line, position: position),
                    settings: InputSettings(bias: bias, isActiveLow: isActiveLow), debounce: debounce, key: key))
        }
    }

    /// A sensor that drives its line high when there is something, unless it is said otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - debounce: The longest pause while the sensor chatters, at most 1 s.
    ///   - quiet: How long there must be no sign until it says that nothing is there.
    ///   - key: The key that has it sense something for a moment on the simulated board.
    public static func sensor(
        _ name: String, line: String, bias: Bias = .pullDown, isActiveLow: Bool = false, debounce: Duration = .zero,
        quiet: Duration = .zero, key: Character? = nil, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.sensors.append(
                Wiring.Sensor(
                    name: name, line: .init(name: line, position: position),
                    settings: InputSettings(bias: bias, isActiveLow: isActiveLow), debounce: debounce, quiet: quiet,
                    key: key))
        }
    }

    /// An LED, from the line through a resistor to ground unless it is said otherwise.
    ///
    /// - Parameters:
    ///   - line: By the header's name.
    ///   - isActiveLow: Whether it is lit by a low voltage.
    ///   - safe: What it is left as, however the program ends.
    public static func led(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let output = Wiring.Output(
            name: name, line: .init(name: line, position: SourcePosition(file: file, line: sourceLine, column: column)),
            isActiveLow: isActiveLow, safeLevel: safe)
        return Wiring.Part { wiring in wiring.leds.append(output) }
    }

    /// An LED of three colours.
    ///
    /// - Parameters:
    ///   - red: The line of the red one, by the header's name.
    ///   - isActiveLow: Whether they are lit by a low voltage, as those with a common anode are.
    public static func rgb(
        _ name: String, red: String, green: String, blue: String, isActiveLow: Bool = false, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.rgbs.append(
                Wiring.RGB(
                    name: name, red: .init(name: red, position: position),
                    green: .init(name: green, position: position), blue: .init(name: blue, position: position),
                    isActiveLow: isActiveLow))
        }
    }

    /// A buzzer that sounds while its line is active; see ``led(_:line:isActiveLow:safe:file:sourceLine:column:)``.
    public static func buzzer(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let output = Wiring.Output(
            name: name, line: .init(name: line, position: SourcePosition(file: file, line: sourceLine, column: column)),
            isActiveLow: isActiveLow, safeLevel: safe)
        return Wiring.Part { wiring in wiring.buzzers.append(output) }
    }

    /// Something that is switched by its line; see ``led(_:line:isActiveLow:safe:file:sourceLine:column:)``.
    public static func relay(
        _ name: String, line: String, isActiveLow: Bool = false, safe: Level = .inactive, file: String = #fileID,
        sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let output = Wiring.Output(
            name: name, line: .init(name: line, position: SourcePosition(file: file, line: sourceLine, column: column)),
            isActiveLow: isActiveLow, safeLevel: safe)
        return Wiring.Part { wiring in wiring.relays.append(output) }
    }

    /// A number in binary on some of the LEDs, the lowest bit first.
    public static func number(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.numbers.append(
                Wiring.Row(name: name, position: position, leds: leds.map { .init(name: $0, position: position) }))
        }
    }

    /// A bar of some of the LEDs, the one that is lit first comes first.
    public static func bar(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.bars.append(
                Wiring.Row(name: name, position: position, leds: leds.map { .init(name: $0, position: position) }))
        }
    }

    /// The loudspeaker. Without this, the sound card plays silence while nothing sounds.
    ///
    /// - Parameter delay: How long nothing has sounded when the sound card is let go of, so that it needs no power and other
    ///   programs can have it. The next sound takes some milliseconds longer.
    public static func speaker(releasedAfter delay: Duration) -> Wiring.Part {
        Wiring.Part { wiring in wiring.idlePolicy = .release(after: delay) }
    }

    /// A sound: a file in `Sounds/`, or by its full path.
    public static func sound(
        _ name: String, file path: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Part {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Wiring.Part { wiring in
            wiring.sounds.append(Wiring.SoundFile(name: name, file: path, position: position))
        }
    }
}
