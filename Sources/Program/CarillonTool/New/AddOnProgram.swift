import CarillonDevices

/// The first program for an add-on board, and its test. The program tries the parts of the board one after the other: each
/// input, or each second if the board has no inputs, switches the next output on and the one before it off.
struct AddOnProgram {
    private let board: AddOnBoard
    private let module: String
    private let program: String
    private let lights: [String]
    /// The other outputs: the call that finds one, and what follows the condition that the output's turn has come.
    private let others: [(start: String, end: String)]

    /// - Parameter name: The name of the new package.
    init(for board: AddOnBoard, named name: PackageName) {
        (self.board, module, program) = (board, name.module, name.program)
        lights = board.names(of: LED.self)
        var others: [(start: String, end: String)] = []
        func add<Kind: Device>(_ kind: Kind.Type, _ finder: String, _ end: String) {
            for name in board.names(of: kind) { others.append(("board.\(finder)(\"\(name)\")", end)) }
        }
        add(RGBLED.self, "rgb", " ? .red : nil")
        add(Buzzer.self, "buzzer", " ? .on : .off")
        add(TonalBuzzer.self, "tonalBuzzer", " ? 440 : nil")
        add(Relay.self, "relay", "")
        add(Motor.self, "motor", " ? .turning(0.5) : .coasting")
        self.others = others
    }

    /// The inputs that go on to the next output.
    private var inputs: [String] {
        board.names(of: Button.self).map { "board.button(\"\($0)\").pressed(send: .next)" }
            + board.names(of: Sensor.self).map { "board.sensor(\"\($0)\").detected(send: .next)" }
    }

    /// The text of `main.swift`.
    var source: String {
        let trigger = inputs.isEmpty ? "each second" : "each press"
        let hasMotors = !board.names(of: Motor.self).isEmpty
        let caution = hasMotors ? "\n// Lift the wheels from the table first." : ""
        let count = lights.count + others.count + 1
        return """
            \(Self.imports("Carillon"))

            // Tries the parts of an add-on board: \(trigger) switches the next one on.
            // \(board.title).\(caution)

            enum Event { case next }

            func make\(module)(on board: Board) throws -> MobiusController<Int, Event, Never> {
                // The model is the number of the part that is on; 0 for none.
                let controller = Mobius.beginnerLoop { (part: Int, _: Event) in (part + 1) % \(count) }
                    .withEventSource(\(events))
                    .makeController(from: 0, on: board.queue)
            \(views.joined(separator: "\n"))
                return controller
            }

            Board.run(wiring: "\(program)", make\(module))

            """
    }

    private static func imports(_ modules: String...) -> String {
        modules.map { "import \($0)" }.joined(separator: "\n")
    }

    private var events: String {
        guard inputs.count > 1 else {
            return inputs.first.map { "try \($0)" } ?? "board.every(.seconds(1), send: .next)"
        }
        let list = inputs.map { "            \($0)" }.joined(separator: ",\n")
        return "\n            try board.events(\n    \(list.replacing("\n", with: "\n    ")))"
    }

    private var views: [String] {
        let single = others.enumerated().map { index, view in
            "    controller.connectView(try \(view.start).view { $0 == \(lights.count + index + 1)\(view.end) })"
        }
        guard !lights.isEmpty else { return single }
        return ["    let lights = [\n\(lightRows)\n    ]"]
            + [
                "    for (index, name) in lights.enumerated() {",
                "        controller.connectView(try board.led(name).view { .on(if: $0 == index + 1) })",
                "    }",
            ] + single
    }

    /// The names of the LEDs, six in a row.
    private var lightRows: String {
        stride(from: 0, to: lights.count, by: 6).map { first in
            "        " + lights[first...].prefix(6).map { "\"\($0)\"," }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// The text of the test.
    var test: String {
        let press = board.names(of: Button.self).first.map { "try bench.press(\"\($0)\")" }
        let lit = lights.first.map { "\n        #expect(bench.lit == [\"\($0)\"])" } ?? ""
        return """
            \(Self.imports("CarillonTest", "Testing"))

            @testable \(Self.imports(module))

            @Suite struct \(module)Tests {
                @Test(.enabled(if: Wiring.canReadFiles)) func partsAreTriedInTurn() throws {
                    let bench = try Bench(wiring: "\(program)", make\(module))
                    #expect(bench.lit.isEmpty)
                    \(press ?? "bench.advance(by: .seconds(1))")
                    #expect(bench.model == 1)\(lit)
                }
            }

            """
    }
}
