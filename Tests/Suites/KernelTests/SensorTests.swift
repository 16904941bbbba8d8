import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import Testing

@testable import CarillonDevices

/// Sensors on the kernel's buses: i2c-stub keeps the registers of a chip, the SPI bus answers each byte with its complement.
extension RealKernel {
    @Suite struct Sensors {
        private let queue: RealTimeQueue

        init() throws { queue = try RealTimeQueue(name: "sensors", priority: 0) }

        private func open(_ address: BusAddress) throws -> KernelBusDevice {
            try KernelBusDevice(address, safe: [], bus: queue)
        }

        @Test func lm75IsReadOnTheKernelsBus() throws {
            let chip = try #require(TemperatureSensor.models.reference("lm75 i2c-0 0x48"))
            let device = try open(chip.address)
            let sensor = TemperatureSensor(chip: chip, channel: 1)
            for (bytes, temperature) in [([0x19, 0x00], 25), ([0xe7, 0x00], -25)] as [([UInt8], Double)] {
                try device.write([0] + bytes)
                #expect(try sensor.read(device) == temperature)
            }
        }

        @Test(arguments: [("bme280 i2c-0 0x76", 0x60), ("bmp280 i2c-0 0x77", 0x58)] as [(String, UInt8)])
        func climateIsThatOfTheDataSheetsExample(name: String, id: UInt8) throws {
            let chip = try #require(BME280.models.reference(name))
            let device = try open(chip.address)
            let (common, humidity) = BME280.exampleCalibration
            try device.write([0xd0, id])
            try device.write([0x88] + common.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
            try device.write([0xa1, humidity[0]])
            try device.write([0xe1] + humidity.dropFirst())
            // The raw numbers 415148 and 519888 of BST-BMP280-DS001, 3.12
            try device.write([0xf7, 0x65, 0x5a, 0xc0, 0x7e, 0xed, 0x00, 0x70, 0x00])
            let sensor = BME280(chip)
            #expect(try sensor.read(device) == nil)
            let numbers = try #require(try sensor.read(device))
            #expect(abs(numbers.temperature - 25.08) < 0.005)
            #expect(abs(numbers.pressure - 1006.53) < 0.01)
            #expect((numbers.humidity != nil) == (id == 0x60))
        }

        /// The registers of a stub are single bytes, so the conversion ends with the first byte of the configuration.
        @Test func ads1115IsConfiguredOnTheKernelsBus() throws {
            let chip = try #require(AnalogConverter.models.reference("ads1115 i2c-0 0x49"))
            let device = try open(chip.address)
            try device.write([0, 0x40])
            let converter = AnalogConverter(chip: chip, channel: 1, reference: 3.3)
            let number = Double(0x4000 | converter.configuration >> 8)
            #expect(try converter.read(device) == number / 32768 * 4.096)
            #expect(try device.transfer([1], reading: 2) == converter.configuration.bytes)
        }

        @Test func spiConverterIsReadInOneMessage() throws {
            let chip = try #require(AnalogConverter.models.reference("mcp3008 spidev0.0"))
            let device = try open(chip.address)
            let converter = AnalogConverter(chip: chip, channel: 0, reference: 3.3)
            #expect(try converter.read(device) == 3.3)
        }

        @Test func readerThatDoesNotAnswerIsAbsent() throws {
            let chip = try #require(CardReader.models.reference("mfrc522 spidev0.0"))
            let device = try open(chip.address)
            let reader = MFRC522(chip.address)
            #expect(try reader.turn(with: device) == .wait(.milliseconds(2)))
            #expect(throws: BusError.noAnswer(chip.address)) { try reader.turn(with: device) }
        }
    }
}
