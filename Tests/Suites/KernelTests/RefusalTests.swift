import TestSupport
import Testing

/// Conditions under which the counter cannot work: exit status 2, and one line with the remedy.
extension RealKernel {
    @Suite struct Refusals {
        @Test func lineThatADriverHoldsIsReportedWithItsHolder() throws {
            let chip = try GPIOSimChip.raspberryPi4B(holders: ["GPIO17": "spi0 CS0"])
            defer { chip.remove() }
            let refusal = try refusalOf(.counter(["--board", "raspberry-pi-4b", "--sound", "none"]))
            #expect(refusal.contains("\"GPIO17\"") && refusal.contains("\"spi0 CS0\""))
        }

        @Test func errorOfAUserWithoutPermissionNamesTheGroup() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let refusal = try refusalOf(.counterAsNobody(["--board", "raspberry-pi-4b", "--sound", "none"]))
            #expect(refusal.contains(chip.devicePath) && refusal.contains("group \"gpio\""))
        }

        private func refusalOf(_ program: Program) throws -> String {
            defer { program.end() }
            expectEqual(try program.waitForExit(), 2)
            expectEqual(program.errors.split(separator: "\n").count, 1, "\(program.errors)")
            expectEqual(program.output, "")
            return program.errors
        }
    }
}

extension Program {
    /// Starts the counter as a user without permissions.
    fileprivate static func counterAsNobody(_ arguments: [String]) throws -> Program {
        try Program("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", counterPath] + arguments)
    }
}
