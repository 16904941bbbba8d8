import CarillonGPIO
import CarillonScheduling
import Dispatch
import Synchronization

/// The board's connection to a device on a bus. It passes requests to the bus's thread, and the results to the board's queue.
///
/// The board's queue never waits for a transfer, except for a limited time in `close()`.
public final class BusPort: Sendable {
    /// The board's queue.
    public let queue: any Scheduler
    private let device: any BusDevice
    /// The device, if it is a simulated one.
    private let stillDevice: (any StillDevice)?
    private let turns: BusTurns
    private let timeout: DispatchTimeInterval
    private let closed = Atomic(false)

    /// - Parameters:
    ///   - device: The device. The port takes it over and releases it in `close()`.
    ///   - queue: The board's queue.
    ///   - timeout: The longest wait of `close()` for the bus. The transfer of a whole picture at 100 kHz takes 0.1 s.
    init(_ device: any BusDevice, queue: any Scheduler, timeout: DispatchTimeInterval = .milliseconds(500)) {
        self.device = device
        stillDevice = device as? any StillDevice
        turns = .of(device.bus)
        self.queue = queue
        self.timeout = timeout
    }

    /// Whether the port is closed and passes on neither requests nor results.
    public var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Runs a request after all earlier requests on this bus.
    ///
    /// The caller must wait for the result before it makes another request, so that the bus's queue is never full.
    ///
    /// - Parameters:
    ///   - request: Called on the bus's thread.
    ///   - answer: Called on the board's queue with the result of `request`, or its error; not called after `close()`.
    public func perform<Answer: Sendable>(
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

    /// Does work on the bus's thread, again and again until `close()`.
    func repeatedly(_ work: any RepeatedTransfers) {
        device.bus.async { [self] in turns.take(turn(of: work)) }
    }

    /// Ends a rest of work. Call on the bus's thread.
    func resume(_ work: any RepeatedTransfers) {
        if !isClosed { turns.add(turn(of: work), at: work.wake(with: device, at: device.bus.now)) }
    }

    private func turn(of work: any RepeatedTransfers) -> BusTurns.Turn {
        BusTurns.Turn { [weak self] now in
            guard let self, !isClosed else { return nil }
            return work.transfer(with: device, at: now)
        }
    }

    /// Calls a handler once, before a simulated device changes, on the bus's thread; returns false, without a call, if the device
    /// may change by itself. nil for a real device.
    var watch: Stillness.Watch? { stillDevice.map { device in { device.beforeChange($0) } } }

    /// Puts the device into its safe state and releases it. Queue only; a second call has no effect.
    ///
    /// - Throws: The error of the bus, or `BusError.timedOut` if the bus is busy for 0.5 s. In that case the device is made
    ///   safe when the hanging transfer has ended, if the process is still running.
    public func close() throws(BusError) {
        guard !closed.exchange(true, ordering: .relaxed) else { return }
        guard !device.bus.isCurrent else { return try device.close() }
        let completion = Completion()
        device.bus.async { [device] in
            do throws(BusError) { try device.close() } catch { completion.error.withLock { $0 = error } }
            completion.done.signal()
        }
        guard completion.done.wait(timeout: .now() + timeout) == .success else { throw .timedOut(device.address) }
        if let error = completion.error.withLock({ $0 }) { throw error }
    }

    /// The completion of a device's `close()` on another thread.
    private final class Completion: Sendable {
        let error = Locked<BusError?>(nil)
        let done = DispatchSemaphore(value: 0)
    }
}

/// Transfers that are repeated, until the device rests.
///
/// Called on the bus's thread only.
protocol RepeatedTransfers: AnyObject, Sendable {
    /// Makes the next transfers.
    ///
    /// - Returns: The time of the next call; nil before a rest, which the work ends by `BusPort.resume(_:)`.
    func transfer(with device: any BusDevice, at now: Duration) -> Duration?

    /// Makes up for the transfers of a rest. Called before the device is operated.
    ///
    /// - Returns: The time of the next call of `transfer(with:at:)`.
    func wake(with device: any BusDevice, at now: Duration) -> Duration
}

/// A value that is accessed on the bus's thread only, one call at a time.
final class Exclusive<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
