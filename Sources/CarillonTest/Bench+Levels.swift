import CarillonBoard
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
    ///   - input: A button, a switch or a sensor. It is left as the last character says.
    ///   - step: How long a character lasts.
    /// - Throws: `BoardError.unknownPart`, or ``BenchError/notALevel(_:)``.
    public func play(_ levels: String, on input: String, each step: Duration = .milliseconds(1)) throws {
        try play([input: levels], each: step, look: {})
    }

    /// Drives an input with levels that are drawn, and draws what an output does meanwhile.
    ///
    /// - Parameters:
    ///   - levels: As in ``play(_:on:each:)``.
    ///   - input: A button, a switch or a sensor.
    ///   - output: An LED, a buzzer or a relay.
    ///   - step: How long a character lasts.
    /// - Returns: As many characters as there are levels; see ``draw(_:for:each:)``.
    public func play(
        _ levels: String, on input: String, each step: Duration = .milliseconds(1), drawing output: String
    ) throws -> String {
        var drawing = ""
        let level = try level(of: output)
        try play([input: levels], each: step) { drawing.append(level()) }
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
    ///   - output: An LED, a buzzer or a relay.
    ///   - duration: How long.
    ///   - step: How long a character lasts.
    /// - Returns: At the beginning of each step `-` for on, `_` for off, and a digit from 1 to 8 for so many ninths of on:
    ///   as `Pattern.drawn` takes it.
    public func draw(
        _ output: String, for duration: Duration, each step: Duration = .milliseconds(1)
    ) throws -> String {
        let level = try level(of: output)
        var drawing = ""
        let end = now + duration
        while now < end {
            drawing.append(level())
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
                switch levels[index] {
                case "?": try chip.drive(line, chip.level(of: line)?.inverted ?? .active, isLost: true)
                case let level: try chip.drive(line, level == "-" ? .active : .inactive)
                }
            }
            advance(by: .zero)
            look()
            advance(by: max(step, .nanoseconds(1)))
        }
    }

    private func line(of input: String) throws(BoardError) -> String {
        let wiring = parts.wiring
        let lines =
            wiring.buttons.map { ($0.name, $0.line.name) } + wiring.switches.map { ($0.name, $0.line.name) }
            + wiring.sensors.map { ($0.name, $0.line.name) }
        guard let line = lines.first(where: { $0.0 == input }) else {
            throw missing("input", input, known: lines.map(\.0))
        }
        return line.1
    }

    private func level(of output: String) throws(BoardError) -> () -> Character {
        if let led = try? board.led(output) { return { led.brightness.drawn } }
        if let buzzer = try? board.buzzer(output) { return { buzzer.isOn ? "-" : "_" } }
        if let relay = try? board.relay(output) { return { relay.isOn ? "-" : "_" } }
        let wiring = parts.wiring
        throw missing("output", output, known: (wiring.leds + wiring.buzzers + wiring.relays).map(\.name))
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

/// What a bench cannot do.
public enum BenchError: Error, Equatable, CustomStringConvertible {
    /// A character in drawn levels that is none.
    case notALevel(Character)

    /// What is wrong, and what to write.
    public var description: String {
        switch self {
        case .notALevel(let character):
            "\"\(character)\" is no level: write - for active, _ for inactive, ? for a change whose edge is lost"
        }
    }
}
