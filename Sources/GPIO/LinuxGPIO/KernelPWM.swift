import CHardware
import CarillonGPIO
import CarillonScheduling
import Glibc

/// A channel of the kernel's PWM chips, through `/sys/class/pwm` (Documentation/ABI/testing/sysfs-class-pwm).
///
/// `@unchecked Sendable`: used on the queue's thread only.
public final class KernelPWM: PWMOutput, @unchecked Sendable {
    private let chip: String
    private let channel: Int
    private let root: String
    private var folder: String { "\(root)/\(chip)/pwm\(channel)" }
    /// The time from the start of a pulse to the start of the next one, as requested.
    public let period: Duration
    /// The period that the channel has now; that of the request while the chip is away, with which it begins again.
    private var current: Duration
    private let isActiveLow: Bool
    private let safeText: String
    /// The descriptor of the file `duty_cycle`; nil while the chip is away.
    private var dutyCycle: Int32?
    /// The index of `dutyCycle` in the guard.
    private var guardPlace: Int32 = -1

    /// Requests a channel, and sets its initial level.
    ///
    /// Waits up to a second for each of the channel's files until udev gives it to the user's group.
    ///
    /// - Parameters:
    ///   - chip: The kernel's name of the chip, such as `pwmchip0`.
    ///   - channel: The number of the channel, from 0 on.
    ///   - period: The time from the start of a pulse to the start of the next one, with a resolution of 1 ns. The chip uses the
    ///     nearest period that it supports.
    ///   - settings: The settings of the output: active-low, initial level and safe level.
    ///   - root: The folder in which the kernel shows its PWM chips.
    /// - Throws: `GPIOError.noPWM`, `.noPermission` or `.system`.
    public init(
        chip: String, channel: Int, period: Duration = .milliseconds(1), settings: OutputSettings,
        root: String = "/sys/class/pwm"
    ) throws(GPIOError) {
        (self.chip, self.channel, self.period, self.root) = (chip, channel, period, root)
        current = period
        isActiveLow = settings.isActiveLow
        safeText = Self.text(of: settings.safeLevel, isActiveLow: isActiveLow, period: period)
        try begin(Self.text(of: settings.initialLevel, isActiveLow: isActiveLow, period: period), attempts: 100)
    }

    /// Sets the duty cycle: the time for which the output is active in each period.
    ///
    /// - Parameter dutyCycle: In nanoseconds, from 0 to the period. Values outside are clamped.
    /// - Throws: `GPIOError.system` if the kernel refuses, `.noPWM` while the chip is away. When the chip is back, the
    ///   next call requests the channel again.
    public func set(dutyCycle: Duration) throws(GPIOError) {
        try set(dutyCycle: dutyCycle, period: period)
    }

    /// Sets the duty cycle and the period.
    ///
    /// - Parameters:
    ///   - dutyCycle: In nanoseconds, from 0 to the period. Values outside are clamped.
    ///   - period: In nanoseconds. The chip uses the nearest period that it supports. A period other than the requested one
    ///     is possible only if the voltage in the safe state is low, because that is the same for each period.
    /// - Throws: The errors of `set(dutyCycle:)`. The kernel refuses the period if the chip has a single period for all
    ///   channels in use.
    public func set(dutyCycle: Duration, period: Duration) throws(GPIOError) {
        guard !cguard_is_ending() else { return }
        guard period == self.period || safeText == Self.low else {
            throw .system(operation: "changing the period of \(folder), whose safe state is high", errno: EOPNOTSUPP)
        }
        // A channel that is requested again begins with the period of its request.
        if self.dutyCycle == nil, period != self.period { try begin(Self.low, attempts: 1) }
        let text = Self.text(of: dutyCycle, isActiveLow: isActiveLow, period: period)
        guard period != current else { return try write(text) }
        // The kernel refuses a duty cycle longer than the period.
        if period < current { try write(text) }
        try Self.write("\(period.wholeNanoseconds)", to: "\(folder)/period", attempts: 1)
        let isLonger = period > current
        current = period
        if isLonger { try write(text) }
    }

