import CGuard
import Glibc

/// A channel of the kernel's PWM chips, through `/sys/class/pwm` (Documentation/ABI/testing/sysfs-class-pwm).
///
/// `@unchecked Sendable`: used on the queue's thread alone.
public final class KernelPWM: PWMOutput, @unchecked Sendable {
    /// 1 kHz: no eye sees it, and every LED driver keeps up.
    private static let period = 1_000_000

    private let folder: String
    private let isActiveLow: Bool
    private let safeText: String
    private let dutyCycle: Int32
    /// The place of `dutyCycle` in the guard.
    private var guardPlace: Int32 = -1

    /// Takes a channel, and begins with it off.
    ///
    /// - Parameters:
    ///   - chip: Such as `pwmchip0`.
    ///   - channel: From 0 on.
    ///   - settings: Whether a low voltage is the active level; the level at first, and the safe one.
    ///   - root: Where the kernel shows its PWM chips.
    /// - Throws: `GPIOError.noPWM`, `.noPermission` or `.system`.
    public init(
        chip: String, channel: Int, settings: OutputSettings, root: String = "/sys/class/pwm"
    ) throws(GPIOError) {
        folder = "\(root)/\(chip)/pwm\(channel)"
        isActiveLow = settings.isActiveLow
        safeText = Self.text(ofShare: settings.safeLevel == .active ? 1 : 0, isActiveLow: settings.isActiveLow)
        guard access("\(root)/\(chip)", F_OK) == 0 else { throw .noPWM(chip: chip, channel: channel) }
        if access(folder, F_OK) != 0 {
            do {
                try Self.write("\(channel)", to: "\(root)/\(chip)/export")
            } catch {
                if case .system(_, ENODEV) = error { throw .noPWM(chip: chip, channel: channel) }
                throw error
            }
        }
        // The duty cycle may never be longer than the period.
        if let file = try? Self.open("\(folder)/duty_cycle") {
            _ = try? Self.write("0", to: file, path: folder)
            Glibc.close(file)
        }
        try Self.write("\(Self.period)", to: "\(folder)/period")
        dutyCycle = try Self.open("\(folder)/duty_cycle")
        do throws(GPIOError) {
            guardPlace = cguard_add_file(dutyCycle, safeText)
            guard guardPlace >= 0 else { throw .system(operation: "guarding \(folder)", errno: -guardPlace) }
            try set(settings.initialLevel == .active ? 1 : 0)
            try Self.write("1", to: "\(folder)/enable")
        } catch {
            cguard_remove(guardPlace)
            Glibc.close(dutyCycle)
            throw error
        }
    }

    /// Has it on for this share of the time.
    public func set(_ share: Double) throws(GPIOError) {
        guard !cguard_is_ending() else { return }
        try Self.write(Self.text(ofShare: share, isActiveLow: isActiveLow), to: dutyCycle, path: folder)
    }

    /// Puts it into its safe state. It stays exported: what it was exported for may be used by others.
    public func close() {
        try? Self.write(safeText, to: dutyCycle, path: folder)
        cguard_remove(guardPlace)
        Glibc.close(dutyCycle)
    }

    private static func text(ofShare share: Double, isActiveLow: Bool) -> String {
        String(Int((isActiveLow ? 1 - share : share) * Double(period))) + "\n"
    }

    private static func write(_ text: String, to path: String) throws(GPIOError) {
        let file = try open(path)
        defer { Glibc.close(file) }
        try write(text, to: file, path: path)
    }

    private static func write(_ text: String, to file: Int32, path: String) throws(GPIOError) {
        var text = text
        let count = text.withUTF8 { pwrite(file, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .system(operation: "writing \(path)", errno: errno) }
    }

    /// Opens a file that udev may give to the user's group only a moment after the kernel has made it.
    private static func open(_ path: String) throws(GPIOError) -> Int32 {
        for _ in 1...100 {
            let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
            if file >= 0 { return file }
            guard errno == EACCES else { throw .system(operation: "opening \(path)", errno: errno) }
            usleep(10_000)
        }
        throw .noPermission(path: path, group: "gpio")
    }
}
