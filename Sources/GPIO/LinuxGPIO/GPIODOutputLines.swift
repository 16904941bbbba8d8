import CHardware
import CarillonGPIO
import CarillonRealTime
import Glibc

/// Output lines of the kernel, in one request. They keep their levels, and are requested again with these levels when
/// their chip is back.
final class GPIODOutputLines: OutputLines, GPIODLine {
    private let names: [String]
    private let activeLow: UInt64
    /// The levels that make the outputs safe, one after the other.
    private let safeLevels: [UInt64]
    /// Retained because libgpiod 1.6 closes a chip's lines together with the chip.
    private let chip: GPIODChip
    private let state: OnQueue<State>

    private struct State {
        var levels: UInt64
        /// nil while the chip is away.
        var handle: OpaquePointer?
    }

    /// - Parameter safe: The levels that make the outputs safe, one after the other; nil for their safe levels.
    init(
        _ lines: [(name: String, settings: OutputSettings)], safe: [UInt64]? = nil, chip: GPIODChip,
        queue: RealTimeQueue
    ) throws(GPIOError) {
        guard lines.count <= cgpiod_most_outputs else {
            throw .system(operation: "requesting \(lines.count) lines together", errno: E2BIG)
        }
        names = lines.map(\.name)
        let settings = lines.lazy.map(\.settings)
        activeLow = settings.mask { $0.isActiveLow }
        safeLevels = safe ?? [settings.mask { $0.safeLevel == .active }]
        self.chip = chip
        state = OnQueue(State(levels: settings.mask { $0.initialLevel == .active }), on: queue)
        state.value.handle = try request()
        chip.add(self, named: names.first)
    }

    private func request() throws(GPIOError) -> OpaquePointer {
        let handle = try chip.request(names) { chip, offsets, consumer, outputs in
            cgpiod_request_outputs(
                chip, offsets, UInt32(offsets.count), consumer, activeLow, state.value.levels, &outputs)
        }
        let result = cgpiod_guard_outputs(handle, safeLevels, UInt32(safeLevels.count))
        guard result == 0 else {
            cgpiod_outputs_release(handle)
            throw .system(
                operation: "registering the safe states of the lines \(names.joined(separator: ", "))", errno: -result)
        }
        return handle
    }

    func set(_ levels: UInt64) throws(GPIOError) {
        state.value.levels = levels
        guard let handle = state.value.handle else { return }
        switch -cgpiod_outputs_set(handle, levels) {
        case 0: return
        case ENODEV: chip.chipDidDisappear()
        case let errno: throw failure(errno)
        }
    }

    func set(inTurn levels: [UInt64]) throws(GPIOError) {
        guard let last = levels.last else { return }
        state.value.levels = last
        guard let handle = state.value.handle else { throw .chipGone(label: chip.label) }
        switch -cgpiod_outputs_set_in_turn(handle, levels, UInt32(levels.count)) {
        case 0: return
        case ENODEV:
            chip.chipDidDisappear()
            throw .chipGone(label: chip.label)
        case let errno: throw failure(errno)
        }
    }

    private func failure(_ errno: Int32) -> GPIOError {
        .system(operation: "setting the lines \(names.joined(separator: ", "))", errno: errno)
    }

    func close() throws(GPIOError) {
        chip.remove(self)
        defer { release() }
        do throws(GPIOError) {
            try retrying { () throws(GPIOError) in try set(inTurn: safeLevels) }
        } catch {
            guard case .chipGone = error else { throw error }
        }
    }

    func chipDidDisappear() { release() }

    func chipDidReturn() throws(GPIOError) {
        if state.value.handle == nil { state.value.handle = try request() }
    }

    private func release() {
        if let handle = state.value.handle { cgpiod_outputs_release(handle) }
        state.value.handle = nil
    }
}
