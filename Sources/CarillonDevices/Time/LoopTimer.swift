import CarillonScheduling
import MobiusCore

/// A timer for one loop. Effects of the loop start and stop the timer, and the timer sends an event after a time.
///
///     let timer = board.timer()
///     EffectRouter<Effect, Event>()
///         .routeCase(Effect.wait).to(timer.start(.timeIsUp))      // the effect carries the duration
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

    /// Creates a timer that is not running.
    ///
    /// - Parameters:
    ///   - queue: The queue on which events are sent, and which measures the time.
    ///   - random: The generator of random times.
    public init(on queue: any Scheduler, random: RandomNumbers = RandomNumbers()) {
        self.queue = queue
        self.random = random
    }

    /// Whether the timer is running: it has been started, and has neither ended nor been stopped. Queue only.
    public var isRunning: Bool { run != nil }

    /// Returns the effect handler that starts the timer for the duration that the effect carries, and sends `event` at the end.
    public func start<Event: Sendable>(_ event: Event) -> AnyEffectHandler<Duration, Event> {
        AnyEffectHandler { [self] duration, callback in start(after: duration, event, callback) }
    }

    /// Returns the effect handler that starts the timer, and sends `event` after `duration`.
    public func start<Event: Sendable>(_ event: Event, after duration: Duration) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in start(after: duration, event, callback) }
    }

    /// Returns the effect handler that starts the timer, and sends `event` after a random time in the range `durations`.
    ///
    /// - Parameter durations: The shortest and the longest time.
    public func start<Event: Sendable>(
        _ event: Event, within durations: ClosedRange<Duration>
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
    public func start<Event: Sendable>(_ event: Event, every period: Duration) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            begin(callback) { _ in queue.every(period) { _ in callback.send(event) } }
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

    private func end() {
        guard let run else { return }
        self.run = nil
        run.work.dispose()
        run.end()
    }
}
