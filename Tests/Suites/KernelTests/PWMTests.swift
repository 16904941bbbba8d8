import CarillonGPIO
import Foundation
import LinuxGPIO
import Testing

extension RealKernel {
    /// LEDs dimmed by the kernel's PWM chips.
    @Suite struct PWM {
        @Test func chipHasTheShareThatTheProgramSays() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let pwm = try KernelPWM(chip: chip.name, channel: 3, settings: OutputSettings())
            #expect(try chip.output(of: 3) == .off)
            try pwm.set(dutyCycle: .microseconds(250))
            #expect(try chip.output(of: 3) == .dimmed(steps: 1024))
            try pwm.set(dutyCycle: pwm.period)
            #expect(try chip.output(of: 3) == .on)
            try pwm.close()
            #expect(try chip.output(of: 3) == .off)
        }

        @Test func pulseHasTheLengthThatTheProgramSays() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let pwm = try KernelPWM(
                chip: chip.name, channel: 3, period: .milliseconds(20), settings: OutputSettings())
            try pwm.set(dutyCycle: .microseconds(1500))
            #expect(try chip.output(of: 3) == .dimmed(steps: 308))
            try pwm.close()
            #expect(try chip.output(of: 3) == .off)
        }

        @Test func channelThatIsThereAlreadyIsTaken() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let settings = OutputSettings(safeLevel: .active, isActiveLow: true)
            try KernelPWM(chip: chip.name, channel: 0, settings: settings).close()
            #expect(try chip.output(of: 0) == .off)
            let pwm = try KernelPWM(chip: chip.name, channel: 0, settings: settings)
            #expect(try chip.output(of: 0) == .on)
            try pwm.close()
        }

        @Test func missingChannelIsReportedWithARemedy() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            #expect(throws: GPIOError.noPWM(chip: chip.name, channel: 99)) {
                try KernelPWM(chip: chip.name, channel: 99, settings: OutputSettings())
            }
        }

        @Test func channelThatIsBackAfterAToneIsUsedAgain() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let pwm = try KernelPWM(
                chip: chip.name, channel: 3, period: .milliseconds(20), settings: OutputSettings())
            try pwm.set(dutyCycle: .milliseconds(5), period: .milliseconds(10))
            #expect(try chip.output(of: 3) == .dimmed(steps: 2048))
            try chip.unbind()
            #expect(throws: GPIOError.self) { try pwm.set(dutyCycle: .milliseconds(4), period: .milliseconds(10)) }
            try chip.bind()
            try pwm.set(dutyCycle: .milliseconds(5), period: .milliseconds(20))
            #expect(try chip.output(of: 3) == .dimmed(steps: 1024))
            try pwm.close()
        }

        @Test(arguments: [(SIGTERM, 0), (SIGSEGV, 128 + SIGSEGV)] as [(Int32, Int32)])
        func programThatEndsLeavesItsLEDOut(signal: Int32, status: Int32) throws {
            let pwm = try PCA9685()
            defer { pwm.remove() }
            let wiring = FileManager.default.temporaryDirectory.appendingPathComponent("dimmed-\(UUID()).yaml")
            try Data(
                """
                buttons: {plus: GPIO17, minus: GPIO27}
                leds: {bit0: {line: GPIO5, pwm: \(pwm.name)/0}, bit1: GPIO6}
                numbers: {count: [bit0, bit1]}
                """.utf8
            ).write(to: wiring)
            try CounterPanel.run(arguments: ["--wiring", wiring.path]) { panel in
                try panel.press(.plus)
                try wait(until: "the LED is lit", details: panel.program.errors) { try pwm.output(of: 0) == .on }
                panel.program.send(signal)
                #expect(try panel.program.waitForExit() == status)
                #expect(try pwm.output(of: 0) == .off)
            }
        }
    }
}
