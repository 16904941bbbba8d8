import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// The pulses of a tonal buzzer, as recorded by the kernel.
extension RealKernel {
    @Suite struct TonalBuzzers {
        /// An emulated processor is late, and can be preempted for long. So only the median has to be right.
        @Test func periodOfThePulsesIsThatOfTheTone() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 50)
            defer { queue.stop() }
            let bank = try queue.perform {
                OutputBank(
                    lines: try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                        .requestOutputs([("GPIO18", OutputSettings())]),
                    count: 1, queue: queue, observer: DeviceObserver())
            }
            let buzzer = TonalBuzzer(name: "horn", output: bank.output(0), observer: DeviceObserver())
            let trace = try GPIOTrace()
            defer { trace.end() }
            var seen = 0
            for frequency in [440.0, 1000] {
                queue.sync { buzzer.sound(frequency) }
                try wait(until: "there are 50 pulses") {
                    try trace.pulses(of: chip["GPIO18"], on: chip).count >= seen + 50
                }
                queue.sync { buzzer.stop() }
                let pulses = try trace.pulses(of: chip["GPIO18"], on: chip)
                let periods = zip(pulses.dropFirst(seen + 1), pulses.dropFirst(seen)).map { $0.start - $1.start }
                    .sorted()
                let widths = pulses.dropFirst(seen).map(\.width).sorted()
                seen = pulses.count
                let (period, width) = (periods[periods.count / 2], widths[widths.count / 2])
                print("tone of \(frequency) Hz: a period of \(period) us, pulses of \(width) us")
                #expect(abs(period * frequency / 1e6 - 1) < 0.03)
                #expect(abs(width / period - 0.5) < 0.1)
            }
            queue.sync { bank.close() }
            #expect(try trace.levels(of: chip["GPIO18"], on: chip).last == .low)
        }
    }
}