    /// Sets the safe state and releases the channel. The channel stays exported, because other programs may use it.
    ///
    /// - Throws: `GPIOError.system` if the kernel refuses. The channel is then released, but may not be safe.
    public func close() throws(GPIOError) {
        defer { release() }
        guard dutyCycle != nil else { return }
        try retrying { () throws(GPIOError) in try write(safeText) }
    }

    /// Exports the channel, and enables it with the duty cycle `text`.
    ///
    /// - Parameter attempts: The number of attempts to open a file, 10 ms apart.
    private func begin(_ text: String, attempts: Int) throws(GPIOError) {
        guard access("\(root)/\(chip)", F_OK) == 0 else { throw .noPWM(chip: chip, channel: channel) }
        if access(folder, F_OK) != 0 {
            do {
                try Self.write("\(channel)", to: "\(root)/\(chip)/export", attempts: attempts)
            } catch {
                if case .system(_, ENODEV) = error { throw .noPWM(chip: chip, channel: channel) }
                throw error
            }
        }
        let file = try Self.open("\(folder)/duty_cycle", attempts: attempts)
        guardPlace = cguard_add_file(file, safeText)
        do throws(GPIOError) {
            guard guardPlace >= 0 else {
                throw .system(operation: "registering the safe state of \(folder)", errno: -guardPlace)
            }
            try setPeriod(attempts: attempts, dutyCycle: file)
            try Self.write(text, to: file, path: folder)
            try Self.write("1", to: "\(folder)/enable", attempts: attempts)
            dutyCycle = file
        } catch {
            cguard_remove(guardPlace)
            Glibc.close(file)
            throw error
        }
    }

    /// Sets the period. A channel that was in use keeps its duty cycle meanwhile, unless that is longer than the
    /// period, because a duty cycle of 0 would switch on an output that is active-low.
    private func setPeriod(attempts: Int, dutyCycle: Int32) throws(GPIOError) {
        do {
            try Self.write("\(period.wholeNanoseconds)", to: "\(folder)/period", attempts: attempts)
        } catch {
            guard case .system(_, EINVAL) = error else { throw error }
            try Self.write("0", to: dutyCycle, path: folder)
            try Self.write("\(period.wholeNanoseconds)", to: "\(folder)/period", attempts: attempts)
        }
    }

    private func write(_ text: String) throws(GPIOError) {
        guard let dutyCycle else { return try begin(text, attempts: 1) }
        do {
            try Self.write(text, to: dutyCycle, path: folder)
        } catch {
            // The file of a chip that has disappeared stays invalid, even when the chip is back.
            if case .system(_, ENODEV) = error { release() }
            throw error
        }
    }

    private func release() {
        guard let file = dutyCycle else { return }
        cguard_remove(guardPlace)
        Glibc.close(file)
        (dutyCycle, current) = (nil, period)
    }

    /// The duty cycle of a low voltage.
    private static let low = "0\n"

    private static func text(of level: Level, isActiveLow: Bool, period: Duration) -> String {
        text(of: level == .active ? period : .zero, isActiveLow: isActiveLow, period: period)
    }

    private static func text(of dutyCycle: Duration, isActiveLow: Bool, period: Duration) -> String {
        let dutyCycle = min(max(dutyCycle, .zero), period)
        return String((isActiveLow ? period - dutyCycle : dutyCycle).wholeNanoseconds) + "\n"
    }

    private static func write(_ text: String, to path: String, attempts: Int) throws(GPIOError) {
        let file = try open(path, attempts: attempts)
        defer { Glibc.close(file) }
        try write(text, to: file, path: path)
    }

    private static func write(_ text: String, to file: Int32, path: String) throws(GPIOError) {
        var text = text
        let count = text.withUTF8 { pwrite(file, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .system(operation: "writing \(path)", errno: errno) }
    }

    /// Opens a file, with retries because udev may give it to the user's group only a moment after the kernel creates
    /// it.
    private static func open(_ path: String, attempts: Int) throws(GPIOError) -> Int32 {
        for attempt in 1...attempts {
            let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
            if file >= 0 { return file }
            guard errno == EACCES else { throw .system(operation: "opening \(path)", errno: errno) }
            if attempt < attempts { usleep(10_000) }
        }
        throw .noPermission(path: path, group: "gpio")
    }
}
