import CarillonGPIO
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Pulse meters whose contact is a line of the kernel: the kernel's timestamps of the edges are the rate.
extension RealKernel {
    @Suite final class PulseMeters {
        private let devices: KernelDevices
        private let log = Log()

        init() throws { devices = try KernelDevices() }

        deinit { devices.end() }

        /// Returns a meter for pulses per second on GPIO17, whose contact is open.
        private func meter(_ set: (inout PulseMeter.Settings) -> Void) throws -> PulseMeter {
            try contact.pull(.high)
            var settings = PulseMeter.Settings()
            (settings.line, settings.per) = (WiringReference("GPIO17"), .second)
            set(&settings)
            let meter = try devices.make { [settings] in try PulseMeter("water", settings, in: $0) }
            devices.queue.sync { log.follow(meter.counted { "\(Int($0))" }) }
            return meter
        }

        private var contact: GPIOSimLine { devices.gpio["GPIO17"] }
        private func rate(of meter: PulseMeter) -> Double { devices.queue.perform { meter.rate.value } ?? -1 }
        private func count(of meter: PulseMeter) -> Double { devices.queue.perform { meter.amount.value } ?? -1 }

        /// Closes the contact `count` times, half of the time. A busy machine makes a pulse later, and hardly shorter.
        private func play(_ count: Int, every interval: Duration) throws {
            var next = ContinuousClock.now
            for _ in 0..<count {
                for level in [GPIOSimLine.Level.low, .high] {
                    try contact.pull(level)
                    next = max(next, .now - interval / 20) + interval / 2
                    while ContinuousClock.now < next {}
                }
            }
        }

        /// A machine that stands still for several edges makes one of them. The pulses are then played again.
        @Test(arguments: [50, 200, 500]) func everyPulseIsCounted(frequency: Int) throws {
            let meter = try meter { ($0.debounce, $0.every) = (.zero, .milliseconds(100)) }
            let pulses = frequency * 2
            // The kernel's thread for the edges runs for the first time, and is late.
            try play(1, every: .milliseconds(100))
            var losses: [Double] = []
            try wait(until: "\(pulses) pulses are counted", within: .seconds(60), details: "lost \(losses)") {
                let before = count(of: meter)
                try play(pulses, every: .seconds(1) / frequency)
                usleep(200_000)
                losses.append(before + Double(pulses) - count(of: meter))
                return losses.last == 0
            }
            let events = log.entries
            print("\(pulses) pulses at \(frequency) Hz: not counted \(losses), \(events.count) events")
            expectEqual(events.compactMap { Double($0) }.reduce(0, +), count(of: meter))
            #expect(events.count <= 30 * losses.count, "\(events)")
            expectEqual(devices.failures.entries, [])
        }

        /// Pulses that a busy machine plays too late have another rate; the next ones are played again.
        @Test(arguments: [20, 100]) func rateIsComputedFromTheTimestamps(frequency: Int) throws {
            let meter = try meter { ($0.debounce, $0.every) = (.milliseconds(2), .milliseconds(50)) }
            try wait(until: "the rate is \(frequency) Hz", details: "it is \(rate(of: meter))") {
                try play(frequency / 2, every: .seconds(1) / frequency)
                return abs(rate(of: meter) - Double(frequency)) < Double(frequency) / 50
            }
            print("rate of \(frequency) Hz: measured \(rate(of: meter)) Hz")
        }
    }
}
