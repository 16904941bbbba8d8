import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// Creates the devices of a wiring. Queue only.
struct DeviceBuilder: Sendable {
    /// The largest number of lines in a request (`GPIO_V2_LINES_MAX` in `linux/gpio.h`).
    private static let maximumOutputs = 64

    let board: BoardDescription
    let inputs: BoardInputs
    let features: BoardFeatures
    let sound: BoardSound
    let didFail: @Sendable (any Error) -> Void
    private var chip: any GPIOChip { inputs.chip }
    private var queue: any Scheduler { inputs.queue }

    /// Creates all devices of `wiring`. If one fails, the devices created before it are closed.
    ///
    /// - Throws: `GPIOError`, `BusError`, `KeyInputError`, or `DescriptionError` if there are too many outputs to drive
    ///   together.
    func build(_ wiring: Wiring) throws -> Devices {
        var devices = Devices()
        let count = features.count
        do {
            let outputs = try openOutputs(of: wiring)
            if let outputs { devices.add(outputs.bank) }
            let parts = Set(wiring.devices.flatMap(\.references).map { "\($0.kind.name) \($0.device.name)" })
            for wired in wiring.devices {
                let made = devices
                let context = DeviceContext(
                    queue: queue, observer: features.observer(didFail: didFail),
                    readings: Board.readings(of: wired, inputs), sound: sound, chip: chip,
                    bank: outputs?.bank, outputs: outputs?.byLine ?? [:], made: made.device)
                let device = try wired.make(in: context)
                devices.add(device)
                features.add(
                    device, isPart: parts.contains("\(wired.kind.name) \(wired.name)"),
                    refused: Set(OutsideSource.allCases.filter { !wiring.allows($0, wired.kind, wired.name) }))
            }
            return devices
        } catch {
            features.remove(from: count)
            devices.close()
            throw error
        }
    }

    /// Checks that a board can drive these lines.
    ///
    /// - Throws: A `DescriptionError` at the first line beyond the limit.
    static func checkOutputs(_ lines: [LineReference]) throws(DescriptionError) {
        guard lines.count > maximumOutputs else { return }
        throw DescriptionError(
            position: lines[maximumOutputs].position,
            message: "too many outputs; a board can drive \(maximumOutputs)")
    }

    /// Requests the outputs of all devices: the lines in a single call, and the PWM channels.
    private func openOutputs(of wiring: Wiring) throws -> (bank: OutputBank, byLine: [String: Output])? {
        let (lines, channels) = (wiring.outputLines(on: board), wiring.pwmOutputs(on: board))
        guard !lines.isEmpty || !channels.isEmpty else { return nil }
        try Self.checkOutputs(lines.map(\.line))
        var opened: [any PWMOutput] = []
        do {
            for (_, settings, channel, period) in channels {
                opened.append(
                    try chip.requestPWM(
                        chip: channel.chip, channel: channel.channel, period: period, settings: settings))
            }
            let requested = try chip.requestOutputs(lines.map { ($0.line.name, $0.settings) })
            let bank = OutputBank(
                lines: requested, count: lines.count, pwms: opened,
                safeLevels: (lines.map(\.settings) + channels.map(\.settings)).map(\.safeLevel),
                queue: queue.unrecorded,
                observer: DeviceObserver(didFail: didFail))
            // By the names of the lines, which are unique.
            let names = lines.map(\.line.name) + channels.map(\.line.name)
            return (bank, Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, bank.output($0)) }))
        } catch {
            for pwm in opened { try? pwm.close() }
            throw error
        }
    }
}
