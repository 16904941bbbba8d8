import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// The levels of a motor driver's inputs, as recorded by the kernel, compared with the truth table of the DRV8833 (bridge
/// control): 00 coasts, 10 is forward, 01 backward, 11 brakes.
extension RealKernel {
    @Suite struct Motors {
        /// A motor between two lines, and what the kernel has recorded of them.
        private final class Setup {
            let chip: GPIOSimChip
            let queue: RealTimeQueue
            let bank: OutputBank
            let motor: Motor

            init() throws {
                let queue = try RealTimeQueue(name: "test", priority: 50)
                chip = try GPIOSimChip.raspberryPi4B()
                bank = try queue.perform {
                    OutputBank(
                        lines: try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                            .requestOutputs([("GPIO9", OutputSettings()), ("GPIO10", OutputSettings())]),
                        count: 2, queue: queue, observer: DeviceObserver())
                }
                motor = Motor(
                    name: "left", in1: bank.output(0), in2: bank.output(1),
                    observer: DeviceObserver())
                self.queue = queue
            }

            func end() {
                queue.sync { bank.close() }
                queue.stop()
                chip.remove()
            }

            var levels: [GPIOSimLine.Level] {
                get throws { [try chip["GPIO9"].level, try chip["GPIO10"].level] }
            }
        }

        @Test func levelsAreThoseOfTheTruthTable() throws {
            let setup = try Setup()
            defer { setup.end() }
            let table: [(MotorDrive, [GPIOSimLine.Level])] = [
                (.turning(1), [.high, .low]), (.turning(-1), [.low, .high]), (.braking, [.high, .high]),
                (.coasting, [.low, .low]),
            ]
            for (drive, levels) in table {
                setup.queue.sync { setup.motor.set(drive) }
                #expect(try setup.levels == levels, "\(drive)")
            }
        }

        /// An emulated processor is late, and can be preempted for long. So only the median has to be right.
        @Test(arguments: [("GPIO9", 0.25), ("GPIO10", -0.75)])
        func speedIsTheShareOfThePulses(line: String, speed: Double) throws {
            let setup = try Setup()
            defer { setup.end() }
            let other = line == "GPIO9" ? "GPIO10" : "GPIO9"
            let trace = try GPIOTrace()
            defer { trace.end() }
            setup.queue.sync { setup.motor.set(speed) }
            try wait(until: "there are 30 pulses") {
                try trace.pulses(of: setup.chip[line], on: setup.chip).count >= 30
            }
            setup.queue.sync { setup.motor.coast() }
            let pulses = try trace.pulses(of: setup.chip[line], on: setup.chip)
            let widths = pulses.map(\.width).sorted()
            let periods = zip(pulses.dropFirst(), pulses).map { $0.start - $1.start }.sorted()
            let share = widths[widths.count / 2] / periods[periods.count / 2]
            print("motor at \(speed): pulses of \(widths[widths.count / 2]) us, a share of \(share)")
            #expect(abs(share - speed.magnitude) < 0.05)
            #expect(try trace.pulses(of: setup.chip[other], on: setup.chip).isEmpty)
            #expect(try setup.levels == [.low, .low])
        }

        @Test func bothLinesAreLowAfterTheEnd() throws {
            let setup = try Setup()
            let trace = try GPIOTrace()
            defer { trace.end() }
            setup.queue.sync { setup.motor.set(.braking) }
            setup.queue.sync { setup.bank.close() }
            for line in ["GPIO9", "GPIO10"] {
                #expect(try trace.levels(of: setup.chip[line], on: setup.chip).last == .low)
            }
            setup.end()
        }
    }
}
