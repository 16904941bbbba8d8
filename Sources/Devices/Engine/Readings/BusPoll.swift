import CarillonGPIO
import CarillonScheduling
import Synchronization

/// A device that is read repeatedly on its bus's thread. Its changes are passed to the board's queue.
///
/// A reading is the state of the device as a text: a temperature, the id of a card. The queue receives a reading only if it
/// differs from the one before. If the queue was busy, it receives only the newest reading. Therefore a bus that hangs does
/// not delay the queue, and no readings accumulate while the queue hangs. A device that does not answer is reported once.
/// Its reading is then `absent`, and the poll searches for it every second.
///
/// A simulated device that does not change by itself is read only until its reading stays the same. After it has been
/// operated, it is read again at its regular times. Therefore hours of virtual time take no processor time.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
public final class BusPoll: @unchecked Sendable {
    /// The result of a turn with the device.
    public enum Turn: Equatable {
        /// The state of the device.
        case reading(String)
        /// The device needs this time before the next turn.
        case wait(Duration)
    }

    /// The reading of a device that does not answer.
    public static let absent = "absent"

    /// The time until a device is tried again whose transfer failed, the first time and later.
    private static let (firstRetry, retry) = (Duration.milliseconds(10), Duration.seconds(1))

    private let port: BusPort
    private let interval: Duration
    private let observer: DeviceObserver
    private let receive: @Sendable (String) -> Void
    private let isPassing = Atomic(false)
    private var passed: String?
    private var newest: String?
    private var failures = 0
    private var turn: (@Sendable (any BusDevice, _ now: Duration) throws(BusError) -> Turn)?
    private let stillness: Stillness
    /// The time at which the present reading began.
    private var begin: Duration?
    /// The time of the next reading, and the time from one to the next.
    private var rest = (next: Duration.zero, period: Duration.zero)

    /// Creates a poll, which `start(_:)` begins.
    ///
    /// - Parameters:
    ///   - port: The device's port. The poll ends when the port is closed.
    ///   - interval: The time from one reading to the next one.
    ///   - memory: The time for which an earlier reading affects later ones, such as the time constant of a filter.
    ///   - observer: Notified when the device does not answer, and again only after it has answered.
    ///   - receive: Called on the board's queue with each new reading.
    public init(
        _ port: BusPort, every interval: Duration, memory: Duration = .zero, observer: DeviceObserver,
        _ receive: @escaping @Sendable (String) -> Void
    ) {
        (self.port, self.interval, self.observer, self.receive) = (port, interval, observer, receive)
        stillness = Stillness(memory: memory, watch: port.watch)
    }

    /// Begins to read. Call once.
    ///
    /// - Parameter turn: Makes the next transfers with the device. Called on the bus's thread. After a call that has
    ///   thrown, the device may have lost its state.
    public func start(_ turn: @escaping @Sendable (any BusDevice, _ now: Duration) throws(BusError) -> Turn) {
        self.turn = turn
        // Nothing else keeps it during a rest.
        stillness.onWake { [self] in port.resume(self) }
        port.repeatedly(self)
    }

    private func result(_ device: any BusDevice, _ now: Duration) -> Result<Turn, BusError> {
        guard let turn else { return .success(.wait(interval)) }
        do throws(BusError) { return .success(try turn(device, now)) } catch { return .failure(error) }
    }

    /// Takes the result of a turn, and returns the pause after it; nil for that of the pace.
    private func take(_ result: Result<Turn, BusError>) -> Duration? {
        switch result {
        case .success(.wait(let time)): return time
        case .success(.reading(let reading)):
            failures = 0
            newest = reading
            return nil
        case .failure(let error):
            failures += 1
            // A single transfer may fail on a disturbed bus.
            if failures == 1 { return Self.firstRetry }
            if failures == 2 {
                newest = Self.absent
                port.queue.async { [port, observer] in if !port.isClosed { observer.didFail(error) } }
            }
            return max(interval, Self.retry)
        }
    }

    private func pass() {
        guard let newest, newest != passed, !isPassing.exchange(true, ordering: .acquiring) else { return }
        passed = newest
        port.queue.async { [self] in
            isPassing.store(false, ordering: .releasing)
            if !port.isClosed { receive(newest) }
        }
    }

    /// Returns the next multiple of the interval, so that devices of one pace are read in one turn of the thread.
    private func next(after now: Duration) -> Duration {
        let (now, interval) = (now.wholeNanoseconds, max(interval.wholeNanoseconds, 1))
        return .nanoseconds((now / interval + 1) * interval)
    }
}

extension BusPoll: RepeatedTransfers {
    func transfer(with device: any BusDevice, at now: Duration) -> Duration? {
        let result = result(device, now)
        let pause = take(result)
        pass()
        let next = pause.map { device.bus.now + $0 } ?? next(after: now)
        let start = begin ?? now
        begin = start
        if case .success(.wait) = result { return next }
        begin = nil
        rest = (next, next - start)
        guard newest == passed else { return next }
        if case .success(.reading(let reading)) = result { return stillness.take(reading, at: now) ? nil : next }
        return stillness.take(Self.absent, at: now) ? nil : next
    }

    /// A reading that would be in progress is made up to its next step, so that the operation comes at the same step.
    func wake(with device: any BusDevice, at now: Duration) -> Duration {
        guard let start = Stillness.last(rest.next, every: rest.period, until: now) else { return rest.next }
        var time = start
        while time <= now {
            guard case .success(.wait(let pause)) = result(device, time) else { return start + rest.period }
            time += pause
        }
        begin = start
        return time
    }
}
