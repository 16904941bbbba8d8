import CarillonGPIO
import CarillonScheduling
import Dispatch
import Synchronization

/// The board's end of a device on a bus: passes requests to the bus's thread, and their answers to the board's queue.
///
/// The board's queue never waits for a transfer, except in `close()`, and there not for long.
final class BusPort: Sendable {
    /// The board's queue.
    let queue: any Scheduler
    private let device: any BusDevice
    private let patience: DispatchTimeInterval
    private let closed = Atomic(false)

    /// - Parameters:
    ///   - device: It becomes the port's, which gives it back in `close()`.
    ///   - queue: The board's.
    ///   - patience: The longest wait of `close()` for the bus. A whole picture at 100 kHz takes 0.1 s.
    init(_ device: any BusDevice, queue: any Scheduler, patience: DispatchTimeInterval = .milliseconds(500)) {
        self.device = device
        self.queue = queue
        self.patience = patience
    }

    /// Whether no request is passed any more, and no answer.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Makes a request when those before it on this bus are done.
    ///
    /// The caller waits for the answer before it makes another request, so that the bus's queue is never full.
    ///
    /// - Parameters:
    ///   - request: Called on the bus's thread.
    ///   - answer: Called on the board's queue with what `request` returned or threw; not called after `close()`.
    func perform<Answer: Sendable>(
        _ request: @escaping @Sendable (any BusDevice) throws(BusError) -> Answer,
        then answer: @escaping @Sendable (Result<Answer, BusError>) -> Void
    ) {
        device.bus.async { [self] in
            guard !isClosed else { return }
            let result: Result<Answer, BusError>
            do throws(BusError) { result = .success(try request(device)) } catch { result = .failure(error) }
            queue.async { [self] in
                if !isClosed { answer(result) }
            }
        }
    }

    /// Puts the device into its safe state and gives it back. On the queue; a second call has no effect.
    ///
    /// - Throws: What the bus says, or `BusError.hangs` after the patience: the device is made safe when the transfer that
    ///   hangs has ended, if the process is still there then.
    func close() throws(BusError) {
        guard !closed.exchange(true, ordering: .relaxed) else { return }
        guard !device.bus.isCurrent else { return try device.close() }
        let ending = Ending()
        device.bus.async { [device] in
            do throws(BusError) { try device.close() } catch { ending.error.withLock { $0 = error } }
            ending.hasCome.signal()
        }
        guard ending.hasCome.wait(timeout: .now() + patience) == .success else { throw .hangs(device.address) }
        if let error = ending.error.withLock({ $0 }) { throw error }
    }

    /// The end of a device that another thread closes.
    private final class Ending: Sendable {
        let error = Locked<BusError?>(nil)
        let hasCome = DispatchSemaphore(value: 0)
    }
}
