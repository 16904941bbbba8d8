import Foundation
import TestSupport
import Testing

/// However a program ends, its outputs are in their safe states: the LED off, the relay on.
extension RealKernel {
    @Suite struct SafeStates {
        /// The ends of a program, with its status; a program that waits receives a signal.
        private static let ends: [(how: String, status: Int32)] = [
            ("trap", 128 + SIGILL), ("overflow", 128 + SIGILL), ("fault", 128 + SIGSEGV),
            ("recursion-on-thread", 128 + SIGSEGV), ("abort", 128 + SIGABRT), ("exit", 3), ("quick-exit", 3),
            ("wait", 128 + SIGTERM), ("wait", 128 + SIGBUS), ("wait", 128 + 64),
        ]

        /// LinuxGPIOTests has the same with each signal and each stack, without lines.
        @Test(arguments: ends)
        func programLeavesItsOutputsSafeWhenItEnds(how: String, status: Int32) throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let trace = try GPIOTrace()
            defer { trace.end() }
            let program = try Program.deviceProbe(["pinctrl-bcm2711", "GPIO5", "GPIO6", how])
            defer { program.end() }
            try program.waitForError(containing: "lit")
            if how == "wait" { program.send(status - 128) }
            expectEqual(try program.waitForExit(), status)
            let (led, relay) = (
                try trace.levels(of: chip["GPIO5"], on: chip), try trace.levels(of: chip["GPIO6"], on: chip)
            )
            #expect(led.contains(.high) && led.last == .low)
            #expect(relay.contains(.low) && relay.last == .high)
        }

        @Test(arguments: ["child-exit", "child-signal"])
        func childProcessThatEndsLeavesTheOutputsUnchanged(how: String) throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let program = try Program.deviceProbe(["pinctrl-bcm2711", "GPIO5", "GPIO6", how])
            defer { program.end() }
            try program.waitForError(containing: "child ended")
            expectEqual(try chip["GPIO5"].level, .high)
            expectEqual(try chip["GPIO6"].level, .low)
        }

        /// The command that systemd runs after any end of the service (`ExecStopPost=`).
        @Test func safeOptionMakesTheOutputsOfAKilledProgramSafe() throws {
            let pwm = try PCA9685()
            defer { pwm.remove() }
            let wiring = FileManager.default.temporaryDirectory.appendingPathComponent("killed-\(UUID()).yaml")
            try Data(
                """
                buttons: {plus: GPIO17, minus: GPIO27}
                leds: {bit0: {line: GPIO5, pwm: \(pwm.name)/0}, bit1: {line: GPIO6, safe: on}}
                relays: {heater: GPIO13}
                numbers: {count: [bit0, bit1]}
                """.utf8
            ).write(to: wiring)
            let trace = try GPIOTrace()
            defer { trace.end() }
            try CounterPanel.run(arguments: ["--wiring", wiring.path]) { panel in
                try panel.press(.plus)
                try wait(until: "the LED is lit", details: panel.program.errors) { try pwm.output(of: 0) == .on }
                panel.program.send(SIGKILL)
                try panel.program.waitForExit()
                expectEqual(try pwm.output(of: 0), .on)

                let safe = try Program.counter(["--board", "raspberry-pi-4b", "--wiring", wiring.path, "--safe"])
                defer { safe.end() }
                expectEqual(try safe.waitForExit(), 0)
                expectEqual(safe.errors, "")
                expectEqual(try pwm.output(of: 0), .off)
                expectEqual(try trace.levels(of: panel.chip["GPIO6"], on: panel.chip).last, .high)
                expectEqual(try trace.levels(of: panel.chip["GPIO13"], on: panel.chip).last, .low)
            }
        }

        @Test func safeOptionReportsLinesThatARunningProgramUses() throws {
            try CounterPanel.run { panel in
                try panel.press(.plus)
                try panel.waitUntilShown(1)
                let safe = try Program.counter(["--board", "raspberry-pi-4b", "--safe"])
                defer { safe.end() }
                expectEqual(try safe.waitForExit(), 2)
                #expect(safe.errors.contains("line \"GPIO5\" of \"pinctrl-bcm2711\" is in use by \"counter\""))
                expectEqual(try panel.shown, 1)
            }
        }
    }
}

extension Program {
    fileprivate static func deviceProbe(_ arguments: [String]) throws -> Program {
        try built(builtPath("debug/DeviceProbe"), arguments)
    }
}
