import CarillonDevices
import CarillonGPIO

extension Wiring {
    /// All wires and their devices, in the order of the kinds and of the file.
    package var wires: [(device: WiredDevice, wire: Wire)] {
        devices.flatMap { device in device.wires.map { (device, $0) } }
    }

    /// Returns the pins of `board` that buses occupy, with the devices on each bus.
    func busPins(on board: BoardDescription) -> [(pin: HeaderPin, end: String, devices: [WiredDevice])] {
        var pins: [(pin: HeaderPin, end: String, devices: [WiredDevice])] = []
        for device in devices {
            for (end, pin) in device.buses.flatMap({ board.pins(of: $0.address) }) {
                if let place = pins.firstIndex(where: { $0.pin == pin }) {
                    pins[place].devices.append(device)
                } else {
                    pins.append((pin, end, [device]))
                }
            }
        }
        return pins
    }

    /// Returns the lines that buses occupy, with the position of each bus's first device.
    private func linesOfBuses(on board: BoardDescription) -> [String: SourcePosition] {
        let pins = busPins(on: board).map { ($0.pin.name, $0.devices[0].position) }
        return Dictionary(pins) { first, _ in first }
    }

    /// Checks that a board without PWM channels can drive all outputs.
    ///
    /// - Throws: A `DescriptionError` at the first output beyond the limit.
    package func checkOutputs() throws(DescriptionError) {
        try DeviceBuilder.checkOutputs(
            wires.map(\.wire).filter { if case .output = $0.use { true } else { false } }.map(\.line))
    }

    /// Returns the lines that the program drives on `board`, in the order of the request.
    package func outputLines(on board: BoardDescription) -> [(line: LineReference, settings: OutputSettings)] {
        wires.compactMap { _, wire in
            guard case .output(let settings, let channel, _) = wire.use, channel == nil || board.isSimulated else {
                return nil
            }
            return (wire.line, settings)
        }
    }

    /// Returns the outputs on `board` that the kernel's PWM channels drive.
    package func pwmOutputs(
        on board: BoardDescription
    ) -> [(line: LineReference, settings: OutputSettings, channel: PWMChannel, period: Duration)] {
        wires.compactMap { _, wire in
            guard case .output(let settings, let channel?, let period) = wire.use, !board.isSimulated else {
                return nil
            }
            return (wire.line, settings, channel, period)
        }
    }

    /// Returns the wiring with the names of `board`'s header for all lines.
    ///
    /// - Throws: `DescriptionError` if the board cannot carry the wiring: it lacks a line, two devices or a device and a
    ///   bus share a line, or a resistor of the board opposes the one that a device needs.
    package func placed(on board: BoardDescription) throws(DescriptionError) -> Wiring {
        try checkBiases(on: board)
        var taken = linesOfBuses(on: board)
        return try changingLines { (line) throws(DescriptionError) in try line.place(on: board, among: &taken) }
    }

    /// Checks that no resistor of `board` opposes the one that a device needs. Lines that the board lacks are ignored.
    package func checkBiases(on board: BoardDescription) throws(DescriptionError) {
        for (_, wire) in wires { try wire.checkBias(on: board) }
    }

    /// Reports every reason why `board` cannot carry the wiring.
    func findLines(on board: BoardDescription, faults: inout Faults) {
        var taken = linesOfBuses(on: board)
        for (_, wire) in wires {
            var line = wire.line
            _ = faults.attempt(try line.place(on: board, among: &taken))
            _ = faults.attempt(try wire.checkBias(on: board))
        }
    }
}

extension Wiring {
    /// Reports the lines that the firmware or the kernel of `board` uses before the program starts.
    func findLinesUsedAtBoot(on board: BoardDescription, warnings: inout Faults) {
        for (_, wire) in wires {
            guard let use = board.pin(ofLine: wire.line.name)?.bootUse else { continue }
            warnings.add(
                DescriptionError(
                    position: wire.line.position,
                    message: "warning: line \"\(wire.line.name)\" is used at boot: \(use); use another line"))
        }
    }
}

extension Wire {
    fileprivate func checkBias(on board: BoardDescription) throws(DescriptionError) {
        guard let fixed = board.pin(ofLine: line.name)?.fixedBias, let bias = input?.bias,
            bias == (fixed == .pullUp ? .pullDown : .pullUp)
        else { return }
        throw DescriptionError(
            position: line.position,
            message: "line \"\(line.name)\" has a fixed \(fixed.rawValue) on \(board.name), so it cannot have a "
                + "\(bias.rawValue); use another line, or bias: none if the device drives the line")
    }
}

extension LineReference {
    /// Changes the line's name to the header's own.
    ///
    /// - Parameter taken: The positions of the lines that are already wired, by their header names.
    fileprivate mutating func place(
        on board: BoardDescription, among taken: inout [String: SourcePosition]
    ) throws(DescriptionError) {
        guard let pin = board.pin(ofLine: name) else {
            let hint =
                board.line(similarTo: name).map { "did you mean \($0)?" }
                ?? "expected one of: \(board.lineNames.joined(separator: ", "))"
            throw DescriptionError(position: position, message: "no line \"\(name)\" on \(board.name); \(hint)")
        }
        if let other = taken.updateValue(position, forKey: pin.name) {
            throw DescriptionError(
                position: position,
                message: "line \"\(name)\" is already wired at line \(other.line) of the file; give each device its own"
            )
        }
        name = pin.name
    }
}
