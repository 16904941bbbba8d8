import CarillonGPIO
import CarillonScheduling

/// A device on a bus that shows a value, such as a display. The newest value wins.
///
/// A device that fails is reported once and tried again until it has the value: after 10 ms at first, and each second in
/// the end.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class BusOutput<Value: Equatable & Sendable>: @unchecked Sendable {
    /// The queue of the board.
    var queue: any Scheduler { port.queue }
    /// Whether it takes no value any more.
    var isClosed: Bool { port.isClosed }

    private let port: BusPort
    private let observer: DeviceObserver
    private let send: @Sendable (Value, any BusDevice) throws(BusError) -> Void
    private let alarm: Alarm
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var values: NewestValue<Value>

    /// Sends the first value.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - port: The device's. It becomes the output's.
    ///   - observer: Notified when the device fails, once until it works again.
    ///   - send: Has the device show a value. Called on the bus's thread, once at a time.
    init(
        _ value: Value, port: BusPort, observer: DeviceObserver,
        send: @escaping @Sendable (Value, any BusDevice) throws(BusError) -> Void
    ) {
        self.port = port
        self.observer = observer
        self.send = send
        alarm = Alarm(on: port.queue)
        values = NewestValue(value)
        alarm.rings(goOn)
        goOn()
    }

    /// Has the device show a value when those before it are shown or replaced. On the queue; waits for nothing.
    func show(_ value: Value) {
        queue.assertCurrent()
        values.want(value)
        goOn()
    }

    /// Puts the device into its safe state and gives it back; see `BusPort.close()`. What cannot be made safe is reported.
    /// On the queue.
    func close() {
        queue.assertCurrent()
        alarm.cancel()
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
    }

    private func goOn() {
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
        goOn()
    }
}
