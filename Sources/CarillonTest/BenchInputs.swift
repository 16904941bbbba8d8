import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// The levels of inputs before the application starts.
struct BenchInputs: Sendable {
    let levels: [String: Bool]

    /// Drives the inputs that are in `wiring`.
    func drive(_ wiring: Wiring, on chip: SimulatedChip) throws(GPIOError) {
        for (name, line) in SimulatedControls(wiring).lines {
            guard let level = levels[name] else { continue }
            try chip.drive(line, level ? .active : .inactive)
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
