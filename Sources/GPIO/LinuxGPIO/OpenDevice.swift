import CHardware
import CLibrary
import CarillonGPIO

/// An open device file of a chip.
final class OpenDevice {
    let handle: OpaquePointer
    private let path: String
    private let inode: ino_t

    private init(handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
        inode = Self.inode(of: path) ?? 0
    }

    deinit { cgpiod_chip_close(handle) }

    /// Whether the device file is still the one that was opened. A later device file is a different one, even with the
    /// same name.
    var isThere: Bool { Self.inode(of: path) == inode }

    private static func inode(of path: String) -> ino_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : nil
    }

    /// The names of the lines, with their offsets. The name is empty for a line without one.
    var lineNames: [(offset: UInt32, name: String)] {
        (0..<cgpiod_chip_line_count(handle)).compactMap { offset in
            describeLine(offset).map { (offset, $0.name) }
        }
    }

    /// Returns the consumer of the line, or nil if it is not in use. The consumer is empty if it gives no name.
    func consumer(ofLine offset: UInt32) -> String? {
        guard let line = describeLine(offset), line.isUsed else { return nil }
        return line.consumer
    }

    private func describeLine(_ offset: UInt32) -> (name: String, consumer: String, isUsed: Bool)? {
        let size = 64
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { buffer in
            let (name, consumer) = (buffer.baseAddress!, buffer.baseAddress! + size)
            let isUsed = cgpiod_chip_describe_line(handle, offset, name, consumer, size)
            guard isUsed >= 0 else { return nil }
            return (String(cString: name), String(cString: consumer), isUsed == 1)
        }
    }

    // MARK: Finding

    /// Opens the chip with the label `label`.
    ///
    /// - Throws: `GPIOError.noChip`; `.noPermission` or `.system` if a chip that could be this one cannot be opened.
    static func find(_ label: String) throws(GPIOError) -> OpenDevice {
        var present: [String] = []
        var forbidden: String?
        var broken: GPIOError?
        for path in devicePaths() {
            var opened: OpaquePointer?
            let result = cgpiod_chip_open(path, &opened)
            if let chip = opened {
                let device = OpenDevice(handle: chip, path: path)
                let foundLabel = String(cString: cgpiod_chip_label(chip))
                if foundLabel == label { return device }
                present.append(foundLabel)
            } else if [-EACCES, -EPERM].contains(result) {
                forbidden = forbidden ?? path
            } else {
                broken = broken ?? .system(operation: "opening \(path)", errno: -result)
            }
        }
        if let forbidden { throw .noPermission(path: forbidden, group: group(of: forbidden)) }
        throw broken ?? .noChip(label: label, present: present)
    }

    private static func devicePaths() -> [String] {
        entries(ofFolder: DeviceFolder.path).filter { $0.hasPrefix("gpiochip") }.map { "\(DeviceFolder.path)/\($0)" }
    }

    /// Returns the group whose members may open the device; nil if only root may.
    private static func group(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0 else { return nil }
        return getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    }
}
