import CarillonAppliance
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import Foundation
import LinuxGPIO
import TestSupport
import Testing

@testable import CarillonTool

/// Scans of folders like the kernel's, and of buses with chips that only answer.
@Suite struct ScanTests {
    private let root: TestSupport.TemporaryFolder

    init() throws { root = try TestSupport.TemporaryFolder() }

    // MARK: I2C

    /// Returns the scan of buses whose chips have these addresses.
    private func scan(
        _ chips: [String: Set<UInt8>], named names: [String] = [], isSMBus: Bool = false, drivers: Set<UInt8> = [],
        hangingAt: UInt8? = nil, refusing: Set<UInt8> = []
    ) throws -> [Scan.Section] {
        for bus in chips.keys { try root.write("", to: "dev/\(bus)") }
        return Scan.buses(names, root: root.path) { (name) throws(BusError) in
            Scan.Bus(isSMBus: isSMBus) { (address) throws(BusError) in
                let place = BusAddress.i2c(bus: name, address: address)
                if address == hangingAt { throw .timedOut(place) }
                if refusing.contains(address) { throw .unsupported(place, transfer: "probe it safely") }
                if drivers.contains(address) { return .driver }
                return chips[name]?.contains(address) == true ? .device : .none
            }
        }
    }

    @Test func chipIsListedWithItsLineForAWiring() throws {
        let sections = try scan(["i2c-1": [0x3c, 0x76]])
        expectEqual(
            Scan(sections: sections).text(isColored: false),
            """
            I2C, i2c-1
              0x3c  SSD1306 or SH1106
                      displays: {display: i2c-1}
              0x3c  or PCF8574 of an LCD
                      lcds: {lcd: {bus: i2c-1, address: 0x3c}}
              0x3c  or PCF8574: lines for a board file; dtoverlay=pcf857x,pcf8574 on a Raspberry Pi
              0x76  BME280
                      climates: {climate: bme280 i2c-1 0x76}
              0x76  or BMP280
                      climates: {climate2: bmp280 i2c-1 0x76}
              0x76  or HT16K33
                      digit-displays: {digit-display: ht16k33 i2c-1 0x76}

            """)
    }

    @Test func lineForEachChipIsAValidWiring() throws {
        var count = 0
        for address in I2CProbe.addresses {
            for chip in KnownChip.all(at: address) {
                guard let line = chip.wiring(bus: "i2c-3", address: address) else { continue }
                count += 1
                var names: [String: Int] = [:]
                let wiring = try Wiring.text(line.text(&names), name: "pasted.yaml")
                let addresses = wiring.devices.flatMap(\.buses).map(\.address)
                expectEqual(addresses, [.i2c(bus: "i2c-3", address: address)], "\(chip.title)")
            }
        }
        #expect(count > 15)
    }

    @Test func eachKindOnI2CIsKnownAtItsAddress() throws {
        var found: Set<String> = []
        for kind in DeviceKinds.builtIn {
            var lines = 0
            let entries = kind.benchWiring("i2c-1") {
                lines += 1
                return "GPIO\(lines)"
            }
            // A kind on SPI takes the name of a bus of its own.
            guard let wiring = try? Wiring(entries) else { continue }
            for case .i2c(_, let address) in wiring.devices.flatMap(\.buses).map(\.address) {
                let chips = KnownChip.all(at: address).compactMap { $0.wiring(bus: "i2c-1", address: address) }
                #expect(chips.contains { $0.section == kind.kind.section }, "\(kind.kind.section) at \(address)")
                found.insert(kind.kind.name)
            }
        }
        #expect(found.isSuperset(of: ["climate", "display", "rfid"]))
    }

    @Test func unknownChipIsListed() throws {
        let findings = try scan(["i2c-1": [0x1d]])[0].findings
        expectEqual(findings, [Scan.Finding("0x1d", "no chip is known at this address")])
    }

    @Test func busesAreListedInTheOrderOfTheirNumbers() throws {
        let titles = try scan(["i2c-10": [], "i2c-2": []]).map(\.title)
        expectEqual(titles, ["I2C, i2c-2", "I2C, i2c-10"])
    }

