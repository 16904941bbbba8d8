import CarillonBoard
import CarillonDevices
import Synchronization

/// The parts of a bench: those of a wiring, or those that an application asks for while it is made.
final class BenchWiring: Sendable {
    private struct State {
        var wiring: Wiring
        /// Whether parts that are asked for are added.
        var isOpen: Bool
    }

    private static let mostLines = 256
    private static let ledsOfNumber = 8
    private static let ledsOfBar = 10

    /// What there can be parts on.
    let lines: [String]
    /// Whether there is a wiring, and not whatever is asked for.
    let isWired: Bool
    private let state: Mutex<State>

    /// The parts of a wiring, and no others.
    init(_ wiring: Wiring) {
        var names: Set<String> = []
        lines = wiring.wires.map(\.line.name).filter { names.insert($0).inserted }
        isWired = true
        state = Mutex(State(wiring: wiring, isOpen: false))
    }

    /// No parts yet.
    init() {
        lines = (0..<Self.mostLines).map { "line \($0)" }
        isWired = false
        state = Mutex(State(wiring: .empty, isOpen: true))
    }

    var wiring: Wiring { state.withLock { $0.wiring } }

    /// Whether a part that is asked for is added.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// From now on what is not there is missing.
    func close() { state.withLock { $0.isOpen = false } }

    /// Adds the part that is asked for.
    ///
    /// - Returns: It alone; nil if there are none but those of the wiring.
    /// - Throws: `BenchError.noLines`, or a `DescriptionError` if a board could not drive so many outputs.
    func add(_ kind: PartKind, _ name: String) throws -> Wiring? {
        try state.withLock { state in
            guard state.isOpen else { return nil }
            var (all, added) = (state.wiring, Wiring.empty)
            for part in Self.parts(kind, name, firstLine: all.wires.count) {
                part.add(&all)
                part.add(&added)
            }
            guard all.wires.count <= lines.count else { throw BenchError.noLines(count: lines.count) }
            try all.checkOutputs()
            state.wiring = all
            return added
        }
    }

    private static func parts(_ kind: PartKind, _ name: String, firstLine: Int) -> [Wiring.Part] {
        func line(_ index: Int) -> String { "line \(firstLine + index)" }
        func row(of count: Int) -> (parts: [Wiring.Part], names: [String]) {
            let names = (0..<count).map { "\(name).\($0)" }
            return (names.enumerated().map { .led($1, line: line($0)) }, names)
        }
        switch kind {
        case .button: return [.button(name, line: line(0))]
        case .encoder: return [.encoder(name, a: line(0), b: line(1), button: line(2))]
        case .switch: return [.switch(name, line: line(0))]
        case .sensor: return [.sensor(name, line: line(0))]
        case .led: return [.led(name, line: line(0))]
        case .rgb: return [.rgb(name, red: line(0), green: line(1), blue: line(2))]
        case .buzzer: return [.buzzer(name, line: line(0))]
        case .relay: return [.relay(name, line: line(0))]
        case .number:
            let (leds, names) = row(of: ledsOfNumber)
            return leds + [.number(name, leds: names)]
        case .bar:
            let (leds, names) = row(of: ledsOfBar)
            return leds + [.bar(name, leds: names)]
        }
    }
}
