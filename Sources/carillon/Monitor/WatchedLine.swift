import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// A line to be watched, and what is known of it.
struct WatchedLine: Equatable {
    /// By the header's name.
    let name: String
    /// What is connected to it, or on which pin it is.
    let note: String
    /// The resistor inside the chip.
    let bias: Bias

    /// The inputs of a wiring, and lines by their names, which may be its outputs: each once.
    ///
    /// - Throws: `Unusable` for a name that the board has not, or if there is nothing to watch.
    static func lines(_ names: [String], wiring: Wiring?, on board: BoardDescription) throws -> [WatchedLine] {
        var lines: [WatchedLine] = []
        var outputs: [String: String] = [:]
        do {
            for (device, wire) in try wiring?.placed(on: board).wires ?? [] {
                let end = wire.end.isEmpty ? device.name : "\(device.name) \(wire.end)"
                let note = "\(device.kind.name) \(end)"
                if let input = wire.input {
                    lines.append(WatchedLine(name: wire.line.name, note: note, bias: input.bias))
                } else {
                    outputs[wire.line.name] = note
                }
            }
        } catch {
            throw Unusable.input("\(error)")
        }
        for name in names {
            guard let pin = board.pin(ofLine: name) else {
                throw Unusable.input(
                    "no line \"\(name)\" on \(board.name): it has \(board.lineNames.joined(separator: ", "))")
            }
            guard !lines.contains(where: { $0.name == pin.name }) else { continue }
            lines.append(WatchedLine(name: pin.name, note: outputs[pin.name] ?? board.place(of: pin), bias: .asIs))
        }
        guard !lines.isEmpty else {
            throw Unusable.input(
                "name the lines to watch, such as GPIO17, or a wiring that has inputs: --help tells more")
        }
        return lines
    }
}
