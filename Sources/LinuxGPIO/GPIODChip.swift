import CGPIOD
import CarillonGPIO
import CarillonRealTime
import Glibc

/// A chip of the Linux kernel, through libgpiod and the character device `/dev/gpiochipN`.
///
/// The kernel numbers chips in the order in which it finds them, and that order has changed between kernels: on a
/// Raspberry Pi 5 the header's chip was gpiochip4 and is now gpiochip0. So it is found by its label, and lines by name.
public final class GPIODChip: GPIOChip {
    /// As `gpiodetect` shows it in brackets.
    public let label: String
    /// The names of its lines, in the order of the chip. A line that the kernel gives no name goes by its number.
    public let lineNames: [String]

    private let offsets: [String: UInt32]
    private let consumer: String
    private let queue: RealTimeQueue
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var state: OnQueue<State>

    private struct State {
        /// nil while the chip is away.
        var device: OpenDevice?
        var lines: [any GPIODLine] = []
        var observers = Observers<Bool>()
        /// Watched while there are lines.
        var folder: DeviceFolder?
    }

    /// Opens the chip that is labelled `label`.
    ///
    /// - Parameters:
    ///   - label: As `gpiodetect` shows it in brackets.
    ///   - consumer: The name under which others see the lines in use. 31 bytes are kept.
    ///   - queue: Where edges are told, and the lines used.
    /// - Throws: `GPIOError.noChip`; `.noPermission` if the chip may be one that the user may not open.
    public init(label: String, consumer: String, queue: RealTimeQueue) throws(GPIOError) {
        let device = try OpenDevice.find(label)
        self.label = label
        self.consumer = String(decoding: consumer.utf8.prefix(31), as: UTF8.self)
        self.queue = queue
        state = OnQueue(State(device: device), on: queue)
        var offsets: [String: UInt32] = [:]
        var lineNames: [String] = []
        for (offset, kernelsName) in device.lineNames {
            let name = kernelsName.isEmpty ? "\(offset)" : kernelsName
            guard offsets[name] == nil else { continue }
            offsets[name] = offset
            lineNames.append(name)
        }
        self.offsets = offsets
        self.lineNames = lineNames
    }

    /// Takes the line `name` as an input. On the queue only.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.chipGone` or `.system`.
    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        try GPIODInputLine(name: name, settings: settings, chip: self, queue: queue)
    }

    /// Takes some lines as outputs, in one request. On the queue only.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.chipGone` or `.system`.
    public func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        try GPIODOutputLines(lines, chip: self, queue: queue)
    }

    /// Takes a channel of the kernel's PWM chips, whichever chip of lines is asked. On the queue only.
    ///
    /// - Throws: `GPIOError.noPWM`, `.noPermission` or `.system`.
    public func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        try KernelPWM(chip: chip, channel: channel, period: period, settings: settings)
    }

    /// Tells `handler` when the chip goes away and comes back. On the queue only.
    public func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let observer = state.value.observers.add(handler)
        return AnonymousDisposable { [self] in state.value.observers.remove(observer) }
    }

    // MARK: For its lines

    /// Requests lines by name: `body` asks libgpiod, and answers a negative errno where that failed.
    func request(
        _ names: [String], _ body: (OpaquePointer, [UInt32], String, inout OpaquePointer?) -> Int32
    ) throws(GPIOError) -> OpaquePointer {
        guard let device = state.value.device else { throw .chipGone(label: label) }
        var numbers: [UInt32] = []
        for name in names {
            guard let offset = offsets[name] else { throw .noLine(name: name, chip: label) }
            numbers.append(offset)
        }
        var request: OpaquePointer?
        switch -body(device.handle, numbers, consumer, &request) {
        case 0: return request!
        case EBUSY:
            let users = numbers.map { device.consumer(ofLine: $0) }
            let taken = users.firstIndex { $0 != nil } ?? 0
            throw .lineInUse(name: names[taken], chip: label, consumer: users[taken] ?? "")
        case let errno:
            throw .system(
                operation: "requesting \(names.map { "\"\($0)\"" }.joined(separator: ", ")) of \"\(label)\"",
                errno: errno)
        }
    }

    /// The chip's lines are told when it goes away and when it is back.
    func add(_ line: any GPIODLine) {
        state.value.lines.append(line)
        // Without inotify, a chip that goes away is noticed when a line is used.
        if state.value.folder == nil {
            state.value.folder = try? DeviceFolder(queue: queue) { [weak self] in self?.lookAround() }
        }
    }

    func remove(_ line: any GPIODLine) {
        state.value.lines.removeAll { $0 === line }
        guard state.value.lines.isEmpty else { return }
        state.value.folder?.close()
        state.value.folder = nil
    }

    // MARK: Going and coming

    /// A line has been told by the kernel that there is no such device any more.
    func hasGone() {
        guard state.value.device != nil else { return }
        state.value.device = nil
        for line in state.value.lines { line.chipIsGone() }
        state.value.observers.tell(false)
        // It may have come back before its going was noticed.
        lookAround()
    }

    /// Device files have changed.
    private func lookAround() {
        if let device = state.value.device {
            if !device.isThere { hasGone() }
        } else {
            comeBack()
        }
    }

    private func comeBack() {
        do {
            state.value.device = try OpenDevice.find(label)
            for line in state.value.lines { try line.chipIsBack() }
            state.value.observers.tell(true)
        } catch {
            state.value.device = nil
            for line in state.value.lines { line.chipIsGone() }
            switch error {
            // The file is there before udev has given it to the group: both are told as changes.
            case .noChip, .noPermission: break
            // Nothing is told when another program gives a line back.
            default: retryInASecond()
            }
        }
    }

    private func retryInASecond() {
        _ = queue.schedule(at: queue.now + .seconds(1)) { [weak self] in
            if let self, state.value.device == nil, !state.value.lines.isEmpty { comeBack() }
        }
    }
}

/// What a chip's lines have to do when it goes away and when it is back. On the queue's thread.
protocol GPIODLine: AnyObject {
    /// Lets go of what is left. A second call has no effect.
    func chipIsGone()
    /// Is requested again. Has no effect on a line that is in use.
    func chipIsBack() throws(GPIOError)
}
