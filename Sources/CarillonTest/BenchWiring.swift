import CarillonBoard
import CarillonDevices
import CarillonScheduling

/// The devices of a bench: those of a wiring, or those that an application asks for while it is made.
final class BenchWiring: Sendable {
    private struct State {
        var wiring: Wiring
        /// Whether devices that are asked for are added.
        var isOpen: Bool
    }

    private static let mostLines = 256

    /// What there can be devices on.
    let lines: [String]
    /// Whether there is a wiring, and not whatever is asked for.
    let isWired: Bool
    private let state: Locked<State>

    /// The devices of a wiring, and no others.
    init(_ wiring: Wiring) {
        var names: Set<String> = []
        lines = wiring.wires.map(\.wire.line.name).filter { names.insert($0).inserted }
        isWired = true
        state = Locked(State(wiring: wiring, isOpen: false))
    }

    /// No devices yet.
    init() {
        lines = (0..<Self.mostLines).map { "line \($0)" }
        isWired = false
        state = Locked(State(wiring: .empty, isOpen: true))
    }

    var wiring: Wiring { state.withLock { $0.wiring } }

    /// Whether a device that is asked for is added.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// From now on what is not there is missing.
    func close() { state.withLock { $0.isOpen = false } }

    /// Adds the device that is asked for.
    ///
    /// - Returns: It alone; nil if there are none but those of the wiring.
    /// - Throws: `BenchError.noLines`, or a `DescriptionError` if a board could not drive so many outputs.
    func add(_ kind: any Device.Type, _ name: String) throws -> Wiring? {
        try state.withLock { state in
            guard state.isOpen else { return nil }
            var (all, added) = (state.wiring, Wiring.empty)
            var lineCount = all.wires.count
            let entries = kind.improvised(name) {
                lineCount += 1
                return "line \(lineCount - 1)"
            }
            guard lineCount <= lines.count else { throw BenchError.noLines(count: lines.count) }
            for entry in entries {
                entry.add(to: &all)
                entry.add(to: &added)
            }
            try all.checkOutputs()
            state.wiring = all
            return added
        }
    }
}
