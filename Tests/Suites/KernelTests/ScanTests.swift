import Foundation
import Testing

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

        @Test func chipsThatAnswerAreListed() throws {
            let (status, output) = try carillon("scan")
            #expect(status == 0)
            let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.contains("I2C, i2c-1 (kernel tests)"), "\(output)")
            #expect(lines.contains("displays: {display: i2c-1}"), "\(output)")
            // The bus with SMBus only could be that of a mainboard.
            #expect(output.contains("supports only SMBus"))
            #expect(places(in: output) == ["0x3c", "0x50"], "\(output)")
        }

        @Test func chipWithADriverIsNamedByIt() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let (status, output) = try carillon("scan", "i2c-0")
            #expect(status == 0)
            #expect(output.contains("0x40  in use by the kernel's driver pca9685-pwm"), "\(output)")
            #expect(places(in: output) == ["0x3c", "0x40", "0x48", "0x49", "0x70", "0x76", "0x77"], "\(output)")
        }
    }
}
