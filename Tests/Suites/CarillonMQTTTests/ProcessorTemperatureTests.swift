import Glibc
import TestSupport
import Testing

@testable import CarillonMQTT

@Suite struct ProcessorTemperatureTests {
    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    /// Returns a folder with the sensors of these types; each measures 1 °C more than the one before it.
    private func folder(_ types: String...) throws -> String {
        let folder = types.joined()
        for (number, type) in types.enumerated() {
            try root.write("\(type)\n", to: "\(folder)/thermal_zone\(number)/type")
            try root.write("\(40_500 + 1000 * number)\n", to: "\(folder)/thermal_zone\(number)/temp")
        }
        return root.file(folder)
    }

    @Test func temperatureIsReadFromTheProcessorsSensor() throws {
        let sensor = ProcessorTemperature(in: try folder("battery", "iwlwifi_1", "cpu-thermal"))
        expectEqual(sensor?.celsius(), 42.5)
        expectEqual(ProcessorTemperature(in: try folder("soc-thermal", "gpu-thermal"))?.celsius(), 40.5)
        #expect(ProcessorTemperature(in: try folder("battery", "iwlwifi_1")) == nil)
        #expect(ProcessorTemperature(in: try folder()) == nil)
    }

    @Test func sensorThatFailsLaterHasNoTemperature() throws {
        let folder = try folder("cpu-thermal")
        let sensor = try #require(ProcessorTemperature(in: folder))
        unlink("\(folder)/thermal_zone0/temp")
        expectEqual(sensor.celsius(), nil)
    }
}
