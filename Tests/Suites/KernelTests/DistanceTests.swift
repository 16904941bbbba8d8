import CarillonGPIO
import Testing

@testable import CarillonDevices

/// An HC-SR04 whose echo a test plays on the kernel's lines: the kernel's timestamps of the edges are the distance.
extension RealKernel {
    @Suite final class Distances {
        private let devices: KernelDevices
        private let sensor: DistanceSensor

        init() throws {
            devices = try KernelDevices(outputs: ["GPIO23"])
            var settings = DistanceSensor.Settings()
            (settings.trigger, settings.echo) = (WiringReference("GPIO23"), WiringReference("GPIO24"))
            sensor = try devices.make { try DistanceSensor("front", settings, in: $0) }
        }

        deinit { devices.end() }

        /// Sound travels 343.2 m/s at 20 degrees: 58.3 us there and back are a centimetre. An echo that a busy machine played
        /// for too long is another distance; the next measurement has another echo. The data sheet wants a trigger of 10 us, and
        /// 60 ms between two measurements.
        @Test func echoGivesTheDistanceAndTriggersMatchTheDataSheet() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            var seen = 0
            for distance in [5.0, 30, 100, 250] {
                let echo = Duration.nanoseconds(Int64(distance * 2 / 100 / 343.2 * 1e9))
                try wait(until: "the distance is \(distance) cm", details: "it is \(value)") {
                    let count = try trace.pulses(of: devices["GPIO23"], on: devices.gpio).count
                    if count > seen {
                        seen = count
                        try playEcho(for: echo)
                    }
                    return abs(value - distance) < 1
                }
                print("distance of \(distance) cm: measured \(value) cm")
            }
            let pulses = try trace.pulses(of: devices["GPIO23"], on: devices.gpio)
            #expect(pulses.count >= 4)
            #expect(pulses.allSatisfy { $0.width >= 10 }, "\(pulses)")
            #expect(zip(pulses.dropFirst(), pulses).allSatisfy { $0.start - $1.start >= 60_000 }, "\(pulses)")
        }

        private func playEcho(for duration: Duration) throws {
            let start = ContinuousClock.now
            try devices["GPIO24"].pull(.high)
            while start.duration(to: .now) < duration {}
            try devices["GPIO24"].pull(.low)
        }

        private var value: Double { devices.queue.perform { sensor.quantity.value } ?? -1 }
    }
}
