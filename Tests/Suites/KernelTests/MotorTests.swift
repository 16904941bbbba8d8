import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The levels of a motor driver's inputs, as recorded by the kernel, compared with the truth table of the DRV8833 (bridge
/// control): 00 coasts, 10 is forward, 01 backward, 11 brakes.
extension RealKernel {
    @Suite final class Motors {
        private let devices: KernelDevices
        private let motor: Motor

        init() throws {
            devices = try KernelDevices(outputs: ["GPIO9", "GPIO10"])
            motor = try devices.make { context in
                Motor(
                    name: "left", in1: try context.output(WiringReference("GPIO9")),
                    in2: try context.output(WiringReference("GPIO10")), observer: DeviceObserver())
            }
        }

        deinit { devices.end() }

        private var levels: [GPIOSimLine.Level] {
            get throws { [try devices["GPIO9"].level, try devices["GPIO10"].level] }
        }

        /// An emulated processor is late, and can be preempted for long. So only the median has to be right.
        @Test(arguments: [("GPIO9", 0.25), ("GPIO10", -0.75)])
        func speedSetsTheDutyCycleOfThePulses(line: String, speed: Double) throws {
            let other = line == "GPIO9" ? "GPIO10" : "GPIO9"
            let trace = try GPIOTrace()
            defer { trace.end() }
            devices.queue.sync { motor.set(.turning(speed)) }
            try wait(until: "there are 30 pulses") {
                try trace.pulses(of: devices[line], on: devices.gpio).count >= 30
            }
            devices.queue.sync { motor.coast() }
            let pulses = try trace.pulses(of: devices[line], on: devices.gpio)
            let widths = pulses.map(\.width).sorted()
            let periods = zip(pulses.dropFirst(), pulses).map { $0.start - $1.start }.sorted()
            let share = widths[widths.count / 2] / periods[periods.count / 2]
            print("motor at \(speed): pulses of \(widths[widths.count / 2]) us, a share of \(share)")
            #expect(abs(share - speed.magnitude) < 0.05)
            #expect(try trace.pulses(of: devices[other], on: devices.gpio).isEmpty)
            expectEqual(try levels, [.low, .low])
        }
    }
}
