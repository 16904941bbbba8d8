import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

/// A servo's pulses, as recorded by the kernel and as stored in a chip.
extension RealKernel {
    @Suite struct Servos {
        @Test func pulsesOnALineHaveTheLengthForTheAngle() throws {
            let devices = try KernelDevices(outputs: ["GPIO18"])
            defer { devices.end() }
            let servo = try devices.make { context in
                Servo(name: "arm", output: try context.output(WiringReference("GPIO18")), observer: DeviceObserver())
            }
            let (gpio, queue) = (devices.gpio, devices.queue)
            for (angle, width) in [(-90.0, 1000.0), (0, 1500), (90, 2000)] {
                let trace = try GPIOTrace()
                defer { trace.end() }
                queue.sync { servo.set(angle) }
                try wait(until: "there are 30 pulses") { try trace.pulses(of: gpio["GPIO18"], on: gpio).count >= 30 }
                queue.sync { servo.off() }
                // An emulated processor is late, and can be preempted for long. So only most of the pulses have to be
                // right.
                let pulses = try trace.pulses(of: gpio["GPIO18"], on: gpio)
                let widths = pulses.map(\.width).sorted()
                let periods = zip(pulses.dropFirst(), pulses).map { $0.start - $1.start }.sorted()
                print("servo at \(angle)°: pulses of \(widths[0]), \(widths[widths.count / 2]), \(widths.last!) us")
                #expect(widths.count { abs($0 - width) < 200 } > widths.count * 3 / 4, "\(widths)")
                #expect(abs(periods[periods.count / 2] - 20_000) < 200, "\(periods)")
            }
            let trace = try GPIOTrace()
            defer { trace.end() }
            queue.sync { servo.set(0) }
            devices.closeOutputs()
            expectEqual(try trace.levels(of: gpio["GPIO18"], on: gpio).last, .low)
        }

        @Test func pulsesOfAPWMChannelHaveTheLengthForTheAngle() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let bank = try queue.perform {
                let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                return OutputBank(
                    lines: try gpio.requestOutputs([("GPIO5", OutputSettings())]), count: 1,
                    pwms: [
                        try gpio.requestPWM(
                            chip: chip.name, channel: 3, period: .milliseconds(20), settings: OutputSettings())
                    ], queue: queue, observer: DeviceObserver())
            }
            let servo = Servo(name: "arm", output: bank.output(1), observer: DeviceObserver())
            // Steps of 20 ms / 4096, which the driver rounds up.
            for (angle, steps) in [(-90.0, 205), (0, 308), (90, 410)] {
                queue.sync { servo.set(angle) }
                let output = try chip.output(of: 3)
                expectEqual(output, .dimmed(steps: steps))
            }
            queue.sync { bank.close() }
            expectEqual(try chip.output(of: 3), .off)
        }
    }
}
