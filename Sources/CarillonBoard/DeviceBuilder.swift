import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// Makes the devices of a wiring. Used on the queue.
struct DeviceBuilder {
    /// The largest number of lines in a request (`GPIO_V2_LINES_MAX` in `linux/gpio.h`).
    private static let maximumOutputs = 64

    let board: BoardDescription
    let chip: any GPIOChip
    let queue: any Scheduler
    let observer: DeviceObserver

    /// Makes all devices of `wiring`, or none: if one cannot be made, those before it are closed.
    ///
    /// - Throws: `GPIOError`, or a `DescriptionError` if there are more outputs than can be driven together.
    func build(_ wiring: Wiring) throws -> Devices {
        var devices = Devices()
        do {
            let outputs = try openOutputs(of: wiring)
            if let outputs { devices.add(outputs.bank) }
            // A device that is a piece of another one is seen as a piece of it, and reports no changes of its own.
            let pieces = Set(wiring.devices.flatMap(\.references).map { "\($0.kind.name) \($0.device.name)" })
            for wired in wiring.devices {
                let isPiece = pieces.contains("\(wired.kind.name) \(wired.name)")
                let made = devices
                let context = DeviceContext(
                    queue: queue, observer: isPiece ? observer.deafToChanges : observer, chip: chip,
                    bank: outputs?.bank, outputs: outputs?.byLine ?? [:], made: made.device)
                devices.add(try wired.make(in: context))
            }
            return devices
        } catch {
            devices.close()
            throw error
        }
    }

    /// Checks that a board can drive these lines.
    ///
    /// - Throws: A `DescriptionError` at the first line that is too much.
    static func checkOutputs(_ lines: [LineReference]) throws(DescriptionError) {
        guard lines.count > maximumOutputs else { return }
        throw DescriptionError(
            position: lines[maximumOutputs].position,
            message: "more than \(maximumOutputs) outputs: no more can be driven together")
    }

    /// Requests the outputs of all devices: the lines in one call, and the PWM channels.
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
                safeLevels: (lines.map(\.settings) + channels.map(\.settings)).map(\.safeLevel), queue: queue,
                observer: observer)
            // By the lines' names, which no two devices share.
            let names = lines.map(\.line.name) + channels.map(\.line.name)
            return (bank, Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, bank.output($0)) }))
        } catch {
            for pwm in opened { try? pwm.close() }
            throw error
        }
    }
}
