import CarillonGPIO
import Testing

@testable import CarillonDevices

/// The pulses of a tonal buzzer, as recorded by the kernel.
extension RealKernel {
    @Suite struct TonalBuzzers {
        /// An emulated processor is late, and can be preempted for long. So only the median has to be right.
        @Test func periodOfThePulsesIsThatOfTheTone() throws {
            let devices = try KernelDevices(outputs: ["GPIO18"])
            defer { devices.end() }
            let buzzer = try devices.make { context in
                TonalBuzzer(
                    name: "horn", output: try context.output(WiringReference("GPIO18")), observer: DeviceObserver())
            }
            let (gpio, queue) = (devices.gpio, devices.queue)
            let trace = try GPIOTrace()
            defer { trace.end() }
            var seen = 0
            for frequency in [440.0, 1000] {
                queue.sync { buzzer.sound(frequency) }
                try wait(until: "there are 50 pulses") {
                    try trace.pulses(of: gpio["GPIO18"], on: gpio).count >= seen + 50
                }
                queue.sync { buzzer.stop() }
                let pulses = try trace.pulses(of: gpio["GPIO18"], on: gpio)
                let periods = zip(pulses.dropFirst(seen + 1), pulses.dropFirst(seen)).map { $0.start - $1.start }
                    .sorted()
                let widths = pulses.dropFirst(seen).map(\.width).sorted()
                seen = pulses.count
                let (period, width) = (periods[periods.count / 2], widths[widths.count / 2])
                print("tone of \(frequency) Hz: a period of \(period) us, pulses of \(width) us")
                #expect(abs(period * frequency / 1e6 - 1) < 0.03)
                #expect(abs(width / period - 0.5) < 0.1)
            }
            devices.closeOutputs()
            #expect(try trace.levels(of: gpio["GPIO18"], on: gpio).last == .low)
        }
    }
}
