import CarillonScheduling
import MobiusCore

extension AnyEventSource where Event: Sendable {
    /// Returns the event source of an input with a level. It sends the input's level when the loop starts, and each
    /// change after that, so that the loop knows the initial level.
    ///
    /// - Parameters:
    ///   - queue: The input's queue.
    ///   - level: Returns the current level. Called on the queue.
    ///   - observe: Registers a handler for changes.
    ///   - event: Returns the event for a level.
    static func level(
        on queue: any Scheduler, _ level: @escaping @Sendable () -> Bool,
        changes observe: @escaping @Sendable (@escaping @Sendable (Bool) -> Void) -> any Disposable,
        _ event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource {
        AnyEventSource { consumer in
            queue.perform {
                consumer(event(level()))
                return observe { level in consumer(event(level)) }
            }
        }
    }
}
