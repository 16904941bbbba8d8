import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import TestSupport

@testable import CarillonDevices

/// Devices on the kernel's buses and input devices, without a board around them.
final class KernelDevices {
    let queue: RealTimeQueue
    /// The failures that the devices have reported.
    let failures = Log()
    let gpio: GPIOSimChip
    private var devices: [any Device] = []

    init() throws {
        gpio = try GPIOSimChip.raspberryPi4B()
        queue = try RealTimeQueue(name: "test", priority: 50)
    }

    /// Creates a device, which `end()` closes.
    func make<Kind: Device>(_ make: (DeviceContext) throws -> Kind) throws -> Kind {
        let observer = DeviceObserver { [failures] error in failures.append("\(error)") }
        let device = try queue.perform {
            let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            return try make(
                DeviceContext(
                    queue: queue, observer: observer, chip: chip, bank: nil, outputs: [:], made: { _, _ in nil }))
        }
        devices.append(device)
        return device
    }

    func end() {
        queue.sync { for device in devices { device.close() } }
        queue.stop()
        gpio.remove()
    }
}
