import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// The levels of inputs before the application starts.
struct BenchInputs: Sendable {
    let levels: [String: Bool]

    /// Returns the levels of the lines in `wiring`.
    func levels(in wiring: Wiring) -> [String: Level] {
        SimulatedControls(wiring).lines.reduce(into: [:]) { lines, input in
            lines[input.line] = levels[input.name].map { $0 ? .active : .inactive }
        }
    }

    /// Checks that each name is an input.
    ///
    /// - Throws: `BoardError.unknownDevice`, or `.kindMismatch`.
    func checkNames(in wiring: Wiring, of board: Board) throws(BoardError) {
        let known = SimulatedControls(wiring).lines.map(\.name)
        guard let unknown = levels.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw board.missing("input", unknown, known: known)
    }
}
