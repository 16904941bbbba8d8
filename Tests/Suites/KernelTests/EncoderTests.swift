import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The steps of a knob whose contacts are the kernel's lines. To the right, A closes and opens before B (data sheet of the
/// EC11: output signal).
extension RealKernel {
    @Suite struct Encoders {
        /// A hand does not turn a knob faster than 3 ms for each change of a contact. The kernel reads a line some time after
        /// its interrupt, and makes one edge of faster ones.
        @Test func stepsOfAnEncoderFollowFromTheOrderOfItsContacts() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 50)
            defer { queue.stop() }
            let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            let encoder = try queue.perform {
                let settings = InputSettings(bias: .pullUp, isActiveLow: true)
                return try RotaryEncoder(
                    name: "volume", a: gpio.requestInput("GPIO20", settings: settings),
                    b: gpio.requestInput("GPIO21", settings: settings), queue: queue, observer: DeviceObserver())
            }
            defer { queue.sync { encoder.close() } }
            let (a, b) = (chip["GPIO20"], chip["GPIO21"])
            var position = 0
            for (first, second, step) in [(a, b, 1), (b, a, -1)] {
                for _ in 1...25 {
                    for level in [GPIOSimLine.Level.low, .high] {
                        for line in [first, second] {
                            try line.pull(level)
                            usleep(3000)
                        }
                    }
                    position += step
                    try wait(until: "the position is \(position)", details: "\(queue.perform { encoder.position })") {
                        queue.perform { encoder.position } == position
                    }
                }
            }
            expectEqual(encoder.lostEdges, 0)
        }
    }
}
