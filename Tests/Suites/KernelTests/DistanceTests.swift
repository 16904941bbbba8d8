import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// An HC-SR04 whose echo a test plays on the kernel's lines: the kernel's timestamps of the edges are the distance.
extension RealKernel {
    @Suite struct Distances {
        private let chip: GPIOSimChip
        private let queue: RealTimeQueue

        init() throws {
            chip = try GPIOSimChip.raspberryPi4B()
            queue = try RealTimeQueue(name: "test", priority: 50)
        }

        private func open() throws -> (bank: OutputBank, sensor: DistanceSensor) {
            try queue.perform {
                let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                let bank = OutputBank(
                    lines: try gpio.requestOutputs([("GPIO23", OutputSettings())]), count: 1, queue: queue,
                    observer: DeviceObserver())
                var settings = DistanceSensor.Settings()
                (settings.trigger, settings.echo) = (WiringReference("GPIO23"), WiringReference("GPIO24"))
                let context = DeviceContext(
                    queue: queue, observer: DeviceObserver(), chip: gpio, bank: bank,
                    outputs: ["GPIO23": bank.output(0)], made: { _, _ in nil })
                return (bank, try DistanceSensor("front", settings, in: context))
            }
        }

        private func end(_ bank: OutputBank, _ sensor: DistanceSensor) {
            queue.sync {
                sensor.close()
                bank.close()
            }
            queue.stop()
            chip.remove()
        }

        /// Sound travels 343.2 m/s at 20 degrees: 58.3 us there and back are a centimetre. An echo that a busy machine played
        /// for too long is another distance; the next measurement has another echo.
        @Test func lengthOfTheEchoIsTheDistance() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            let (bank, sensor) = try open()
            defer { end(bank, sensor) }
            var seen = 0
            for distance in [5.0, 30, 100, 250] {
                let echo = Duration.nanoseconds(Int64(distance * 2 / 100 / 343.2 * 1e9))
                try wait(until: "the distance is \(distance) cm", details: "it is \(value(of: sensor))") {
                    let count = try trace.pulses(of: chip["GPIO23"], on: chip).count
                    if count > seen {
                        seen = count
                        try playEcho(for: echo)
                    }
                    return abs(value(of: sensor) - distance) < 1
                }
                print("distance of \(distance) cm: measured \(value(of: sensor)) cm")
            }
        }

        /// The data sheet wants a pulse of 10 us, and 60 ms between two measurements.
        @Test func triggersAreThoseOfTheDataSheet() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            let (bank, sensor) = try open()
            defer { end(bank, sensor) }
            try wait(until: "there are 3 triggers") {
                try trace.pulses(of: chip["GPIO23"], on: chip).count >= 3
            }
            let pulses = try trace.pulses(of: chip["GPIO23"], on: chip)
            #expect(pulses.allSatisfy { $0.width >= 10 }, "\(pulses)")
            #expect(zip(pulses.dropFirst(), pulses).allSatisfy { $0.start - $1.start >= 60_000 }, "\(pulses)")
        }

        private func playEcho(for duration: Duration) throws {
            let start = ContinuousClock.now
            try chip["GPIO24"].pull(.high)
            while start.duration(to: .now) < duration {}
            try chip["GPIO24"].pull(.low)
        }

        private func value(of sensor: DistanceSensor) -> Double { queue.perform { sensor.quantity.value } ?? -1 }
    }
}
