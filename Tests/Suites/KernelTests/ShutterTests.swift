import CarillonGPIO
import Testing

@testable import CarillonDevices

/// The lines of a shutter's motor, as recorded by the kernel.
extension RealKernel {
    @Suite final class Shutters {
        private let devices: KernelDevices
        private let shutter: Shutter

        init() throws {
            devices = try KernelDevices(outputs: ["GPIO5", "GPIO6"])
            var settings = Shutter.Settings()
            (settings.up, settings.down) = (WiringReference("GPIO5"), WiringReference("GPIO6"))
            (settings.upTime, settings.downTime, settings.pause) = (.seconds(2), .seconds(1), .milliseconds(200))
            shutter = try devices.make { try Shutter("window", settings, in: $0) }
        }

        deinit { devices.end() }

        /// An emulated processor is late, but never early.
        @Test func motorRunsForTheTimesOfTheWaysAndPausesBetweenThem() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            devices.queue.sync { shutter.move(to: 25) }
            try wait(until: "the shutter is there") { devices.queue.perform { !shutter.isMoving } }
            #expect(devices.queue.perform { shutter.position } == 25)
            let (up, down) = (devices["GPIO5"], devices["GPIO6"])
            let first = try #require(try trace.pulses(of: down, on: devices.gpio).first)
            let second = try #require(try trace.pulses(of: up, on: devices.gpio).first)
            print("shutter: down for \(first.width) us, up for \(second.width) us")
            // The whole way down and a tenth of it, then a quarter of the way up.
            #expect((1_100_000..<1_300_000).contains(first.width))
            #expect((500_000..<700_000).contains(second.width))
            #expect(second.start >= first.start + first.width + 200_000)
        }

        @Test func bothLinesAreLowAfterTheEnd() throws {
            let trace = try GPIOTrace()
            defer { trace.end() }
            devices.queue.sync { shutter.move(to: 100) }
            #expect(try devices["GPIO5"].level == .high)
            devices.closeOutputs()
            #expect(try trace.levels(of: devices["GPIO5"], on: devices.gpio).last == .low)
        }
    }
}
