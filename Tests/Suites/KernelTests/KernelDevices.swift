import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import TestSupport

@testable import CarillonDevices

/// Devices on the kernel's lines, buses and input devices, without a board around them.
final class KernelDevices {
    let queue: RealTimeQueue
    /// The failures that the devices have reported.
    let failures = Log()
    let gpio: GPIOSimChip
    private let chip: GPIODChip
    private let bank: OutputBank?
    private let outputs: [String: Output]
    private var devices: [any Device] = []

    /// - Parameter outputs: The names of the lines that are outputs.
    init(outputs names: [String] = []) throws {
        gpio = try GPIOSimChip.raspberryPi4B()
        let queue = try RealTimeQueue(name: "test", priority: 50)
        self.queue = queue
        (chip, bank) = try queue.perform {
            let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            guard !names.isEmpty else { return (chip, nil) }
            return (
                chip,
                OutputBank(
                    lines: try chip.requestOutputs(names.map { ($0, OutputSettings()) }), count: names.count,
                    queue: queue, observer: DeviceObserver())
            )
        }
        var outputs: [String: Output] = [:]
        if let bank { for (index, name) in names.enumerated() { outputs[name] = bank.output(index) } }
        self.outputs = outputs
    }

    /// Returns a line of the kernel's chip.
    subscript(_ name: String) -> GPIOSimLine { gpio[name] }

    /// Makes the outputs safe and releases them.
    func closeOutputs() { queue.sync { bank?.close() } }

    /// Creates a device, which `end()` closes.
    func make<Kind: Device>(_ make: (DeviceContext) throws -> Kind) throws -> Kind {
        let observer = DeviceObserver { [failures] error in failures.append("\(error)") }
        let device = try queue.perform {
            try make(
                DeviceContext(
                    queue: queue, observer: observer, chip: chip, bank: bank, outputs: outputs, made: { _, _ in nil }))
        }
        devices.append(device)
        return device
    }

    func end() {
        queue.sync { for device in devices { device.close() } }
        closeOutputs()
        queue.stop()
        gpio.remove()
    }
}
