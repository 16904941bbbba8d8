import CarillonScheduling
import MobiusCore

/// A timer for one loop. Effects of the loop start and stop the timer, and the timer sends an event after a time.
///
///     let timer = board.timer()
///     EffectRouter<Effect, Event>()
///         .routeCase(Effect.wait).to(timer.start(send: .timeIsUp))      // the effect carries the duration
///         .routeCase(Effect.stopWaiting).to(timer.stop())
///
/// Starting the timer again cancels the current run. The timer stops when its loop ends.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class LoopTimer: @unchecked Sendable {
    private let queue: any Scheduler
    private let random: RandomNumbers
    /// The current run, with the closure that ends its effect.
    private var run: (id: UInt64, work: any Disposable & Sendable, end: @Sendable () -> Void)?
    private var nextID: UInt64 = 0
    private let didFail: @Sendable (any Error) -> Void
    private var haste = TimerHaste()

    /// Creates a timer that is not running.
    ///
    /// - Parameters:
    ///   - queue: The queue on which events are sent, and which measures the time.
    ///   - random: The generator of random times.
    ///   - didFail: Called on the queue with a ``TimerWithoutPause``.
    public init(
        on queue: any Scheduler, random: RandomNumbers = RandomNumbers(),
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.queue = queue
        self.random = random
        self.didFail = didFail
    }

    /// Whether the timer is running: it has been started, and has neither ended nor been stopped. Queue only.
    public var isRunning: Bool { run != nil }

    /// Returns the effect handler that starts the timer for the duration that the effect carries, and sends `event` at the end.
    public func start<Event: Sendable>(send event: Event) -> AnyEffectHandler<Duration, Event> {
        AnyEffectHandler { [self] duration, callback in start(after: duration, event, callback) }
    }

    /// Returns the effect handler that starts the timer, and sends `event` after `duration`.
    public func start<Event: Sendable>(after duration: Duration, send event: Event) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in start(after: duration, event, callback) }
    }

    /// Returns the effect handler that starts the timer, and sends `event` after a random time.
    ///
    /// - Parameter durations: The shortest and the longest time.
    public func start<Event: Sendable>(
        within durations: ClosedRange<Duration>, send event: Event
    ) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            let length = durations.upperBound - durations.lowerBound
            var random = random
            let duration = durations.lowerBound + length * Double.random(in: 0...1, using: &random)
            return start(after: duration, event, callback)
        }
    }

    /// Returns the effect handler that starts the timer, and sends `event` every `period` until the timer is stopped. The first
    /// event is sent after one period.
    public func start<Event: Sendable>(every period: Duration, send event: Event) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            begin(callback) { _ in
                queue.every(period) { [self] _ in
                    note(period, event)
                    callback.send(event)
                }
            }
        }
    }

    /// Returns the effect handler that stops the timer. It has no effect on a timer that is not running.
    public func stop<Event>() -> AnyEffectHandler<Void, Event> {
        .performing { [self] in queue.perform { end() } }
    }

    private func start<Event: Sendable>(
        after duration: Duration, _ event: Event, _ callback: EffectCallback<Event>
    ) -> any Disposable {
        begin(callback) { id in
            queue.schedule(at: queue.now + duration) { [self] in
                // End the run before the event, because the event's receiver may start the timer again.
                if run?.id == id { run = nil }
                note(duration, event)
                callback.end(with: event)
            }
        }
    }

    private func begin<Event: Sendable>(
        _ callback: EffectCallback<Event>, _ schedule: (UInt64) -> any Disposable & Sendable
    ) -> any Disposable {
        queue.perform {
            end()
            nextID += 1
            let id = nextID
            run = (id, schedule(id), { callback.end() })
            return AnonymousDisposable { [self] in
                queue.perform { if run?.id == id { end() } }
            }
        }
    }

    /// Reports a timer that sends its event again and again without a pause.
    private func note(_ duration: Duration, _ event: Any) {
        if let count = haste.take(duration, at: queue.now) {
            didFail(TimerWithoutPause(event: "\(event)", count: count))
        }
    }

    private func end() {
        guard let run else { return }
        self.run = nil
        run.work.dispose()
        run.end()
    }
}

/// An error: a timer sends its event again and again within less than 100 µs, such as a timer of 0 ms that its event starts
/// again. The program then does nothing else. Reported after a thousand such events within a second. The next reports
/// follow after two thousand, four thousand, and so on.
public struct TimerWithoutPause: Error, Equatable, CustomStringConvertible {
    /// The event, as text.
    public let event: String
    /// The number of such events so far, a multiple of 1000.
    public let count: Int
    /// The message, with the remedy.
    public var description: String {
        "the timer of the event \(event) has sent it \(count) times without a pause; start it with a longer time"
    }
}

/// Finds a timer that fires again and again without a pause.
struct TimerHaste {
    /// A shorter time is no pause.
    private static let pause = Duration.microseconds(100)
    /// So many events within a second are reported.
    private static let most = 1000

    private var since = Duration.zero
    private var count = 0
    private var thousands = 0
    private var nextNotice = 1

    /// Notes that a timer has fired after `duration`.
    ///
    /// - Returns: The number of events without a pause, if it is to be reported.
    mutating func take(_ duration: Duration, at now: Duration) -> Int? {
        guard duration < Self.pause else { return nil }
        if count == 0 || now - since > .seconds(1) { (since, count) = (now, 0) }
        count += 1
        guard count == Self.most else { return nil }
        (count, thousands) = (0, thousands + 1)
        guard thousands >= nextNotice else { return nil }
        nextNotice = thousands * 2
        return thousands * Self.most
    }
}
