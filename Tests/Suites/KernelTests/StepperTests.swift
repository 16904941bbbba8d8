import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// The coils of a stepper, as recorded by the kernel, compared with the table of the 28BYJ-48's data sheet: in half steps, each
/// coil has current for three of eight, and begins two steps after the one before it.
extension RealKernel {
    @Suite struct Steppers {
        private static let lines = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]

        @Test(arguments: [40, -40])
        func coilsAreDrivenInTheOrderOfTheDataSheet(target: Int) throws {
            let devices = try KernelDevices(outputs: Self.lines)
            defer { devices.end() }
            let stepper = try devices.make { context in
                Stepper(
                    name: "blind", speed: 100, inputs: try Self.lines.map { try context.output(WiringReference($0)) },
                    observer: DeviceObserver())
            }
            let (gpio, queue) = (devices.gpio, devices.queue)
            let trace = try GPIOTrace()
            defer { trace.end() }
            queue.sync { stepper.set(target) }
            try wait(until: "the stepper is there") { queue.perform { !stepper.isMoving } }
            devices.closeOutputs()

            let pulses = try Self.lines.map { try trace.pulses(of: gpio[$0], on: gpio) }
            // The first and the last pulse of a coil may be cut off by the beginning and the end.
            let widths = pulses.flatMap { $0.dropFirst().dropLast() }.map(\.width).sorted()
            #expect(widths.count >= 8)
            #expect(abs(widths[widths.count / 2] - 30_000) < 1000, "\(widths)")
            var starts: [(time: Double, coil: Int)] = []
            for (coil, pulses) in pulses.enumerated() {
                starts += pulses.dropFirst().map { (time: $0.start, coil: coil) }
            }
            starts.sort { $0.time < $1.time }
            let order = zip(starts.dropFirst(), starts).map { ($0.coil - $1.coil + 4) % 4 }
            #expect(order.allSatisfy { $0 == (target > 0 ? 1 : 3) }, "\(starts)")
            let periods = zip(starts.dropFirst(), starts).map { $0.time - $1.time }.sorted()
            #expect(abs(periods[periods.count / 2] - 20_000) < 1000, "\(periods)")
            for line in Self.lines {
                expectEqual(try trace.levels(of: gpio[line], on: gpio).last, .low)
            }
        }
    }
}
