import CGPIOD
import CarillonRealTime
import Glibc
import MobiusCore

/// A chip of the Linux kernel, through libgpiod and the character device `/dev/gpiochipN`.
///
/// The kernel numbers chips in the order in which it finds them, and that order has changed between kernels: on a
/// Raspberry Pi 5 the header's chip was gpiochip4 and is now gpiochip0. So it is found by its label, and lines by name.
///
/// `@unchecked Sendable`: the handle does not change; the lines are requested and used on one thread.
public final class GPIODChip: GPIOChip, @unchecked Sendable {
    public let label: String
    public let lineNames: [String]

    private let handle: OpaquePointer
    private let offsets: [String: UInt32]
    private let consumer: String
    private let queue: RealTimeQueue

    /// Opens the chip that is labelled `label`.
    ///
    /// - Parameters:
    ///   - label: As `gpiodetect` shows it in brackets.
    ///   - consumer: The name under which others see the lines in use. 31 bytes are kept.
    ///   - queue: Where edges are told, and the lines used.
    /// - Throws: `GPIOError.noChip`; `.noPermission` if the chip may be one that the user may not open.
    public init(label: String, consumer: String, queue: RealTimeQueue) throws(GPIOError) {
        handle = try Self.find(label)
        self.label = label
        self.consumer = String(decoding: consumer.utf8.prefix(31), as: UTF8.self)
        self.queue = queue
        var offsets: [String: UInt32] = [:]
        var lineNames: [String] = []
        for offset in 0..<cgpiod_chip_line_count(handle) {
            guard let name = Self.describeLine(offset, of: handle)?.name, !name.isEmpty, offsets[name] == nil else {
                continue
            }
            offsets[name] = offset
            lineNames.append(name)
        }
        self.offsets = offsets
        self.lineNames = lineNames
    }

    deinit { cgpiod_chip_close(handle) }

    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let line = try request(name) { offset, line in
            cgpiod_request_input(handle, offset, consumer, settings.bias.ofLibgpiod, settings.isActiveLow, &line)
        }
        return GPIODInputLine(name: name, handle: line, chip: self, queue: queue)
    }

    public func requestOutput(_ name: String, settings: OutputSettings) throws(GPIOError) -> any OutputLine {
        let line = try request(name) { offset, line in
            cgpiod_request_output(
                handle, offset, consumer, settings.isActiveLow, settings.initialLevel == .active, &line)
        }
        return GPIODOutputLine(name: name, handle: line, chip: self)
    }

    private func request(
        _ name: String, _ body: (UInt32, inout OpaquePointer?) -> Int32
    ) throws(GPIOError) -> OpaquePointer {
        guard let offset = offsets[name] else { throw .noLine(name: name, chip: label) }
        var line: OpaquePointer?
        let result = body(offset, &line)
        switch -result {
        case 0: return line!
        case EBUSY:
            let consumer = Self.describeLine(offset, of: handle)?.consumer ?? ""
            throw .lineInUse(name: name, chip: label, consumer: consumer)
        case let errno: throw .system(operation: "requesting line \"\(name)\" of \"\(label)\"", errno: errno)
        }
    }

    // MARK: Finding

    private static func find(_ label: String) throws(GPIOError) -> OpaquePointer {
        var present: [String] = []
        var forbidden: String?
        for path in devicePaths() {
            var opened: OpaquePointer?
            let result = cgpiod_chip_open(path, &opened)
            if let chip = opened {
                let itsLabel = String(cString: cgpiod_chip_label(chip))
                if itsLabel == label { return chip }
                present.append(itsLabel)
                cgpiod_chip_close(chip)
            } else if [-EACCES, -EPERM].contains(result) {
                forbidden = forbidden ?? path
            }
        }
        if let forbidden { throw .noPermission(path: forbidden, group: group(of: forbidden)) }
        throw .noChip(label: label, present: present)
    }

    private static func devicePaths() -> [String] {
        guard let folder = opendir("/dev") else { return [] }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("gpiochip") { paths.append("/dev/" + name) }
        }
        return paths.sorted()
    }

    /// The group whose members may open the device; nil if only root may.
    private static func group(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0 else { return nil }
        return getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    }

    private static func describeLine(
        _ offset: UInt32, of chip: OpaquePointer
    ) -> (name: String, consumer: String)? {
        let size = 64
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { buffer in
            let (name, consumer) = (buffer.baseAddress!, buffer.baseAddress! + size)
            guard cgpiod_chip_describe_line(chip, offset, name, consumer, size) == 0 else { return nil }
            return (String(cString: name), String(cString: consumer))
        }
    }
}

