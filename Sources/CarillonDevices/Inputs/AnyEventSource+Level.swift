import CarillonScheduling
import MobiusCore

extension AnyEventSource where Event: Sendable {
    /// The event source of an input that has a level: sends the level that the input has when the loop starts, and each
    /// change after that. So a loop knows at its start what it would otherwise learn only from the next change.
    ///
    /// - Parameters:
    ///   - queue: That of the input.
    ///   - level: Called on the queue.
    ///   - observe: Calls a handler for each change.
    ///   - event: Makes the event of a level.
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
