import CHardware
import CarillonGPIO
import CarillonRealTime
import Glibc

/// A GPIO chip of the Linux kernel, through libgpiod and the character device `/dev/gpiochipN`.
///
/// The kernel numbers chips in the order in which it finds them. That order has changed between kernels: on a Raspberry
/// Pi 5 the header's chip was gpiochip4 and is now gpiochip0. So chips are found by label, and lines by name.
///
/// The lines, channels and devices are requested on the queue only.
public final class GPIODChip: GPIOChip {
    /// The label that `gpiodetect` shows in brackets.
    public let label: String
    /// The names of the lines, in the order of the chip. A line without a name in the kernel is named by its offset.
    public let lineNames: [String]

    private let offsets: [String: UInt32]
    private let consumer: String
    private let queue: RealTimeQueue
    private let state: OnQueue<State>

    private struct State {
        /// nil while the chip is away.
        var device: OpenDevice?
        /// The lines in the order of their offsets. This is the order in which they report the return of the chip.
        var lines: [(offset: UInt32, line: any GPIODLine)] = []
        var observers = Observers<Bool>()
        /// Watches `/dev` while there are lines.
        var folder: DeviceFolder?
        var buses: KernelBuses
    }

    /// Opens the chip with the label `label`.
    ///
    /// - Parameters:
    ///   - label: The label that `gpiodetect` shows in brackets.
    ///   - consumer: The name under which other programs see the lines in use, cut to 31 bytes.
    ///   - queue: The queue on which edges are reported and the lines are used.
    /// - Throws: `GPIOError.noChip`; `.noPermission` or `.system` if a chip that could be this one cannot be opened.
    public init(label: String, consumer: String, queue: RealTimeQueue) throws(GPIOError) {
        let device = try OpenDevice.find(label)
        self.label = label
        self.consumer = String(decoding: consumer.utf8.prefix(31), as: UTF8.self)
        self.queue = queue
        state = OnQueue(State(device: device, buses: KernelBuses(label: label, consumer: consumer)), on: queue)
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

    public func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        try GPIODInputLine(name: name, settings: settings, chip: self, queue: queue)
    }

    public func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        try GPIODOutputLines(lines, chip: self, queue: queue)
    }

    /// Requests a channel of any of the kernel's PWM chips, independently of this GPIO chip.
    ///
    /// - Throws: `GPIOError.noPWM`, `.noPermission` or `.system`.
    public func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        try KernelPWM(chip: chip, channel: channel, period: period, settings: settings)
    }

    /// Requests a device on any of the kernel's buses. The lines of the address, if it has any, are those of this chip.
    ///
    /// - Throws: `BusError.noBus`, `.noPermission`, `.inUse`, `.line` or `.system`.
    public func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        try state.value.buses.open(address, safe: safe)
    }

    /// Requests the keys of any of the kernel's input devices, independently of this GPIO chip. Throws no error: the
    /// handler of `KeyInput.watch(_:)` receives the errors.
    public func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput {
        KernelKeys(source, queue: queue)
    }

    public func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let observer = state.value.observers.add(handler)
        return AnonymousDisposable { [self] in state.value.observers.remove(observer) }
    }

    // MARK: For its lines

    /// Requests lines by name through `body`, which calls libgpiod and returns 0 or a negative errno.
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

    /// Registers a line that is notified when the chip disappears and when it is back.
    ///
    /// - Parameter name: The name of the line; of lines that were requested together, the first name.
    func add(_ line: any GPIODLine, named name: String?) {
        let offset = name.flatMap { offsets[$0] } ?? .max
        let place = state.value.lines.firstIndex { $0.offset > offset } ?? state.value.lines.endIndex
        state.value.lines.insert((offset, line), at: place)
        // Without inotify, the disappearance of the chip is noticed when a line is used.
        if state.value.folder == nil {
            state.value.folder = try? DeviceFolder(queue: queue) { [weak self] in self?.deviceFilesDidChange() }
        }
    }

    func remove(_ line: any GPIODLine) {
        state.value.lines.removeAll { $0.line === line }
        guard state.value.lines.isEmpty else { return }
        state.value.folder?.close()
        state.value.folder = nil
    }

    // MARK: Disappearance and return of the chip

    /// Handles the disappearance of the chip, which the kernel has reported to a line.
    func chipDidDisappear() {
        guard state.value.device != nil else { return }
        state.value.device = nil
        for (_, line) in state.value.lines { line.chipDidDisappear() }
        state.value.observers.notify(false)
        // The chip may have come back before its disappearance was noticed.
        deviceFilesDidChange()
    }

    /// Handles a change of device files.
    private func deviceFilesDidChange() {
        if let device = state.value.device {
            if !device.isThere { chipDidDisappear() }
        } else {
            reopen()
        }
    }

    private func reopen() {
        do {
            state.value.device = try OpenDevice.find(label)
            for (_, line) in state.value.lines { try line.chipDidReturn() }
            state.value.observers.notify(true)
        } catch {
            state.value.device = nil
            for (_, line) in state.value.lines { line.chipDidDisappear() }
            switch error {
            // The file exists before udev gives it to the group. Both changes trigger a notification.
            case .noChip, .noPermission: break
            // There is no notification when another program releases a line.
            default: retryInASecond()
            }
        }
    }

    private func retryInASecond() {
        _ = queue.schedule(at: queue.now + .seconds(1)) { [weak self] in
            if let self, state.value.device == nil, !state.value.lines.isEmpty { reopen() }
        }
    }
}

/// The notifications for the lines of a chip, when it disappears and when it is back. Called on the queue's thread.
protocol GPIODLine: AnyObject {
    /// Releases the remaining resources. A second call has no effect.
    func chipDidDisappear()
    /// Requests the line again. Has no effect on a line that is in use.
    func chipDidReturn() throws(GPIOError)
}