/// `@unchecked Sendable`: used on the queue's thread alone.
private final class GPIODInputLine: InputLine, @unchecked Sendable {
    /// As many as libgpiod hands over at once.
    private static let mostEdges = 16

    private let name: String
    private let handle: OpaquePointer
    /// Kept open: libgpiod 1.6 closes a chip's lines with it.
    private let chip: GPIODChip
    private let queue: RealTimeQueue
    private var watch: (any Disposable)?

    init(name: String, handle: OpaquePointer, chip: GPIODChip, queue: RealTimeQueue) {
        self.name = name
        self.handle = handle
        self.chip = chip
        self.queue = queue
    }

    func level() throws(GPIOError) -> Level {
        let value = cgpiod_line_get(handle)
        guard value >= 0 else { throw .system(operation: "reading line \"\(name)\"", errno: -value) }
        return value == 1 ? .active : .inactive
    }

    func watch(_ handler: @escaping @Sendable (Result<Edge, GPIOError>) -> Void) throws(GPIOError) {
        do {
            watch = try queue.watch(descriptor: cgpiod_line_descriptor(handle)) { [self] in readEdges(handler) }
        } catch {
            throw .system(operation: "watching line \"\(name)\": \(error)", errno: EIO)
        }
    }

    private func readEdges(_ handler: (Result<Edge, GPIOError>) -> Void) {
        withUnsafeTemporaryAllocation(of: cgpiod_edge.self, capacity: Self.mostEdges) { buffer in
            let count = cgpiod_line_read_edges(handle, buffer.baseAddress!, buffer.count)
            guard count >= 0 else {
                if count != -EAGAIN { fail(errno: -count, handler) }
                return
            }
            for edge in buffer[..<Int(count)] {
                let edge = Edge(level: edge.active ? .active : .inactive, time: .nanoseconds(edge.timestamp))
                Origin.during(edge.time) { handler(.success(edge)) }
            }
        }
    }

    private func fail(errno: Int32, _ handler: (Result<Edge, GPIOError>) -> Void) {
        watch?.dispose()
        handler(.failure(.system(operation: "reading the edges of line \"\(name)\"", errno: errno)))
    }

    func close() {
        watch?.dispose()
        cgpiod_line_release(handle)
    }
}

/// `@unchecked Sendable`: used on the queue's thread alone.
private final class GPIODOutputLine: OutputLine, @unchecked Sendable {
    private let name: String
    private let handle: OpaquePointer
    /// Kept open: libgpiod 1.6 closes a chip's lines with it.
    private let chip: GPIODChip

    init(name: String, handle: OpaquePointer, chip: GPIODChip) {
        self.name = name
        self.handle = handle
        self.chip = chip
    }

    func set(_ level: Level) throws(GPIOError) {
        let result = cgpiod_line_set(handle, level == .active)
        guard result == 0 else { throw .system(operation: "setting line \"\(name)\"", errno: -result) }
    }

    func close() { cgpiod_line_release(handle) }
}

extension Bias {
    fileprivate var ofLibgpiod: cgpiod_bias {
        switch self {
        case .asIs: CGPIOD_BIAS_AS_IS
        case .none: CGPIOD_BIAS_NONE
        case .pullUp: CGPIOD_BIAS_PULL_UP
        case .pullDown: CGPIOD_BIAS_PULL_DOWN
        }
    }
}
