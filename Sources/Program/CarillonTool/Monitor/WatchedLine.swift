import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// A line to watch.
struct WatchedLine: Equatable {
    /// The name on the header.
    let name: String
    /// The connected device, or the pin.
    let note: String
    /// The setting of the resistor inside the chip.
    let bias: Bias

    /// Returns the inputs of a wiring, and the lines called `names`, which may be outputs of the wiring. Each line
    /// occurs once.
    ///
    /// - Throws: `UsageError` for a name that is not on the board, or if there is no line to watch.
    static func lines(_ names: [String], wiring: Wiring?, on board: BoardDescription) throws -> [WatchedLine] {
        var lines: [WatchedLine] = []
        var outputs: [String: String] = [:]
        let placed = try checkingInput { try wiring?.placed(on: board) }
        for (device, wire) in placed?.wires ?? [] {
            let end = wire.terminal.isEmpty ? device.name : "\(device.name) \(wire.terminal)"
            let note = "\(device.kind.name) \(end)"
            if let input = wire.input {
                lines.append(WatchedLine(name: wire.line.name, note: note, bias: input.bias))
            } else {
                outputs[wire.line.name] = note
            }
        }
        for name in names {
            guard let pin = board.pin(ofLine: name) else {
                throw UsageError("no line \"\(name)\" on \(board.name); \(board.lineMeant(by: name))")
            }
            guard !lines.contains(where: { $0.name == pin.name }) else { continue }
            lines.append(WatchedLine(name: pin.name, note: outputs[pin.name] ?? board.place(of: pin), bias: .asIs))
        }
        guard !lines.isEmpty else {
            throw UsageError(
                "no line to watch; name lines, such as GPIO17, or a wiring with inputs")
        }
        return lines
    }
}
