#if CARILLON_FLEET
    import Glibc
    import Testing

    @testable import CarillonAppliance

    @Suite struct ProcessorTemperatureTests {
        /// Returns a folder with the sensors of these types; each measures 1 °C more than the one before it.
        private func folder(_ types: String...) throws -> String {
            var template = Array("/tmp/carillon-thermal-XXXXXX".utf8CString)
            let folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
            for (number, type) in types.enumerated() {
                mkdir("\(folder)/thermal_zone\(number)", 0o700)
                for (name, text) in [("type", type), ("temp", "\(40_500 + 1000 * number)")] {
                    let file = try #require(fopen("\(folder)/thermal_zone\(number)/\(name)", "w"))
                    fputs("\(text)\n", file)
                    fclose(file)
                }
            }
            return folder
        }

        @Test func theProcessorsSensorIsTheOneThatIsCalledSo() throws {
            let sensor = ProcessorTemperature(in: try folder("battery", "iwlwifi_1", "cpu-thermal"))
            #expect(sensor?.celsius() == 42.5)
            #expect(ProcessorTemperature(in: try folder("soc-thermal", "gpu-thermal"))?.celsius() == 40.5)
        }

        @Test func withoutOneThereIsNoTemperature() throws {
            #expect(ProcessorTemperature(in: try folder("battery", "iwlwifi_1")) == nil)
            #expect(ProcessorTemperature(in: try folder()) == nil)
        }

        @Test func aSensorThatFailsLaterHasNoTemperature() throws {
            let folder = try folder("cpu-thermal")
            let sensor = try #require(ProcessorTemperature(in: folder))
            unlink("\(folder)/thermal_zone0/temp")
            #expect(sensor.celsius() == nil)
        }
    }
#endif
