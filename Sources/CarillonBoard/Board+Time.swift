import CarillonDevices
import MobiusCore

/// Timers and periodic events for loops.
extension Board {
    /// Returns a timer that effects start and stop.
    public func timer() -> LoopTimer { LoopTimer(on: queue, random: random) }

    /// Sends `event` every `period` while the loop runs, the first time after one period.
    ///
    /// For occasional waits, use a ``timer()`` instead, which does not wake the program up in between.
    ///
    /// - Parameter period: At least 1 µs; shorter periods count as 1 µs.
    public func every<Event: Sendable>(_ period: Duration, _ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [queue] consumer in queue.every(period) { _ in consumer(event) } }
    }
}
