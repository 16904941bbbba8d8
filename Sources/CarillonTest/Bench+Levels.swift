import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// Levels as text, a character for each stretch of time: what a logic analyser shows.
///
///     #expect(try bench.play("____-_-------____", on: "bell", drawing: "lamp") == "____-------------")
extension Bench {
    /// Drives an input with levels that are drawn.
    ///
    /// - Parameters:
    ///   - levels: `-` is pressed, on or something there; `_` is the opposite. `?` is a change whose edge is lost, as by a
    ///     kernel whose buffer is full.
    ///   - input: A button, a switch, a sensor, or an encoder's button by the encoder's name. The contacts of the encoder
    ///     `volume` are `volume.a` and `volume.b`. The input is left as the last character says.
    ///   - step: How long a character lasts.
    /// - Throws: `BoardError.unknownDevice` or `.otherKind`, ``BenchError/notALevel(_:)``, or
    ///   ``BenchError/severalLines(name:names:)``.
    public func play(_ levels: String, on input: String, each step: Duration = .milliseconds(1)) throws {
        try play([input: levels], each: step, look: {})
    }

    /// Drives an input with levels that are drawn, and draws what an output does meanwhile.
    ///
    /// - Parameters:
    ///   - levels: As in ``play(_:on:each:)``.
    ///   - input: As in ``play(_:on:each:)``.
    ///   - output: As in ``draw(_:for:each:)``.
    ///   - step: How long a character lasts.
    /// - Returns: As many characters as there are levels; see ``draw(_:for:each:)``.
    public func play(
        _ levels: String, on input: String, each step: Duration = .milliseconds(1), drawing output: String
    ) throws -> String {
        var drawing = ""
        let brightness = try brightness(of: output)
        try play([input: levels], each: step) { drawing.append(brightness().drawn) }
        return drawing
    }

    /// Drives several inputs at once with levels that are drawn.
    ///
    /// - Parameters:
    ///   - levels: The levels of each input, by its name, as in ``play(_:on:each:)``. One that is shorter than others is left
    ///     as its last character says.
    ///   - step: How long a character lasts.
    public func play(_ levels: [String: String], each step: Duration = .milliseconds(1)) throws {
        try play(levels, each: step, look: {})
    }

    /// Draws what an output does while time passes.
    ///
    /// - Parameters:
    ///   - output: An LED, a buzzer or a relay; an RGB LED, whose brightest colour counts; a bar, whose share of lit LEDs
    ///     counts; or a device that shows a quantity, whose place in its range counts.
    ///   - duration: How long.
    ///   - step: How long a character lasts.
    /// - Returns: At the beginning of each step `-` for on, `_` for off, and a digit from 1 to 8 for so many ninths of on:
    ///   as `Pattern.drawn` takes it.
    public func draw(
        _ output: String, for duration: Duration, each step: Duration = .milliseconds(1)
    ) throws -> String {
        let brightness = try brightness(of: output)
        var drawing = ""
        let end = now + duration
        while now < end {
            drawing.append(brightness().drawn)
            advance(by: max(step, .nanoseconds(1)))
        }
        return drawing
    }

    private func play(_ levels: [String: String], each step: Duration, look: () -> Void) throws {
        var lines: [(name: String, levels: [Character])] = []
        for (input, levels) in levels.sorted(by: { $0.key < $1.key }) {
            if let stranger = levels.first(where: { !"-_?".contains($0) }) { throw BenchError.notALevel(stranger) }
            lines.append((try line(of: input), Array(levels)))
        }
        for index in 0..<(lines.map(\.levels.count).max() ?? 0) {
            for (line, levels) in lines where index < levels.count {
                try time.perform {
                    switch levels[index] {
                    case "?": try chip.drive(line, chip.level(of: line)?.inverted ?? .active, isLost: true)
                    case let level: try chip.drive(line, level == "-" ? .active : .inactive)
                    }
                }
            }
            advance(by: .zero)
            look()
            advance(by: max(step, .nanoseconds(1)))
        }
    }

    private func line(of input: String) throws -> String {
        let lines = SimulatedControls(devices.wiring).lines
        if let line = lines.first(where: { $0.name == input })?.line { return line }
        let contacts = lines.map(\.name).filter { $0.hasPrefix("\(input).") }
        guard contacts.isEmpty else { throw BenchError.severalLines(name: input, names: contacts) }
        throw board.missing("input", input, known: lines.map(\.name))
    }

    /// Returns a function that reads how bright the output is, from 0 to 1.
    private func brightness(of output: String) throws -> () -> Double {
        let outputs = devices.wiring.devices.filter(\.isOutput)
        for device in board.devices(called: output) {
            guard let wired = outputs.first(where: { $0.name == output && $0.kind == type(of: device).kind }) else {
                continue
            }
            for feature in device.features where feature.share != nil { return { feature.share ?? 0 } }
            guard wired.references.isEmpty else {
                throw BenchError.severalLines(name: output, names: wired.references.map(\.device.name))
            }
        }
        throw board.missing("output", output, known: outputs.map(\.name))
    }
}

extension Double {
    /// A brightness as a character.
    fileprivate var drawn: Character {
        switch self {
        case 0: "_"
        case 1...: "-"
        default: Character("\(min(max(Int((self * 9).rounded()), 1), 8))")
        }
    }
}
