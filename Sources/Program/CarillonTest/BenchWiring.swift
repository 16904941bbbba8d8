import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession

/// The devices of a bench: those of a wiring, or those that an application requests while it is created.
final class BenchWiring: Sendable {
    private struct State {
        var wiring: Wiring
        /// Whether requested devices are added.
        var isOpen: Bool
    }

    private static let maximumLines = 256

    /// The lines that devices can use.
    let lines: [String]
    /// Whether the devices are those of a wiring.
    let isWired: Bool
    private let state: Locked<State>

    /// Creates the devices of a wiring; no others can be added.
    init(_ wiring: Wiring) {
        lines = wiring.lineNames
        isWired = true
        state = Locked(State(wiring: wiring, isOpen: false))
    }

    /// Creates an empty wiring that requested devices are added to.
    init() {
        lines = (0..<Self.maximumLines).map { "line \($0)" }
        isWired = false
        state = Locked(State(wiring: .empty, isOpen: true))
    }

    var wiring: Wiring { state.withLock { $0.wiring } }

    /// Whether requested devices are added.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Ends the adding of devices: requests for other devices fail from now on.
    func close() { state.withLock { $0.isOpen = false } }

    /// Adds a requested device.
    ///
    /// - Returns: A wiring of this device alone; nil if devices are not added.
    /// - Throws: `BenchError.noLines`, or a `DescriptionError` if a board could not drive so many outputs.
    func add(_ kind: any Device.Type, _ name: String) throws -> Wiring? {
        try state.withLock { state in
            guard state.isOpen else { return nil }
            var (all, added) = (state.wiring, Wiring.empty)
            var lineCount = all.wires.count
            let entries = kind.benchWiring(name) {
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
