import CHardware
import CarillonGPIO
import CarillonRealTime
import Glibc

/// An input line of the kernel. It keeps its settings, and is requested again when its chip is back.
final class GPIODInputLine: InputLine, GPIODLine {
    typealias Handler = @Sendable (Result<Edge, GPIOError>) -> Void

    private let name: String
    private let settings: InputSettings
    /// Retained because libgpiod 1.6 closes a chip's lines together with the chip.
    private let chip: GPIODChip
    private let queue: RealTimeQueue
    private let state: OnQueue<State>

    private struct State {
        /// nil while the chip is away.
        var handle: OpaquePointer?
        var handler: Handler?
        var watch: (any Disposable)?
        var sequence = EdgeSequence()
    }

    init(name: String, settings: InputSettings, chip: GPIODChip, queue: RealTimeQueue) throws(GPIOError) {
        self.name = name
        self.settings = settings
        self.chip = chip
        self.queue = queue
        state = OnQueue(State(), on: queue)
        state.value.handle = try request()
        chip.add(self, named: name)
    }

    private func request() throws(GPIOError) -> OpaquePointer {
        try chip.request([name]) { chip, offsets, consumer, input in
            cgpiod_request_input(
                chip, offsets[0], consumer, settings.bias.ofLibgpiod, settings.isActiveLow, &input)
        }
    }

    func level() throws(GPIOError) -> Level {
        guard let handle = state.value.handle else { throw .chipGone(label: chip.label) }
        let value = cgpiod_input_get(handle)
        guard value >= 0 else { throw failure("reading line \"\(name)\"", errno: -value) }
        return value == 1 ? .active : .inactive
    }

    func watch(_ handler: @escaping Handler) throws(GPIOError) {
        state.value.handler = handler
        try startWatching(for: handler)
    }

    func close() {
        chip.remove(self)
        state.value.handler = nil
        release()
    }

    // MARK: Disappearance and return of the chip

    func chipDidDisappear() {
        guard state.value.handle != nil else { return }
        release()
        state.value.handler?(.failure(.chipGone(label: chip.label)))
    }

    func chipDidReturn() throws(GPIOError) {
        guard state.value.handle == nil else { return }
        state.value.sequence = EdgeSequence()
        state.value.handle = try request()
        do {
            if let handler = state.value.handler { try startWatching(for: handler) }
            let edge = Edge(level: try level(), time: queue.now)
            state.value.handler?(.success(edge))
        } catch {
            release()
            throw error
        }
    }

    private func release() {
        state.value.watch?.dispose()
        state.value.watch = nil
        if let handle = state.value.handle { cgpiod_input_release(handle) }
        state.value.handle = nil
    }

    // MARK: Edges

    private func startWatching(for handler: @escaping Handler) throws(GPIOError) {
        guard let handle = state.value.handle else { throw .chipGone(label: chip.label) }
        do {
            state.value.watch = try queue.watch(descriptor: cgpiod_input_descriptor(handle)) { [self] in
                readEdges(for: handler)
            }
        } catch .cannotWatch(_, let errno) {
            throw .system(operation: "watching line \"\(name)\"", errno: errno)
        } catch {
            throw .system(operation: "watching line \"\(name)\" (\(error))", errno: EIO)
        }
    }

    private func readEdges(for handler: Handler) {
        withUnsafeTemporaryAllocation(of: cgpiod_edge.self, capacity: Int(cgpiod_most_edges)) { buffer in
            guard let handle = state.value.handle else { return }
            let count = cgpiod_input_read_edges(handle, buffer.baseAddress!)
            guard count >= 0 else {
                if count != -EAGAIN { fail(errno: -count) }
                return
            }
            // Ends if the handler closes the line, or finds that its chip has disappeared.
            for edge in buffer[..<Int(count)] where state.value.handle != nil {
                let timestamp = edge.timestamp
                let level = edge.active ? Level.active : .inactive
                let missed = state.value.sequence.missed(before: level, number: edge.number)
                let edge = Edge(level: level, time: .nanoseconds(edge.timestamp), missed: missed)
                EventTimestamp.withNanoseconds(timestamp) { handler(.success(edge)) }
            }
        }
    }

    private func fail(errno: Int32) {
        let error = failure("reading the edges of line \"\(name)\"", errno: errno)
        guard case .system = error else { return }
        state.value.watch?.dispose()
        state.value.handler?(.failure(error))
    }

    /// Returns the error for the kernel's errno. If the chip has disappeared, notifies all of the chip's lines.
    private func failure(_ operation: String, errno: Int32) -> GPIOError {
        guard errno == ENODEV else { return .system(operation: operation, errno: errno) }
        chip.chipDidDisappear()
        return .chipGone(label: chip.label)
    }
}

extension Bias {
    fileprivate var ofLibgpiod: cgpiod_bias {
        switch self {
        case .asIs: CGPIOD_BIAS_AS_IS
        case .disabled: CGPIOD_BIAS_NONE
        case .pullUp: CGPIOD_BIAS_PULL_UP
        case .pullDown: CGPIOD_BIAS_PULL_DOWN
        }
    }
}
