import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import TestSupport
import Testing

@testable import CarillonDevices

/// Sensors on a bus of the kernel that has only SMBus: i2c-stub keeps the registers of a chip.
extension RealKernel {
    @Suite struct Sensors {
        private let queue: RealTimeQueue

        init() throws { queue = try RealTimeQueue(name: "sensors", priority: 0) }

        private func open(_ address: BusAddress) throws -> KernelBusDevice {
            try KernelBusDevice(address, safe: [], bus: queue)
        }

        @Test(arguments: [("bme280 i2c-0 0x76", 0x60), ("bmp280 i2c-0 0x77", 0x58)] as [(String, UInt8)])
        func climateMatchesTheExampleOfTheDataSheet(name: String, id: UInt8) throws {
            let chip = try #require(ClimateSensor.Settings.models.reference(name))
            let device = try open(chip.address)
            let (common, humidity) = BME280.exampleCalibration
            try device.write([0xd0, id])
            try device.write([0x88] + common.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
            try device.write([0xa1, humidity[0]])
            try device.write([0xe1] + humidity.dropFirst())
            // The raw numbers 415148 and 519888 of BST-BMP280-DS001, 3.12
            try device.write([0xf7, 0x65, 0x5a, 0xc0, 0x7e, 0xed, 0x00, 0x70, 0x00])
            let sensor = BME280(chip)
            expectEqual(try sensor.read(device), nil)
            let numbers = try #require(try sensor.read(device))
            #expect(abs(numbers.temperature - 25.08) < 0.005)
            #expect(abs(numbers.pressure - 1006.53) < 0.01)
            #expect((numbers.humidity != nil) == (id == 0x60))
        }
    }
}
