import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Glibc
import LinuxGPIO

extension Board {
    /// Puts the outputs of `wiring` into their safe states and gives them back, after an application that had no time to
    /// do so: one that was killed with `SIGKILL`.
    ///
    /// Each output is taken by itself, so that one that cannot be had keeps no other from being made safe. A line that is
    /// in use is tried again for 1 s, because the kernel may still be taking it back.
    ///
    /// - Parameters:
    ///   - wiring: The application's devices.
    ///   - name: The board; nil finds it. A simulated board has nothing to make safe.
    ///   - console: Where is said what was chosen.
    /// - Returns: Why outputs could not be made safe; empty if all are.
    /// - Throws: `BoardError` or `DescriptionError` if the board or the wiring cannot be used.
    static func makeOutputsSafe(wiring: Wiring, name: String?, console: Console) throws -> [any Error] {
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
                    chip: channel.chip, channel: channel.channel, period: period, settings: settings.beginningSafe
                ).close()
            }
        }
        let queue = try RealTimeQueue(name: console.program, priority: 0)
        var chips: [any GPIOChip] = []
        for label in description.chipLabels {
            attempt { chips.append(try GPIODChip(label: label, consumer: console.program, queue: queue)) }
        }
        let chip = BoardChip(description, chips: chips)
        var waiting = wiring.outputLines(on: description)
        let deadline = queue.now + .seconds(1)
        while !waiting.isEmpty {
            waiting = waiting.filter { output in
                do {
                    try queue.perform {
                        try chip.requestOutputs([(output.line.name, output.settings.beginningSafe)]).close()
                    }
                } catch GPIOError.lineInUse where queue.now < deadline {
                    return true
                } catch {
                    failures.append(error)
                }
                return false
            }
            if !waiting.isEmpty { usleep(10_000) }
        }
        // Last: a bus that hangs takes its time to say so.
        for wire in wiring.devices.flatMap(\.buses) where !wire.safe.isEmpty {
            attempt { try KernelBusDevice(wire.address, safe: wire.safe, bus: queue).close() }
        }
        return failures
    }
}

extension OutputSettings {
    /// The same, but safe from the first moment on.
    fileprivate var beginningSafe: OutputSettings {
        OutputSettings(initialLevel: safeLevel, safeLevel: safeLevel, isActiveLow: isActiveLow)
    }
}
