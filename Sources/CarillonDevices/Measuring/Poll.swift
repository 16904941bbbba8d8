import CarillonGPIO
import CarillonScheduling
import Synchronization

/// A device that is read on its bus's thread, again and again, and whose changes are passed to the board's queue.
///
/// A reading is the state of the device as a text: a temperature, the id of a card. The queue receives a reading only if it
/// differs from the one before, and only the newest if it was busy. So a bus that hangs costs the queue nothing, and a queue
/// that hangs lets nothing pile up. A device that does not answer is reported once; its reading is then `absent`, and it is
/// searched for each second.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
public final class Poll: @unchecked Sendable {
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

    /// Creates a poll, which `start(_:)` begins.
    ///
    /// - Parameters:
    ///   - port: The device's port. The poll ends when the port is closed.
    ///   - interval: The time from one reading to the next one.
    ///   - observer: Notified when the device does not answer, and again only after it has answered.
    ///   - receive: Called on the board's queue with each new reading.
    public init(
        _ port: BusPort, every interval: Duration, observer: DeviceObserver,
        _ receive: @escaping @Sendable (String) -> Void
    ) {
        (self.port, self.interval, self.observer, self.receive) = (port, interval, observer, receive)
    }

    /// Begins to read. Call once.
    ///
    /// - Parameter turn: Called on the bus's thread. After a call that has thrown, the device may have lost its state.
    public func start(_ turn: @escaping @Sendable (any BusDevice, _ now: Duration) throws(BusError) -> Turn) {
        port.repeatedly { [self] device, now in
            let result: Result<Turn, BusError>
            do throws(BusError) { result = .success(try turn(device, now)) } catch { result = .failure(error) }
            let pause = take(result)
            pass()
            return pause.map { device.bus.now + $0 } ?? next(after: now)
        }
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
