import CarillonDevices
import MobiusCore

/// Time, as events of a loop.
extension Board {
    /// A timer that effects start and stop.
    public func timer() -> LoopTimer { LoopTimer(on: queue) }

    /// Sends `event` each `period` for as long as the loop runs; the first time when one has passed.
    ///
    /// A loop that has something to wait for only now and then is better off with a ``timer()``: it wakes nobody meanwhile.
    ///
    /// - Parameter period: At least a microsecond; what is less counts as one.
    public func every<Event: Sendable>(_ period: Duration, _ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [queue] consumer in queue.every(period) { _ in consumer(event) } }
    }
}