    @Test func busOfAMainboardIsScannedOnlyIfItIsNamed() throws {
        try root.write("SMBus I801 adapter at efa0\n", to: "sys/bus/i2c/devices/i2c-0/name")
        let unnamed = try scan(["i2c-0": [0x48]], isSMBus: true)[0]
        expectEqual(unnamed.title, "I2C, i2c-0 (SMBus I801 adapter at efa0)")
        #expect(unnamed.findings.isEmpty)
        expectEqual(unnamed.note?.contains("run carillon scan i2c-0"), true)
        #expect(!unnamed.hasFailed)
        let named = try scan(["i2c-0": [0x48]], named: ["i2c-0"], isSMBus: true)[0]
        expectEqual(named.findings.map(\.place), ["0x48", "0x48"])
    }

    @Test func chipOfADriverIsListedWithTheDriver() throws {
        let folder = "sys/bus/i2c/devices/1-0048"
        try root.write("lm75\n", to: "\(folder)/name")
        try FileManager.default.createSymbolicLink(
            atPath: root.file("\(folder)/driver"), withDestinationPath: "../../../bus/i2c/drivers/lm75")
        let findings = try scan(["i2c-1": []], drivers: [0x48])[0].findings
        expectEqual(findings.map(\.text), ["in use by the kernel's driver lm75, whose values are listed below"])
    }

    @Test func hangingBusIsAbandoned() throws {
        let sections = try scan(["i2c-1": [0x24, 0x76]], hangingAt: 0x40)
        expectEqual(sections[0].findings.map(\.place), ["0x24", "0x24", "0x24", "0x24"])
        expectEqual(sections[0].note?.hasPrefix("a transfer to 0x40 on i2c-1 timed out; check the wires"), true)
        #expect(!Scan(sections: sections).isComplete)
    }

    @Test func addressesThatCannotBeProbedSafelyAreLeftOut() throws {
        let sections = try scan(["i2c-1": [0x76]], refusing: [0x50])
        expectEqual(sections[0].findings.map(\.place), ["0x76", "0x76", "0x76"])
        expectEqual(sections[0].note?.hasPrefix("some addresses were left out"), true)
        #expect(Scan(sections: sections).isComplete)
    }

    // MARK: Drivers

    @Test func devicesOfDriversAreListedWithTheirLines() throws {
        for (path, text) in [
            ("bus/w1/devices/28-000005e2fdc3/name", "28"), ("bus/w1/devices/w1_bus_master1/name", "w1"),
            ("bus/w1/devices/00-400000000000/name", "00"), ("bus/w1/devices/10-000802b5d1a0/name", "10"),
            ("bus/iio/devices/iio:device0/name", "ads1015"), ("bus/iio/devices/iio:device0/in_voltage0_raw", "1"),
            ("bus/iio/devices/iio:device0/in_voltage3_raw", "1"),
            ("bus/iio/devices/iio:device0/in_voltage0-voltage1_raw", "1"),
            ("bus/iio/devices/iio:device1/name", "bmp280"), ("bus/iio/devices/iio:device1/in_temp_input", "1"),
            ("class/hwmon/hwmon0/name", "lm75"), ("class/hwmon/hwmon0/temp1_input", "1"),
            ("class/hwmon/hwmon1/name", "nct"), ("class/hwmon/hwmon1/temp2_input", "1"),
            ("class/hwmon/hwmon1/temp2_label", "SYSTIN"), ("class/hwmon/hwmon2/name", "rpi_volt"),
            ("class/thermal/thermal_zone0/type", "cpu-thermal"), ("class/thermal/cooling_device0/type", "fan"),
        ] { try root.write("\(text)\n", to: "sys/\(path)") }
        let sections =
            [Scan.oneWire(root: root.path), Scan.industrialIO(root: root.path)] + Scan.temperatures(root: root.path)
        expectEqual(
            Scan(sections: sections).text(isColored: false),
            """
            1-wire
              00-400000000000  no sensor: the wire is disturbed; check the resistor of 4.7 kΩ to 3.3 V
              10-000802b5d1a0  a thermometer, which no kind of device reads
              28-000005e2fdc3  DS18B20
                                 thermometers: {thermometer: ds18b20 28-000005e2fdc3}

            IIO
              ads1015  voltage 0
                         analogs: {analog: iio ads1015}
              ads1015  voltage 3
                         analogs: {analog2: {chip: iio ads1015, channel: 3}}
              bmp280   no voltage that a kind of device reads

            hwmon
              lm75      temperature 1
                          thermometers: {thermometer2: hwmon lm75}
              nct       temperature 2 (SYSTIN)
                          thermometers: {thermometer3: {chip: hwmon nct, channel: 2}}
              rpi_volt  no temperature

            thermal zones
              cpu-thermal  temperature
                             thermometers: {thermometer4: processor cpu-thermal}

            """)
        try expectValid(sections, count: 6)
    }

