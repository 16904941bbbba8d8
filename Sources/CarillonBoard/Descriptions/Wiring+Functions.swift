import CarillonDevices
import CarillonGPIO

extension Wiring {
    /// Reports buses and PWM channels that are on no pin of `board`. An overlay of the device tree may add them.
    func findMissingFunctions(on board: BoardDescription, warnings: inout Faults) {
        findMissingBuses(on: board, warnings: &warnings)
        findMissingChannels(on: board, warnings: &warnings)
    }

    private func findMissingBuses(on board: BoardDescription, warnings: inout Faults) {
        let known = board.pins.flatMap(\.functions).filter { $0.hasPrefix("I2C") && $0.hasSuffix(" SDA") }
            .map { "i2c-\($0.dropFirst("I2C".count).dropLast(" SDA".count))" }
        guard !known.isEmpty else { return }
        for device in devices {
            for wire in device.buses {
                guard case .i2c(let bus, _) = wire.address, !known.contains(bus) else { continue }
                warnings.add(
                    DescriptionError(
                        position: device.position,
                        message: "warning: no pins for \(bus) on \(board.name), unless an overlay adds them; it has "
                            + known.joined(separator: ", ")))
            }
        }
    }

    private func findMissingChannels(on board: BoardDescription, warnings: inout Faults) {
        let known = board.pins.filter { $0.isLine && $0.hasPWM }
        guard !known.isEmpty else { return }
        for (_, wire) in wires {
            guard case .output(_, _?, _) = wire.use, let pin = board.pin(ofLine: wire.line.name), !pin.hasPWM else {
                continue
            }
            warnings.add(
                DescriptionError(
                    position: wire.line.position,
                    message:
                        "warning: no PWM channel on line \"\(wire.line.name)\" of \(board.name), unless an overlay "
                        + "adds it; the lines \(known.map(\.name).joined(separator: ", ")) have one"))
        }
    }
}

extension HeaderPin {
    fileprivate var hasPWM: Bool { functions.contains { $0.hasPrefix("PWM") } }
}
