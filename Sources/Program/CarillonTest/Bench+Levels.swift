import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// Levels as text, with a character per step of time, like the display of a logic analyser.
///
///     #expect(try bench.play("____-_-------____", on: "bell", drawing: "lamp") == "____-------------")
extension Bench {
    /// Drives an input with levels given as text, such as `__--_`.
    ///
    /// - Parameters:
    ///   - levels: `-` means pressed, on or active; `_` means the opposite. `?` is a change whose edge is lost, as when
    ///     the kernel's buffer is full.
    ///   - input: A button, a switch, a sensor, or an encoder's button by the encoder's name. The contacts of the encoder
    ///     `volume` are `volume.a` and `volume.b`. After the last character, the input keeps its level.
    ///   - step: The duration of a character, at least 1 ns.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, ``BenchError/notALevel(_:)``, or
    ///   ``BenchError/severalLines(name:names:)``.
    public func play(_ levels: String, on input: String, each step: Duration = .milliseconds(1)) throws {
        try play([input: levels], each: step, sample: {})
    }

    /// Drives an input with levels given as text, and returns the states of an output as text.
    ///
    /// - Parameters:
    ///   - levels: As in ``play(_:on:each:)``.
    ///   - input: As in ``play(_:on:each:)``.
    ///   - output: As in ``draw(_:for:each:)``.
    ///   - step: The duration of a character, at least 1 ns.
    /// - Returns: A character for each level; see ``draw(_:for:each:)``.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, ``BenchError/notALevel(_:)``, or
    ///   ``BenchError/severalLines(name:names:)``.
    public func play(
        _ levels: String, on input: String, each step: Duration = .milliseconds(1), drawing output: String
    ) throws -> String {
        var drawing = ""
        let brightness = try brightness(of: output)
        try play([input: levels], each: step) { drawing.append(brightness().drawn) }
        return drawing
    }

    /// Drives several inputs at once with levels given as text, such as `__--_`.
    ///
    /// - Parameters:
    ///   - levels: The levels of each input, by its name, as in ``play(_:on:each:)``. After its last character, an input keeps
    ///     its level.
    ///   - step: The duration of a character, at least 1 ns.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, ``BenchError/notALevel(_:)``, or
    ///   ``BenchError/severalLines(name:names:)``.
    public func play(_ levels: [String: String], each step: Duration = .milliseconds(1)) throws {
        try play(levels, each: step, sample: {})
    }

    /// Advances the time by `duration`, and returns the states of an output as text.
    ///
    /// - Parameters:
    ///   - output: An LED or another switched device; an RGB LED, drawn by the brightness of its brightest colour; a bar,
    ///     drawn by its share of lit LEDs; or a device that shows a quantity, drawn by its position in its range.
    ///   - duration: The time by which to advance.
    ///   - step: The duration of a character, at least 1 ns.
    /// - Returns: The state at the beginning of each step: `-` for on, `_` for off, and a digit from 1 to 8 for that
    ///   many ninths of full brightness. `Pattern.drawn` accepts this text.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or ``BenchError/severalLines(name:names:)``.
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

    private func play(_ levels: [String: String], each step: Duration, sample: () -> Void) throws {
        var lines: [(name: String, levels: [Character])] = []
        for (input, levels) in levels.sorted(by: { $0.key < $1.key }) {
            if let invalid = levels.first(where: { !"-_?".contains($0) }) { throw BenchError.notALevel(invalid) }
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
            sample()
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

    /// Returns a function that reads the output's brightness, from 0 to 1.
    private func brightness(of output: String) throws -> () -> Double {
        let outputs = devices.wiring.devices.filter(\.isOutput)
        for device in board.devices(called: output) {
            guard let wired = outputs.first(where: { $0.name == output && $0.kind == type(of: device).kind }) else {
                continue
            }
            for index in device.features.indices where device.share(of: index) != nil {
                return { device.share(of: index) ?? 0 }
            }
            guard wired.references.isEmpty else {
                throw BenchError.severalLines(name: output, names: wired.references.map(\.device.name))
            }
        }
        throw board.missing("output", output, known: outputs.map(\.name))
    }
}

extension Double {
    /// The character of a brightness.
    fileprivate var drawn: Character {
        switch self {
        case 0: "_"
        case 1...: "-"
        default: Character("\(min(max(Int((self * 9).rounded()), 1), 8))")
        }
    }
}
