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

    @Test func periodAndDutyCycleAreWrittenInNanoseconds() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, period: .milliseconds(20), settings: OutputSettings(), root: root.path)
        #expect(try first("enable") == "1")
        #expect(try first("period") == "20000000")
        try pwm.set(dutyCycle: .microseconds(1500))
        #expect(try first("duty_cycle") == "1500000")
        try pwm.close()
        #expect(try first("duty_cycle") == "0")
    }

    @Test func outputThatIsActiveLowIsOffAtTheWholePeriod() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, settings: OutputSettings(safeLevel: .active, isActiveLow: true),
            root: root.path)
        #expect(try first("duty_cycle") == first("period"))
        try pwm.close()
        #expect(try first("duty_cycle") == "0")
    }

    @Test func periodOfATonePrecedesALongerDutyCycleOnly() throws {
        let pwm = try KernelPWM(chip: "pwmchip0", channel: 1, settings: OutputSettings(), root: root.path)
        for (width, period) in [(1_000_000, 2_000_000), (50_000, 100_000), (0, 1_000_000)] as [(Int64, Int64)] {
            try pwm.set(dutyCycle: .nanoseconds(width), period: .nanoseconds(period))
            #expect(try first("duty_cycle") == "\(width)")
            #expect(try String(first("period").prefix("\(period)".count)) == "\(period)")
        }
        try pwm.close()
        #expect(try first("duty_cycle") == "0")
    }

    @Test func periodOfAnOutputWhoseSafeStateIsHighStays() throws {
        let pwm = try KernelPWM(
            chip: "pwmchip0", channel: 1, settings: OutputSettings(isActiveLow: true), root: root.path)
        #expect {
            try pwm.set(dutyCycle: .microseconds(50), period: .microseconds(100))
        } throws: { "\($0)".contains("whose safe state is high") }
        #expect(try first("period") == "1000000")
        try pwm.close()
    }

    @Test(arguments: [(Duration.milliseconds(2), "1000000"), (.milliseconds(-1), "0")])
    func dutyCycleBeyondThePeriodCountsAsTheNearest(time: Duration, dutyCycle: String) throws {
        let pwm = try KernelPWM(chip: "pwmchip0", channel: 1, settings: OutputSettings(), root: root.path)
        try pwm.set(dutyCycle: time)
        #expect(try first("duty_cycle") == dutyCycle)
        try pwm.close()
    }

    @Test func unwritableFolderIsReportedWithItsFile() throws {
        try FileManager.default.removeItem(at: channel)
        let error = expectError(GPIOError.self) {
            try KernelPWM(chip: "pwmchip0", channel: 1, settings: OutputSettings(), root: root.path)
        }
        #expect(error == .system(operation: "opening \(root.path)/pwmchip0/export", errno: ENOENT))
    }

    @Test func readOnlyFolderIsReportedWithARemedy() {
        let error = GPIOError.system(operation: "opening /sys/class/pwm/pwmchip0/export", errno: EROFS)
        #expect("\(error)".contains("give the program write access"))
    }

    @Test func missingChipIsReportedWithARemedy() {
        let error = expectError(GPIOError.self) {
            try KernelPWM(chip: "pwmchip7", channel: 0, settings: OutputSettings(), root: root.path)
        }
        #expect(error == .noPWM(chip: "pwmchip7", channel: 0))
        #expect(error.map { "\($0)".contains("dtoverlay=pwm-2chan") } ?? false)
    }

    /// Returns the last text written. A file of sysfs replaces its content at each write; an ordinary file keeps the
    /// end of a longer text.
    private func first(_ name: String) throws -> String {
        let text = try String(contentsOf: channel.appendingPathComponent(name), encoding: .utf8)
        return String(text.prefix { $0 != "\n" })
    }
}
