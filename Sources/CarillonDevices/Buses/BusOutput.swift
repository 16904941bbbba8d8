import CarillonGPIO
import CarillonScheduling

/// A device on a bus that shows a value, such as a display. The newest value wins.
///
/// A failing device is reported once, and retried until it has the value: after 10 ms at first, later every second.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class BusOutput<Value: Equatable & Sendable>: @unchecked Sendable {
    /// The board's queue.
    public var queue: any Scheduler { port.queue }
    /// Whether the output is closed and accepts no more values.
    public var isClosed: Bool { port.isClosed }

    private let port: BusPort
    private let observer: DeviceObserver
    private let send: @Sendable (Value, any BusDevice) throws(BusError) -> Void
    private let alarm: Alarm
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var values: NewestValue<Value>

    /// Sends the first value.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - port: The device's port, which the output takes over.
    ///   - observer: Notified when the device fails, and again only after it has recovered.
    ///   - send: Makes the device show a value. Called on the bus's thread, one call at a time.
    public init(
        _ value: Value, port: BusPort, observer: DeviceObserver,
        send: @escaping @Sendable (Value, any BusDevice) throws(BusError) -> Void
    ) {
        self.port = port
        self.observer = observer
        self.send = send
        alarm = Alarm(on: port.queue)
        values = NewestValue(value)
        alarm.onFire(sendNext)
        sendNext()
    }

    /// Makes the device show a value after the current transfer, unless a newer value replaces it. Queue only; does not
    /// wait.
    public func show(_ value: Value) {
        queue.assertCurrent()
        values.set(value)
        sendNext()
    }

    /// Puts the device into its safe state and releases it; see `BusPort.close()`. Reports a device that cannot be made
    /// safe. Queue only.
    public func close() {
        queue.assertCurrent()
        alarm.cancel()
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
    }

    private func sendNext() {
        guard !port.isClosed else { return }
        if let value = values.next(at: queue.now) {
            port.perform { [send] (device) throws(BusError) in
                try send(value, device)
            } then: { [self] result in
                end(result)
            }
        }
        alarm.set(to: values.wakeUp)
    }

    private func end(_ result: Result<Void, BusError>) {
        queue.assertCurrent()
        switch result {
        case .success: values.succeeded()
        case .failure(let error): if values.failed(at: queue.now) { observer.didFail(error) }
        }
        sendNext()
    }
}
