import CarillonGPIO
import Foundation
import LinuxGPIO
import TestSupport
import Testing

/// A folder in the shape of the kernel's `/sys/class/pwm`, with one exported channel.
@Suite struct KernelPWMTests {
    private let root: TemporaryFolder
    private var channel: URL { URL(fileURLWithPath: root.file("pwmchip0/pwm1")) }

    init() throws {
        root = try TemporaryFolder()
        for name in ["period", "duty_cycle", "enable"] { try root.write("", to: "pwmchip0/pwm1/\(name)") }
    }

    @Test func periodAndDutyCycleAreWrittenInNanosecondsUpToTheWholePeriod() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, period: .milliseconds(20), settings: OutputSettings(), root: root.path)
        expectEqual(try first("enable"), "1")
        expectEqual(try first("period"), "20000000")
        try pwm.set(dutyCycle: .microseconds(1500))
        expectEqual(try first("duty_cycle"), "1500000")
        try pwm.set(dutyCycle: .milliseconds(21))
        expectEqual(try first("duty_cycle"), "20000000")
        try pwm.set(dutyCycle: .milliseconds(-1))
        expectEqual(try first("duty_cycle"), "0")
        try pwm.set(dutyCycle: .microseconds(1500))
        try pwm.close()
        expectEqual(try first("duty_cycle"), "0")
    }

    @Test func activeLowOutputIsOffAtTheWholePeriod() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, settings: OutputSettings(safeLevel: .active, isActiveLow: true),
            root: root.path)
        #expect(try first("duty_cycle") == first("period"))
        try pwm.close()
        expectEqual(try first("duty_cycle"), "0")
    }

    @Test func periodOfAToneIsWrittenBeforeALongerDutyCycleAndAfterAShorterOne() throws {
        let pwm = try KernelPWM(chip: "pwmchip0", channel: 1, settings: OutputSettings(), root: root.path)
        for (width, period) in [(1_000_000, 2_000_000), (50_000, 100_000), (0, 1_000_000)] as [(Int64, Int64)] {
            try pwm.set(dutyCycle: .nanoseconds(width), period: .nanoseconds(period))
            expectEqual(try first("duty_cycle"), "\(width)")
            expectEqual(try String(first("period").prefix("\(period)".count)), "\(period)")
        }
        try pwm.close()
        expectEqual(try first("duty_cycle"), "0")
    }

    @Test func periodOfAnOutputWithAHighSafeStateCannotChange() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, settings: OutputSettings(isActiveLow: true), root: root.path)
        #expect {
            try pwm.set(dutyCycle: .microseconds(50), period: .microseconds(100))
        } throws: { "\($0)".contains("whose safe state is high") }
        expectEqual(try first("period"), "1000000")
        try pwm.close()
    }

    @Test func unwritableFolderIsReportedWithItsFile() throws {
        try FileManager.default.removeItem(at: channel)
        let error = expectError(GPIOError.self) {
            try KernelPWM(chip: "pwmchip0", channel: 1, settings: OutputSettings(), root: root.path)
        }
        expectEqual(error, .system(operation: "opening \(root.path)/pwmchip0/export", errno: ENOENT))
    }

    @Test func missingChipIsReported() {
        let error = expectError(GPIOError.self) {
            try KernelPWM(chip: "pwmchip7", channel: 0, settings: OutputSettings(), root: root.path)
        }
        expectEqual(error, .noPWM(chip: "pwmchip7", channel: 0))
    }

    /// Returns the last text written. A file of sysfs replaces its content at each write; an ordinary file keeps the
    /// end of a longer text.
    private func first(_ name: String) throws -> String {
        let text = try String(contentsOf: channel.appendingPathComponent(name), encoding: .utf8)
        return String(text.prefix { $0 != "\n" })
    }
}
