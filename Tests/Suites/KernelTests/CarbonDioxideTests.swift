import CarillonGPIO
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Sensors of carbon dioxide on a bus of the kernel, whose chip the test simulates.
extension RealKernel {
    @Suite final class CarbonDioxide {
        private let devices: KernelDevices
        private let log = Log()
        private static let chip = SCD4x.models.reference("scd41 i2c-2")!
        private let twin = SCD4x.twin(at: chip.address)

        init() throws { devices = try KernelDevices() }

        deinit { devices.end() }

        /// Makes a sensor whose numbers are logged.
        private func open(altitude: Int? = nil) throws {
            var settings = CarbonDioxideSensor.Settings()
            (settings.chip, settings.altitude) = (Self.chip, altitude)
            let sensor = try devices.make { [settings] in try CarbonDioxideSensor("room", settings, in: $0) }
            devices.queue.sync {
                log.follow(sensor.changed { "\(Int($0)) ppm" })
                log.follow(sensor.absent("absent"))
            }
        }

        /// Sensirion SCD4x Version 1.3: 3.4, 3.5, 3.6.3, 3.11. The chip has measured since before, and refuses all settings.
        @Test func bytesOnTheBusAreThoseOfTheDataSheet() throws {
            _ = try twin.transfer([0x21, 0xb1], reading: 0)
            let model = try ModelChip(twin, at: .i2c(0x62))
            defer { model.end() }
            try open(altitude: 1950)
            try wait(until: "a number is reported", details: "\(model.transfers)") { log.entries == ["500 ppm"] }
            let transfers = model.transfers.filter { $0.written != [0xe4, 0xb8] && $0.count != 3 }
            let written: [[UInt8]] = [
                [0x3f, 0x86], [0x24, 0x27, 0x07, 0x9e, 0x09], [0x21, 0xb1], [0xec, 0x05], [],
            ]
            #expect(transfers.map(\.written) == written)
            #expect(transfers.map(\.count) == [0, 0, 0, 0, 9])
            #expect(model.transfers.count >= 7)
            #expect(devices.failures.entries == [])
        }

        @Test func unpluggedSensorIsReportedOnceAndMeasuresAgainWhenItIsBack() throws {
            let model = try ModelChip(twin, at: .i2c(0x62))
            defer { model.end() }
            try open()
            try wait(until: "a number is reported", details: "\(log.entries)") { log.entries == ["500 ppm"] }
            model.unplug()
            try wait(until: "it is absent", details: "\(log.entries)") { log.entries == ["500 ppm", "absent"] }
            let requests = model.requests
            try wait(until: "it has been searched for") { model.requests > requests + 2 }
            model.operate("900")
            model.plugIn()
            try wait(until: "it measures again", details: "\(log.entries)") {
                log.entries == ["500 ppm", "absent", "900 ppm"]
            }
            #expect(devices.failures.entries.count == 1, "\(devices.failures.entries)")
        }

        @Test func hangingBusDelaysNoWorkOfTheQueue() throws {
            let model = try ModelChip(twin, at: .i2c(0x62))
            defer { model.end() }
            model.hang()
            try open()
            usleep(100_000)
            for _ in 0..<100 { devices.queue.sync {} }
            #expect(model.transfers.isEmpty)
            model.resume()
            try wait(until: "a number is reported", details: "\(log.entries)") { log.entries.contains("500 ppm") }
        }
    }
}
