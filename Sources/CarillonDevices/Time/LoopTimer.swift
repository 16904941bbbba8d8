import CarillonScheduling
import MobiusCore

/// A timer of a loop: effects start and stop it, and it sends an event when a time has passed.
///
///     let timer = board.timer()
///     EffectRouter<Effect, Event>()
///         .routeCase(Effect.wait).to(timer.start(.timeIsUp))      // the effect says how long
///         .routeCase(Effect.stopWaiting).to(timer.stop())
///
/// Started again, it forgets what it was at. A loop that ends stops it.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class LoopTimer: @unchecked Sendable {
    private let queue: any Scheduler
    /// What it is at, and how to tell that this is over.
    private var run: (id: UInt64, work: any Disposable & Sendable, end: @Sendable () -> Void)?
    private var nextID: UInt64 = 0

    /// - Parameter queue: Tells the time; the events are sent there.
    public init(on queue: any Scheduler) {
        self.queue = queue
    }

    /// Whether it has been started, and is not yet at its end. On the queue only.
    public var isRunning: Bool { run != nil }

    /// The effect handler that starts it, for as long as the effect says, and sends `event` at the end.
    public func start<Event: Sendable>(_ event: Event) -> AnyEffectHandler<Duration, Event> {
        AnyEffectHandler { [self] duration, callback in start(after: duration, event, callback) }
    }

    /// The effect handler that starts it, and sends `event` after `duration`.
    public func start<Event: Sendable>(_ event: Event, after duration: Duration) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in start(after: duration, event, callback) }
    }

    /// The effect handler that starts it, and sends `event` at a time that nobody can foresee.
    ///
    /// - Parameter durations: After which time at the earliest, and at the latest.
    public func start<Event: Sendable>(
        _ event: Event, within durations: ClosedRange<Duration>
    ) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            let length = durations.upperBound - durations.lowerBound
            let duration = durations.lowerBound + length * Double.random(in: 0...1)
            return start(after: duration, event, callback)
        }
    }

    /// The effect handler that starts it, and sends `event` each `period` until it is stopped; the first time when one
    /// has passed.
    public func start<Event: Sendable>(_ event: Event, every period: Duration) -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            begin(callback) { _ in queue.every(period) { _ in callback.send(event) } }
        }
    }

    /// The effect handler that stops it. If it is not running, nothing happens.
    public func stop<Event>() -> AnyEffectHandler<Void, Event> {
        AnyEffectHandler { [self] _, callback in
            queue.perform { end() }
            callback.end()
            return EmptyDisposable()
        }
    }

    private func start<Event: Sendable>(
        after duration: Duration, _ event: Event, _ callback: EffectCallback<Event>
    ) -> any Disposable {
        begin(callback) { id in
            queue.schedule(at: queue.now + duration) { [self] in
                // Over before the event: whoever it reaches may start the timer again.
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
