import CarillonGPIO
import LinuxGPIO
import TestSupport
import Testing

extension RealKernel {
    /// LEDs dimmed by the kernel's PWM chips.
    @Suite struct PWM {
        @Test func chipHasTheDutyCycleOfTheProgram() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let pwm = try KernelPWM(chip: chip.name, channel: 3, settings: OutputSettings())
            expectEqual(try chip.output(of: 3), .off)
            try pwm.set(dutyCycle: .microseconds(250))
            expectEqual(try chip.output(of: 3), .dimmed(steps: 1024))
            try pwm.set(dutyCycle: pwm.period)
            expectEqual(try chip.output(of: 3), .on)
            try pwm.close()
            expectEqual(try chip.output(of: 3), .off)
        }

        @Test func existingChannelIsUsedAgain() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let settings = OutputSettings(safeLevel: .active, isActiveLow: true)
            try KernelPWM(chip: chip.name, channel: 0, settings: settings).close()
            expectEqual(try chip.output(of: 0), .off)
            let pwm = try KernelPWM(chip: chip.name, channel: 0, settings: settings)
            expectEqual(try chip.output(of: 0), .on)
            try pwm.close()
        }

        @Test func missingChannelIsReportedWithARemedy() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            #expect(throws: GPIOError.noPWM(chip: chip.name, channel: 99)) {
                try KernelPWM(chip: chip.name, channel: 99, settings: OutputSettings())
            }
        }

        @Test func reboundChannelIsUsedAgainAfterATone() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let pwm = try KernelPWM(
                chip: chip.name, channel: 3, period: .milliseconds(20), settings: OutputSettings())
            try pwm.set(dutyCycle: .milliseconds(5), period: .milliseconds(10))
            expectEqual(try chip.output(of: 3), .dimmed(steps: 2048))
            try chip.unbind()
            #expect(throws: GPIOError.self) { try pwm.set(dutyCycle: .milliseconds(4), period: .milliseconds(10)) }
            try chip.bind()
            try pwm.set(dutyCycle: .milliseconds(5), period: .milliseconds(20))
            expectEqual(try chip.output(of: 3), .dimmed(steps: 1024))
            try pwm.close()
        }
    }
}
