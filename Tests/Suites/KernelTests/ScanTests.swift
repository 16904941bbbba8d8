import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// `carillon scan` on the kernel's own buses.
extension RealKernel {
    @Suite struct Scans {
        private func carillon(_ arguments: String...) throws -> (status: Int32, output: String) {
            let program = try Program.built(Program.builtPath("debug/carillon"), arguments)
            defer { program.end() }
            // The guest's clock may run on while the tool and its libraries are loaded.
            let status = try program.waitForExit(within: .seconds(600))
            return (status, program.output + program.errors)
        }

        /// Returns the addresses at which something was found.
        private func places(in output: String) -> Set<String> {
            Set(output.split(separator: "\n").filter { $0.hasPrefix("  0x") }.map { String($0.dropFirst(2).prefix(4)) })
        }

        @Test func respondingChipsAreListed() throws {
            let (status, output) = try carillon("scan")
            expectEqual(status, 0)
            let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.contains("I2C, i2c-1 (kernel tests)"), "\(output)")
            #expect(lines.contains("displays: {display: i2c-1}"), "\(output)")
            // The bus with SMBus only could be that of a mainboard.
            #expect(output.contains("supports only SMBus"))
            expectEqual(places(in: output), ["0x3c", "0x50"], "\(output)")
        }

        @Test func chipWithADriverIsListedWithTheDriver() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let (status, output) = try carillon("scan", "i2c-0")
            expectEqual(status, 0)
            #expect(output.contains("0x40  in use by the kernel's driver pca9685-pwm"), "\(output)")
            expectEqual(places(in: output), ["0x3c", "0x40", "0x48", "0x49", "0x70", "0x76", "0x77"], "\(output)")
        }

        /// Each place with the line of wiring below it. The number in the name of a device depends on those above it.
        @Test func devicesOfTheKernelsDriversAreListed() throws {
            let chip = try #require(Thermometer.Settings.models.reference("lm75 i2c-2 0x48"))
            let model = try ModelChip(TemperatureSensor(chip: chip, channel: 1).twin, at: .i2c(0x48))
            defer { model.end() }
            let binding = try DriverBinding("lm75", 0x48)
            defer { binding.remove() }
            let pad = try UInputDevice("Number Pad")
            defer { pad.unplug() }
            let (status, output) = try carillon("scan", "i2c-2")
            expectEqual(status, 0)
            #expect(output.contains("0x48  in use by the kernel's driver lm75"), "\(output)")
            let lines = output.split(separator: "\n").map { line in
                let words = line.split(separator: " ").joined(separator: " ")
                return words.replacing(#/[0-9]*: /#, with: ": ")
            }
            for (place, wiring) in [
                ("28-060504030201 DS18B20", "thermometers: {thermometer: ds18b20 28-060504030201}"),
                ("mcp3008 voltage 0", "analogs: {analog: iio mcp3008}"),
                ("mcp3208 voltage 7", "analogs: {analog: {chip: iio mcp3208, channel: 7}}"),
                ("lm75 temperature 1", "thermometers: {thermometer: hwmon lm75}"),
                ("cpu-thermal temperature", "thermometers: {thermometer: processor cpu-thermal}"),
                ("Number Pad keypad", "keypads: {keypad: \"Number Pad\"}"),
                ("Number Pad or a reader that types lines", "readers: {reader: \"Number Pad\"}"),
            ] {
                #expect(zip(lines, lines.dropFirst()).contains { $0 == (place, wiring) }, "\(place)\n\(output)")
            }
        }
    }
}
