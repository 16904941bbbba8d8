import CarillonGPIO
import CarillonRealTime
import LinuxGPIO

@testable import CarillonDevices

/// A device on one of the kernel's I2C buses, whose transfers are recorded.
final class TracedBus {
    let queue: RealTimeQueue
    private let bus: String
    private let address: UInt8
    private let trace: BusTrace
    private let gpio: GPIOSimChip
    private var taken = 0

    /// - Parameters:
    ///   - bus: `i2c-1` has I2C messages, `i2c-0` SMBus blocks.
    ///   - address: An address that answers.
    init(_ bus: String, address: UInt8) throws {
        (self.bus, self.address) = (bus, address)
        trace = try BusTrace()
        gpio = try GPIOSimChip.raspberryPi4B()
        queue = try RealTimeQueue(name: "test", priority: 50)
    }

    /// Requests the device, and passes its port on the queue.
    func open<Device>(safe: [UInt8], _ make: (BusPort) -> Device) throws -> Device {
        try queue.perform {
            let chip = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            return make(
                BusPort(try chip.requestDevice(at: .i2c(bus: bus, address: address), safe: safe), queue: queue))
        }
    }

    /// The transfers so far.
    var writes: [[UInt8]] { get throws { try trace.writes(to: address, on: bus) } }

    /// Returns the transfers since the last call.
    func takeWrites() throws -> [[UInt8]] {
        let new = Array(try writes.dropFirst(taken))
        taken += new.count
        return new
    }

    func end() {
        queue.stop()
        gpio.remove()
        trace.end()
    }
}
