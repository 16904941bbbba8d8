import CHardware
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import Glibc

/// The keys of an input device of the kernel, through `/dev/input/eventN` (evdev). It is opened again when it is back.
///
/// A USB device can have several device files, such as one for its media keys. All of them are used.
package final class KernelKeys: KeyInput {
    private struct Open {
        let path: String
        let descriptor: Int32
        let watch: any Disposable & Sendable
        var events = KeyEvents()
    }

    private struct State {
        var open: [Open] = []
        var handler: (@Sendable (Result<KeyChange, KeyInputError>) -> Void)?
        var folder: KeyFolder?
        /// Whether the absence of the device has been reported.
        var isAbsent = false
        var retry: (any Disposable)?
    }

    private let source: KeySource
    private let queue: RealTimeQueue
    private let state: OnQueue<State>

    init(_ source: KeySource, queue: RealTimeQueue) {
        (self.source, self.queue) = (source, queue)
        state = OnQueue(State(), on: queue)
    }

    /// Returns the reason why the keys of a source cannot be used on this machine; nil if they can. Opens nothing.
    package static func fault(of source: KeySource) -> KeyInputError? {
        let entries = KeyFolder.entries
        let matching = entries.filter { $0.matches(source) }
        guard let first = matching.first else { return .noDevice(source, present: entries.map(\.name)) }
        return access(first.path, R_OK) == 0 ? nil : .noPermission(path: first.path)
    }

    package func watch(_ handler: @escaping @Sendable (Result<KeyChange, KeyInputError>) -> Void) {
        state.value.handler = handler
        do throws(KeyInputError) {
            state.value.folder = try KeyFolder(queue: queue) { [weak self] in self?.search() }
        } catch {
            handler(.failure(error))
        }
        search()
    }

    package func close() {
        state.value.handler = nil
        state.value.retry?.dispose()
        state.value.folder?.close()
        state.value.folder = nil
        for device in state.value.open { remove(device.path) }
    }

    // MARK: Presence

    /// Opens the device's files that are not open yet.
    private func search() {
        guard state.value.handler != nil else { return }
        let entries = KeyFolder.entries
        var failure: KeyInputError?
        for entry in entries where entry.matches(source) && !state.value.open.contains(where: { $0.path == entry.path })
        {
            do throws(KeyInputError) { try open(entry.path) } catch { failure = failure ?? error }
        }
        guard state.value.open.isEmpty else { return returned() }
        lost(failure ?? .noDevice(source, present: entries.map(\.name)))
        // There is no notification when another program releases the device.
        if case .inUse = failure { retryInASecond() }
    }

    private func open(_ path: String) throws(KeyInputError) {
        let descriptor = cinput_open(path)
        switch -descriptor {
        case EACCES, EPERM: throw .noPermission(path: path)
        case EBUSY: throw .inUse(source)
        case let errno where errno > 0: throw .system(operation: "opening \(path)", errno: errno)
        default: break
        }
        do {
            let watch = try queue.watch(descriptor: descriptor) { [weak self] in self?.read(path) }
            state.value.open.append(Open(path: path, descriptor: descriptor, watch: watch))
        } catch {
            Glibc.close(descriptor)
            throw .system(operation: "watching \(path)", errno: EIO)
        }
    }

    private func remove(_ path: String) {
        guard let place = state.value.open.firstIndex(where: { $0.path == path }) else { return }
        let device = state.value.open.remove(at: place)
        device.watch.dispose()
        Glibc.close(device.descriptor)
    }

    private func returned() {
        guard state.value.isAbsent else { return }
        state.value.isAbsent = false
        state.value.handler?(.success(.present))
    }

    private func lost(_ error: KeyInputError) {
        guard !state.value.isAbsent else { return }
        state.value.isAbsent = true
        state.value.handler?(.failure(error))
    }

    private func retryInASecond() {
        state.value.retry?.dispose()
        state.value.retry = queue.schedule(at: queue.now + .seconds(1)) { [weak self] in self?.search() }
    }

    // MARK: Events

    private func read(_ path: String) {
        let most = 32
        withUnsafeTemporaryAllocation(of: cinput_event.self, capacity: most) { events in
            while let device = state.value.open.first(where: { $0.path == path }) {
                let count = cinput_read(device.descriptor, events.baseAddress!, most)
                guard count >= 0 else {
                    remove(path)
                    if state.value.open.isEmpty { lost(.gone(source)) }
                    return
                }
                // When the kernel has been asked, the other events are older than its answer, and it has dropped the releases
                // that it has not passed on yet.
                for event in events[..<Int(count)] where take(event, of: path) { break }
                if count < most { return }
            }
        }
    }

    /// Handles an event. Returns whether the kernel was asked for the keys that are down.
    private func take(_ event: cinput_event, of path: String) -> Bool {
        guard let place = state.value.open.firstIndex(where: { $0.path == path }),
            let step = state.value.open[place].events.take(
                type: Int(event.type), code: event.code, value: event.value)
        else { return false }
        let change = if case .change(let change) = step { change } else { KeyChange.lost(down: keysDown) }
        EventTimestamp.withValue(.nanoseconds(event.time)) { state.value.handler?(.success(change)) }
        return step == .ask
    }

    /// The keys that are down on any of the device's files.
    private var keysDown: [KeyCode] {
        var down: [KeyCode] = []
        for device in state.value.open {
            withUnsafeMutablePointer(to: &down) { keys in
                _ = cinput_each_down(device.descriptor, keys) { context, code in
                    context!.assumingMemoryBound(to: [KeyCode].self).pointee.append(KeyCode(code))
                }
            }
        }
        return down
    }
}
