import Foundation

/// A GPIO chip of the kernel's simulator, gpio-sim: a real character device to every program. The test controls the
/// outer ends of its lines.
final class GPIOSimChip {
    /// The path of the device file, such as `/dev/gpiochip0`.
    let devicePath: String

    private let configuration: String
    private let lines: [String: GPIOSimLine]
    /// The folder of the lines in sysfs.
    private let folder: String

    /// Creates the chip, which exists when this returns, until `remove()`.
    ///
    /// - Parameters:
    ///   - label: The chip's label.
    ///   - lineCount: The number of lines.
    ///   - lineNames: The names of the first lines; the others have none.
    ///   - holders: Lines that the kernel itself holds, as a driver does: the line's name, the holder's name.
    init(label: String, lineCount: Int, lineNames: [String], holders: [String: String] = [:]) throws {
        configuration = "/sys/kernel/config/gpio-sim/\(label)"
        let bank = "\(configuration)/bank0"
        try Self.makeFolder(bank)
        try KernelFile(path: "\(bank)/num_lines").write("\(lineCount)")
        try KernelFile(path: "\(bank)/label").write(label)
        for (offset, name) in lineNames.enumerated() {
            let line = "\(bank)/line\(offset)"
            try Self.makeFolder(line)
            try KernelFile(path: "\(line)/name").write(name)
            if let holder = holders[name] {
                try Self.makeFolder("\(line)/hog")
                try KernelFile(path: "\(line)/hog/name").write(holder)
                try KernelFile(path: "\(line)/hog/direction").write("input")
            }
        }
        try KernelFile(path: "\(configuration)/live").write("1")

        let chip = try KernelFile(path: "\(bank)/chip_name").read()
        let device = try KernelFile(path: "\(configuration)/dev_name").read()
        let folder = "/sys/devices/platform/\(device)/\(chip)"
        devicePath = "/dev/\(chip)"
        self.folder = folder
        lines = Dictionary(
            uniqueKeysWithValues: lineNames.enumerated().map { offset, name in
                (name, GPIOSimLine(offset: offset, folder: "\(folder)/sim_gpio\(offset)"))
            })
    }

    /// Returns the line at `offset` on the chip; it may have no name.
    subscript(offset: Int) -> GPIOSimLine { GPIOSimLine(offset: offset, folder: "\(folder)/sim_gpio\(offset)") }

    subscript(name: String) -> GPIOSimLine {
        guard let line = lines[name] else { preconditionFailure("the simulated chip has no line \(name)") }
        return line
    }

    /// Gives the device file to a group, as udev does on a board.
    func give(toGroup group: String) throws {
        guard let id = getgrnam(group)?.pointee.gr_gid, chown(devicePath, 0, id) == 0, chmod(devicePath, 0o660) == 0
        else { throw KernelFileError(description: "cannot give \(devicePath) to the group \(group)") }
    }

    func remove() {
        try? KernelFile(path: "\(configuration)/live").write("0")
        for offset in 0..<lines.count {
            rmdir("\(configuration)/bank0/line\(offset)/hog")
            rmdir("\(configuration)/bank0/line\(offset)")
        }
        rmdir("\(configuration)/bank0")
        rmdir(configuration)
    }

    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}
