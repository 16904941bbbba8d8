import Foundation

/// A PWM chip, the PCA9685 of many boards for LEDs and servos. The kernel's own driver runs it, on a bus whose chip is
/// memory (i2c-stub).
final class PCA9685 {
    /// The level of a channel, according to the chip's registers.
    enum Output: Equatable {
        case off
        case on
        /// On for this number of the 4096 steps of a period.
        case dimmed(steps: Int)
    }

    /// The chip's name in `/sys/class/pwm`.
    let name: String

    private static let bus = "/sys/bus/i2c/devices/i2c-0"

    /// Creates the chip, which exists when this returns, until `remove()`.
    init() throws {
        try KernelFile(path: "\(Self.bus)/new_device").write("pca9685 0x40")
        name = try FileManager.default.contentsOfDirectory(atPath: "\(Self.bus)/0-0040/pwm")[0]
    }

    func remove() {
        try? KernelFile(path: "\(Self.bus)/delete_device").write("0x40")
    }

    /// Detaches the chip from its driver: its channels fail.
    func unbind() throws { try KernelFile(path: "/sys/bus/i2c/drivers/pca9685-pwm/unbind").write("0-0040") }

    /// Attaches the chip to its driver again.
    func bind() throws { try KernelFile(path: "/sys/bus/i2c/drivers/pca9685-pwm/bind").write("0-0040") }

    /// Returns the level that the chip would have on a channel's pin.
    func output(of channel: Int) throws -> Output {
        // Each channel has four registers, from register 6 on: the points of the period at which it is switched on and
        // off, low byte first. Bit 4 of a high byte stands for the whole period.
        let registers = try registers
        let first = 6 + 4 * channel
        if registers[first + 3]! & 0x10 != 0 { return .off }
        if registers[first + 1]! & 0x10 != 0 { return .on }
        let on = registers[first]! + registers[first + 1]! << 8
        let off = registers[first + 2]! + registers[first + 3]! << 8
        return .dimmed(steps: off - on)
    }

    /// The registers in the kernel's debugging file, which has a line for each: `06: 00`.
    private var registers: [Int: Int] {
        get throws {
            let text = try KernelFile(path: "/sys/kernel/debug/regmap/0-0040/registers").read()
            let pairs = text.split(separator: "\n").compactMap { line -> (Int, Int)? in
                let words = line.split(separator: ":").compactMap { Int($0.drop { $0 == " " }, radix: 16) }
                return words.count == 2 ? (words[0], words[1]) : nil
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }
}