    @Test func scanWithoutSensorsExplainsHowToEnable1Wire() throws {
        expectEqual(Scan.oneWire(root: root.path).note?.contains("dtoverlay=w1-gpio"), true)
        let section = Scan.industrialIO(root: root.path)
        expectEqual(Scan(sections: [section]).text(isColored: false), "IIO\n  nothing\n")
    }

    // MARK: Keys

    @Test func inputDevicesWithKeysAreListed() throws {
        // The bits of a keyboard, of a power button (116), of a mouse (BTN_LEFT is 0x110), in words of 64 bits.
        try input("event0", "Sycreader \"RFID\"", keys: "10000 7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe")
        try input("event1", "Power Button", keys: "10000000000000 0")
        try input("event2", "USB Mouse", keys: "1f0000 0 0 0 0")
        try input("event3", "Sycreader \"RFID\"", keys: "10000 0 0")
        try input("event4", "08ff:0009", keys: "2")
        try input("event5", "HDMI Jack", keys: "0")
        let section = Scan.keys(root: root.path)
        expectEqual(
            section.findings.map(\.place),
            [
                "Sycreader \"RFID\"", "Sycreader \"RFID\"", "Power Button", "08ff:0009",
            ])
        expectEqual(section.findings.map { $0.wiring?.section }, ["keypads", "readers", "keypads", "keypads"])
        expectEqual(section.findings[3].wiring?.settings, "\"1234:abcd\"")
        try expectValid([section], count: 4)
    }

    private func input(_ event: String, _ name: String, keys: String) throws {
        try root.write("\(name)\n", to: "sys/class/input/\(event)/device/name")
        try root.write("\(keys)\n", to: "sys/class/input/\(event)/device/capabilities/key")
        try root.write("1234\n", to: "sys/class/input/\(event)/device/id/vendor")
        try root.write("abcd\n", to: "sys/class/input/\(event)/device/id/product")
    }

    /// Checks that each line is a wiring with one device.
    private func expectValid(_ sections: [Scan.Section], count: Int) throws {
        let lines = sections.flatMap(\.findings).compactMap(\.wiring)
        expectEqual(lines.count, count)
        for line in lines {
            var names: [String: Int] = [:]
            let text = line.text(&names)
            expectEqual(try Wiring.text(text, name: "pasted.yaml").devices.count, 1, "\(text)")
        }
    }

    // MARK: The command

    @Test func exitStatusIsOneIfABusCannotBeScanned() throws {
        let good = try ToolRun("scan", "--root", root.path)
        expectEqual(good.status, 0)
        #expect(good.output.hasPrefix("I2C\n  no bus \"i2c-1\" (found: none); enable I2C"))
        #expect(good.output.contains("\n\nevdev\n  nothing\n"))
        try root.write("", to: "dev/i2c-1")
        let bad = try ToolRun("scan", "--root", root.path)
        expectEqual(bad.status, 1)
        #expect(bad.output.hasPrefix("I2C, i2c-1\n  opening \(root.path)/dev/i2c-1: Inappropriate ioctl"))
        expectEqual(bad.notices, "")
    }

    @Test(arguments: [("i2c-9", "no bus \"i2c-9\""), ("spidev0.0", "\"spidev0.0\" is no I2C bus")])
    func exitStatusIsTwoForAWrongBus(bus: String, text: String) throws {
        let run = try ToolRun("scan", bus, "--root", root.path)
        expectEqual(run.status, 2)
        #expect(run.notices.hasPrefix("carillon: scan: \(text)"))
    }
}
