import CLibrary
import CarillonDevices
import CarillonGPIO

extension Wiring {
    /// All wires and their devices, in the order of the kinds and of the file.
    package var wires: [(device: WiredDevice, wire: LineWire)] {
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
        // The name of a line is empty if it could not be read.
        for (_, wire) in wires where !wire.line.name.isEmpty {
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

extension LineWire {
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
            let meant = board.lineMeant(by: name)
            throw DescriptionError(position: position, message: "no line \"\(name)\" on \(board.name); \(meant)")
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
        for device in devices where device.hasAddress {
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

extension Wiring {
    /// Returns the path of the file of the sound called `name`. A full path is returned unchanged.
    ///
    /// - Throws: `BoardError.unknownDevice` for an unknown sound, `DescriptionError` if the wiring names a missing
    ///   file.
    package func path(ofSound name: SoundName) throws -> String {
        if let sound = file(ofSound: name) { return try find(sound) }
        if name.description.hasPrefix("/") { return name.description }
        guard let path = DataFolders.find("Sounds/\(name).wav") else {
            let known = Set(sounds.map(\.name) + DataFolders.names(in: "Sounds", ending: ".wav"))
            throw BoardError.unknownDevice(kind: "sound", name: name.description, known: known.sorted())
        }
        return path
    }

    /// Returns the wiring's entry for the sound called `name`; nil if there is none.
    package func file(ofSound name: SoundName) -> SoundFile? { sounds.first { $0.name == name.description } }

    /// Throws if the file of any sound is missing, even if the program never plays it.
    func findSounds() throws(DescriptionError) {
        for sound in sounds { _ = try find(sound) }
    }

    /// Reports each sound whose file is missing.
    func findSounds(faults: inout Faults) {
        for sound in sounds { _ = faults.attempt(try find(sound)) }
    }

    private func find(_ sound: SoundFile) throws(DescriptionError) -> String {
        if let path = DataFolders.find(sound.file, beside: sound.position.file) { return path }
        if let path = DataFolders.find("Sounds/\(sound.file)") { return path }
        let known = DataFolders.names(in: "Sounds", ending: ".wav").map { "\($0).wav" }
        let meant = Suggestion.nearest(to: sound.file, among: known).map { "; \($0)" } ?? ""
        throw DescriptionError(
            position: sound.position,
            message: "no sound file \"\(sound.file)\" beside the wiring or in Sounds/\(meant)")
    }
}
