import CLibrary

/// An error that concerns a GPIO line, a chip or a PWM channel.
public enum GPIOError: Error, Equatable {
    /// No chip has this label. `present` lists the labels of the existing chips.
    case noChip(label: String, present: [String])
    /// The chip has no line of this name.
    case noLine(name: String, chip: String)
    /// A driver or another program uses the line. `consumer` is its name, or empty if it has none.
    case lineInUse(name: String, chip: String, consumer: String)
    /// The user may not open the chip. Members of the user group `group` may; nil if only root may.
    case noPermission(path: String, group: String?)
    /// The chip has disappeared.
    case chipGone(label: String)
    /// The kernel's PWM chips have no such channel.
    case noPWM(chip: String, channel: Int)
    /// The kernel refused the operation, with this error number.
    case system(operation: String, errno: Int32)
}

extension GPIOError: CustomStringConvertible {
    /// The error, with the name of the line or chip, and its remedy.
    public var description: String {
        switch self {
        case .noChip(let label, let present):
            let others = present.isEmpty ? "none" : quoted(present)
            return "no GPIO chip \"\(label)\" (found: \(others))"
        case .noLine(let name, let chip):
            return "no line \"\(name)\" on \"\(chip)\"; `gpioinfo` lists its lines"
        case .lineInUse(let name, let chip, let consumer):
            let user = consumer.isEmpty ? "an unnamed consumer" : "\"\(consumer)\""
            return "line \"\(name)\" of \"\(chip)\" is in use by \(user); free it, or wire the device to another line"
        case .noPermission(let path, let group?):
            return "no permission to open \(path); add the user to the group \"\(group)\" "
                + "(sudo usermod -aG \(group) $USER) and log in again"
        case .noPermission(let path, nil):
            return "no permission to open \(path), because only root may; run as root, "
                + "or give it to a group with a udev rule (SUBSYSTEM==\"gpio\", GROUP=\"gpio\", MODE=\"0660\")"
        case .chipGone(let label):
            return "GPIO chip \"\(label)\" has disappeared; its devices resume when it is back"
        case .noPWM(let chip, let channel):
            return "no PWM channel \(channel) of \"\(chip)\" in /sys/class/pwm; enable it in the device tree "
                + "(dtoverlay=pwm-2chan on a Raspberry Pi), or remove pwm from the wiring, and the program dims the line"
        case .system(let operation, EROFS):
            return "\(operation): read-only file system; give the program write access to it "
                + "(ReadWritePaths= in the unit of a service)"
        case .system(let operation, let errno):
            return "\(operation): \(String(cString: strerror(errno)))"
        }
    }
}

private func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
}
