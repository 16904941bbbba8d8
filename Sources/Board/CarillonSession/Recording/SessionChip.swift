import CarillonGPIO

/// A chip whose inputs belong to a session. Everything else is that of the chip behind it.
package protocol SessionChip: GPIOChip {
    /// The chip of the outputs, the PWM channels, the buses and the keys, whose readings devices report.
    var outputs: any GPIOChip { get }
}

extension SessionChip {
    package var label: String { outputs.label }
    package var lineNames: [String] { outputs.lineNames }
    package var unrecorded: any GPIOChip { outputs }
    package var simulated: SimulatedChip? { outputs.simulated }

    package func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines { try outputs.requestOutputs(lines) }

    package func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        try outputs.requestPWM(chip: chip, channel: channel, period: period, settings: settings)
    }

    package func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        try outputs.requestDevice(at: address, safe: safe)
    }

    package func provideTwin(at address: BusAddress, _ make: () -> any SimulatedTwin) {
        outputs.provideTwin(at: address, make)
    }

    package func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput {
        try outputs.requestKeys(of: source)
    }
}
