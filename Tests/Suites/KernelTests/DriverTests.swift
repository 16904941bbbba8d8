import CarillonGPIO
import CarillonRealTime
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices
@testable import LinuxGPIO

/// Sensors and converters through the kernel's own drivers. The drivers read the devices of the simulated board, so they also
/// check those.
extension RealKernel {
    @Suite struct Drivers {
        private static let models = "/sys/kernel/debug/models"

        private func thermometer(_ text: String) throws -> (TemperatureSensor, any BusDevice) {
            let chip = try #require(Thermometer.Settings.models.reference(text))
            return (TemperatureSensor(chip: chip, channel: 1), try open(chip))
        }

        private func open(_ chip: ChipReference) throws -> any BusDevice {
            guard case .kernel(let driver, let name) = chip.address else { throw BusError.noAnswer(chip.address) }
            return KernelSensor(driver, name, bus: try RealTimeQueue(name: "drivers", priority: 0))
        }

        private func set(_ file: String, _ number: Int) throws {
            try KernelFile(path: "\(Self.models)/\(file)").write("\(number)")
        }

        /// The temperatures of table 1 of the data sheet, DS18B20 Rev. 6; the bus answers bit by bit.
        @Test func ds18b20ReportsTheTemperaturesOfItsDataSheetAndIsAbsentWhileItIsUnplugged() throws {
            let (sensor, device) = try thermometer("ds18b20")
            defer { try? set("ds18b20", 0x0191) }
            for (number, temperature) in [
                (0x07d0, 125), (0x0191, 25.0625), (0x00a2, 10.125), (0x0008, 0.5), (0x0000, 0), (0xff5e, -10.125),
                (0xfc90, -55),
            ] as [(Int, Double)] {
                try set("ds18b20", number)
                #expect(abs(try sensor.read(device).number - temperature) < 0.001)
            }
            try set("ds18b20_absent", 1)
            #expect(throws: BusError.noAnswer(device.address)) { try sensor.read(device) }
            try set("ds18b20_absent", 0)
            #expect(abs(try sensor.read(device).number + 55) < 0.001)
        }

        @Test func temperatureOfTheProcessorIsReadFromItsZone() throws {
            let (sensor, device) = try thermometer("processor cpu-thermal")
            defer { try? set("zone", 45000) }
            for thousandths in [45000, 71500] {
                try set("zone", thousandths)
                expectEqual(try sensor.read(device).number, Double(thousandths) / 1000)
            }
        }

        @Test func lm75IsReadByTheKernelsDriver() throws {
            let twin = TemperatureSensor(
                chip: try #require(Thermometer.Settings.models.reference("lm75 i2c-2 0x48")), channel: 1)
            let model = try ModelChip(twin.twin, at: .i2c(0x48))
            defer { model.end() }
            let binding = try DriverBinding("lm75", 0x48)
            defer { binding.remove() }
            let (sensor, device) = try thermometer("hwmon lm75")
            for temperature in [20, 25.5, -0.5, -25, 125] {
                model.operate("\(temperature)", channel: 1)
                expectEqual(try sensor.read(device).number, temperature)
            }
            model.unplug()
            #expect(throws: BusError.noAnswer(device.address)) { try sensor.read(device) }
            model.plugIn()
            expectEqual(try sensor.read(device).number, 125)
        }

        @Test func simulatedBME280IsReadByTheKernelsDriver() throws {
            let chip = try #require(ClimateSensor.Settings.models.reference("bme280 i2c-2 0x76"))
            let model = try ModelChip(BME280.twin(of: chip), at: .i2c(0x76))
            defer { model.end() }
            let binding = try DriverBinding("bme280", 0x76)
            defer { binding.remove() }
            let device = try open(ChipReference(chip: "iio", address: .kernel(.industrialIO, name: "bme280")))
            for numbers in [[21.5, 60, 1013.25], [-10, 20, 950], [40, 90, 1050]] {
                model.operate(numbers.map { "\($0)" }.joined(separator: " "))
                // Thousandths of a degree, thousandths of a percent, kilopascal (Documentation/ABI/testing/sysfs-bus-iio)
                #expect(abs(try device.number("in_temp_input") / 1000 - numbers[0]) < 0.02)
                #expect(abs(try device.number("in_humidityrelative_input") / 1000 - numbers[1]) < 0.1)
                #expect(abs(try device.number("in_pressure_input") * 10 - numbers[2]) < 0.1)
            }
        }

        @Test(arguments: [("mcp3008", 0), ("mcp3208", 1)] as [(String, Int)])
        func converterOnSPIIsReadByTheKernelsDriver(name: String, select: Int) throws {
            let twin = AnalogConverter(
                chip: try #require(AnalogInput.Settings.models.reference("\(name) spidev1.\(select)")), channel: 0,
                reference: 3.3)
            let model = try ModelChip(twin.twin, at: .spi(select: select, isRead: { _ in true }))
            defer { model.end() }
            let chip = try #require(AnalogInput.Settings.models.reference("iio \(name)"))
            let device = try open(chip)
            for channel in 0..<8 { model.operate("\(Double(channel) * 0.45)", channel: channel) }
            for channel in 0..<8 {
                let converter = AnalogConverter(chip: chip, channel: channel, reference: 3.3)
                #expect(abs(try converter.read(device) - Double(channel) * 0.45) < 0.0065)
            }
            // The data sheets, figures 6-1: a start bit, single-ended, the channel, and two bytes of clocks for the number
            expectEqual(model.transfers.suffix(8).map(\.written), (0..<8).map { [0x60 | UInt8($0) << 2] })
            #expect(model.transfers.suffix(8).allSatisfy { $0.count == 2 })
        }

        @Test func ads1115IsReadByTheKernelsDriver() throws {
            let twin = AnalogConverter(
                chip: try #require(AnalogInput.Settings.models.reference("ads1115 i2c-2 0x49")), channel: 0,
                reference: 2)
            let model = try ModelChip(twin.twin, at: .i2c(0x49))
            defer { model.end() }
            let binding = try DriverBinding("ads1115", 0x49)
            defer { binding.remove() }
            let chip = try #require(AnalogInput.Settings.models.reference("iio ads1015"))
            let device = try open(chip)
            for channel in 0..<4 { model.operate("\(Double(channel) * 0.5 + 0.25)", channel: channel) }
            for channel in 0..<4 {
                let converter = AnalogConverter(chip: chip, channel: channel, reference: 2)
                #expect(abs(try converter.read(device) - Double(channel) * 0.5 - 0.25) < 0.0001)
            }
        }
    }
}
