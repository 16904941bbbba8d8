import CarillonGPIO
import CarillonScheduling
import Foundation
import TestSupport
import Testing

@testable import LinuxGPIO

/// Sensors of the kernel's drivers, in a folder like the kernel's.
@Suite struct KernelSensorTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("sys-\(UUID())")

    private func write(_ text: String, to path: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func read(_ driver: KernelDriver, _ name: String, _ file: String) throws -> String {
        let sensor = KernelSensor(driver, name, bus: VirtualTime(), root: root.path)
        return String(decoding: try sensor.transfer(Array(file.utf8), reading: 32), as: UTF8.self)
    }

    @Test func deviceIsFoundByItsName() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("cpu-thermal\n", to: "class/thermal/thermal_zone0/type")
        try write("47200\n", to: "class/thermal/thermal_zone0/temp")
        try write("drivetemp\n", to: "class/hwmon/hwmon0/name")
        try write("lm75\n", to: "class/hwmon/hwmon1/name")
        try write("25000\n", to: "class/hwmon/hwmon1/temp1_input")
        try write("ads1015\n", to: "bus/iio/devices/iio:device0/name")
        try write("soil\n", to: "bus/iio/devices/iio:device0/label")
        try write("1600\n", to: "bus/iio/devices/iio:device0/in_voltage0_raw")
        try write("20500\n", to: "bus/w1/devices/28-000005e2fdc3/temperature")
        try write("", to: "bus/w1/devices/w1_bus_master1/temperature")
        expectEqual(try read(.thermalZone, "cpu-thermal", "temp"), "47200")
        expectEqual(try read(.thermalZone, "", "temp"), "47200")
        expectEqual(try read(.hardwareMonitor, "lm75", "temp1_input"), "25000")
        expectEqual(try read(.industrialIO, "ads1015", "in_voltage0_raw"), "1600")
        expectEqual(try read(.industrialIO, "soil", "in_voltage0_raw"), "1600")
        expectEqual(try read(.oneWire, "", "temperature"), "20500")
        expectEqual(try read(.oneWire, "28-000005e2fdc3", "temperature"), "20500")
    }

    @Test func sensorWithAnEmptyFileIsAbsent() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let absent = BusError.noAnswer(.kernel(.oneWire, name: ""))
        #expect(throws: absent) { try read(.oneWire, "", "temperature") }
        try write("", to: "bus/w1/devices/28-000005e2fdc3/temperature")
        #expect(throws: absent) { try read(.oneWire, "", "temperature") }
    }

    @Test func returnedDeviceIsFoundUnderAnotherNumber() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("lm75\n", to: "class/hwmon/hwmon1/name")
        try write("25000\n", to: "class/hwmon/hwmon1/temp1_input")
        let sensor = KernelSensor(.hardwareMonitor, "lm75", bus: VirtualTime(), root: root.path)
        let file = Array("temp1_input".utf8)
        expectEqual(try sensor.transfer(file, reading: 32), Array("25000".utf8))
        try FileManager.default.moveItem(
            at: root.appendingPathComponent("class/hwmon/hwmon1"), to: root.appendingPathComponent("class/hwmon/hwmon3")
        )
        expectEqual(try sensor.transfer(file, reading: 32), Array("25000".utf8))
    }
}
