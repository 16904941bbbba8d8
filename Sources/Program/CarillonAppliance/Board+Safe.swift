import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonRealTime
import Glibc
import LinuxGPIO

extension Board {
    /// Makes the outputs safe if an option requests it.
    ///
    /// - Parameters:
    ///   - options: The options of the program.
    ///   - path: The path of the wiring.
    ///   - kinds: The application's own kinds of devices.
    ///   - console: Shows the errors.
    /// - Returns: The exit status; nil without the option.
    /// - Throws: `BoardError` or `DescriptionError` if the board or the wiring cannot be used.
    static func makeOutputsSafe(
        _ options: ProgramOptions, wiring path: String, kinds: [any Device.Type], console: Console
    ) throws -> Int32? {
        guard options.has("safe") else { return nil }
        let failures = try makeOutputsSafe(
            wiring: .file(path, kinds: kinds), name: options["board"], console: console)
        for failure in failures { console.notice("\(failure)", .error) }
        return failures.first.map(ExitStatus.of) ?? 0
    }

    /// Puts the outputs of `wiring` into their safe states and releases them. This is for use after an application was
    /// killed with `SIGKILL` and could not do so itself.
    ///
    /// Each output is requested separately, so that a failure affects no other output. A line in use is requested again
    /// for 1 s, because the kernel may still be releasing it.
    ///
    /// - Parameters:
    ///   - wiring: The application's devices.
    ///   - name: The board; nil detects it. On a simulated board, there is nothing to do.
    ///   - console: Shows notices about the selected board.
    /// - Returns: The errors of the outputs that could not be made safe; empty if all are safe.
    /// - Throws: `BoardError` or `DescriptionError` if the board or the wiring cannot be used.
    private static func makeOutputsSafe(wiring: Wiring, name: String?, console: Console) throws -> [any Error] {
        let description = try describe(name, console: console)
        let wiring = try wiring.placed(on: description)
        guard !description.isSimulated else { return [] }

        var failures: [any Error] = []
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch { failures.append(error) }
        }
        for (_, settings, channel, period) in wiring.pwmOutputs(on: description) {
            attempt {
                try KernelPWM(
                    chip: channel.chip, channel: channel.channel, period: period, settings: settings.initiallySafe
                ).close()
            }
        }
        let queue = try RealTimeQueue(name: console.program, priority: 0)
        var chips: [any GPIOChip] = []
        for label in description.chipLabels {
            attempt { chips.append(try GPIODChip(label: label, consumer: console.program, queue: queue)) }
        }
        let chip = BoardChip(description, chips: chips)
        let deadline = queue.now + .seconds(1)
        /// Calls the action for each output, and repeats it for those whose line is in use.
        func attemptUntilFree<Output>(_ outputs: [Output], _ action: (Output) throws -> Void) {
            var waiting = outputs
            while !waiting.isEmpty {
                waiting = waiting.filter { output in
                    do {
                        try action(output)
                    } catch let error where isLineInUse(error) && queue.now < deadline {
                        return true
                    } catch {
                        failures.append(error)
                    }
                    return false
                }
                if !waiting.isEmpty { usleep(10_000) }
            }
        }
        attemptUntilFree(wiring.outputLines(on: description)) { output in
            try queue.perform {
                try chip.requestOutputs([(output.line.name, output.settings.initiallySafe)]).close()
            }
        }
        // Last, because a bus that hangs delays the return until it times out.
        attemptUntilFree(wiring.devices.flatMap(\.buses).filter { !$0.safe.isEmpty }) { wire in
            // A device without lines needs no chip, which may have failed.
            let device: any BusDevice =
                if wire.address.lines.isEmpty {
                    try KernelBusDevice(wire.address, safe: wire.safe, bus: queue)
                } else {
                    try queue.perform { try chip.requestDevice(at: wire.address, safe: wire.safe) }
                }
            try device.bus.perform { try device.close() }
        }
        return failures
    }
}

/// Returns whether the kernel may still have to release the line.
private func isLineInUse(_ error: any Error) -> Bool {
    switch error {
    case GPIOError.lineInUse, BusError.line(.lineInUse): true
    default: false
    }
}

extension OutputSettings {
    /// These settings with the safe level as the initial level.
    fileprivate var initiallySafe: OutputSettings {
        OutputSettings(initialLevel: safeLevel, safeLevel: safeLevel, isActiveLow: isActiveLow)
    }
}
