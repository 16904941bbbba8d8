import CarillonGPIO
import CarillonScheduling

/// A device on a bus that shows a value, such as a display. The newest value wins.
///
/// A failure of the device is reported once. The output repeats the transfer until the device has the value: first after 10
/// ms, then after pauses that double up to 1 s. A device that needs time between transfers receives its value in steps, so
/// that no other device on the bus waits.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class BusOutput<Value: Equatable & Sendable>: @unchecked Sendable {
    /// The board's queue.
    public var queue: any Scheduler { port.queue }
    /// Whether the output is closed and accepts no more values.
    public var isClosed: Bool { port.isClosed }

    private let port: BusPort
    private let observer: DeviceObserver
    private let step: @Sendable (Value, any BusDevice) throws(BusError) -> Duration?
    private let timer: ResettableTimer
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var values: NewestValue<Value>
    /// The value whose next step waits for a time.
    @exclusivity(unchecked) private var paused: (value: Value, end: Duration)?

    /// Creates the output, and begins to send the first value.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - port: The device's port, which the output takes over.
    ///   - observer: Notified when the device fails, and again only after it has recovered.
    ///   - send: Makes the device show a value. Called on the bus's thread, one call at a time.
    public convenience init(
        _ value: Value, port: BusPort, observer: DeviceObserver,
        send: @escaping @Sendable (Value, any BusDevice) throws(BusError) -> Void
    ) {
        self.init(value, port: port, observer: observer) { (value, device) throws(BusError) in
            try send(value, device)
            return nil
        }
    }

    /// Sends the first value, in steps.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - port: The device's port, which the output takes over.
    ///   - observer: Notified when the device fails, and again only after it has recovered.
    ///   - step: Makes the device show a value, or begins to. Returns nil when the device shows the value, and otherwise the
    ///     time after which to call it again. Called on the bus's thread, one call at a time.
    init(
        _ value: Value, port: BusPort, observer: DeviceObserver,
        step: @escaping @Sendable (Value, any BusDevice) throws(BusError) -> Duration?
    ) {
        self.port = port
        self.observer = observer
        self.step = step
        timer = ResettableTimer(on: port.queue)
        values = NewestValue(value)
        timer.onFire(sendNext)
        sendNext()
    }

    /// Makes the device show a value after the current transfer, unless a newer value replaces it. Queue only; does not
    /// wait.
    public func show(_ value: Value) {
        queue.assertCurrent()
        values.set(value)
        sendNext()
    }

    /// The value that the device is set to show. Queue only.
    var value: Value { values.target }

    /// Changes the value, and reports that a feature of the device has changed. Does nothing if the value remains the same, or
    /// the output is closed. May be called from any thread; takes effect immediately on the queue.
    func change(_ feature: Int = 0, _ body: @escaping @Sendable (inout Value) -> Void) {
        queue.performOrEnqueue { [self] in
            var new = value
            body(&new)
            guard !isClosed, new != value else { return }
            show(new)
            observer.changed(feature)
        }
    }

    /// Puts the device into its safe state and releases it; see `BusPort.close()`. Reports a device that cannot be made
    /// safe. Queue only.
    public func close() {
        queue.assertCurrent()
        timer.cancel()
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
    }

    /// Calls `handler` once, before something that receives the values is attached to a simulated bus.
    ///
    /// - Returns: False, without a call, if something may receive them.
    func rest(until handler: @escaping () -> Void) -> Bool { port.watch?(handler) ?? false }

    private func sendNext() {
        guard !port.isClosed else { return }
        if let value = nextValue() {
            port.perform { [step] (device) throws(BusError) in
                try step(value, device)
            } then: { [self] result in
                end(result, of: value)
            }
        }
        timer.set(to: paused?.end ?? values.wakeUp)
    }

    /// Returns the value whose next step is due; nil if none is.
    private func nextValue() -> Value? {
        guard let (value, end) = paused else { return values.next(at: queue.now) }
        guard queue.now >= end else { return nil }
        paused = nil
        return value
    }

    private func end(_ result: Result<Duration?, BusError>, of value: Value) {
        queue.assertCurrent()
        switch result {
        case .success(let pause?): paused = (value, queue.now + pause)
        case .success(nil): values.succeeded()
        case .failure(let error): if values.failed(at: queue.now) { observer.didFail(error) }
        }
        sendNext()
    }
}
