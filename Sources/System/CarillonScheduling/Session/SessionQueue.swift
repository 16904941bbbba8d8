/// A queue that records a session of a program, or replays one.
///
/// Whatever reaches the program goes through this queue. It gives each input its position in the session, and a time that
/// stands still until the input has been handled. `isCurrent` is true only meanwhile.
///
/// The lower modules know sessions by this protocol alone. They ask their queue for it when they are created, so that a
/// program without a session does the same work as before.
package protocol SessionQueue: Scheduler {
    /// The queue under the session, for work that sends nothing to the program, such as the patterns of lights.
    var base: any Scheduler { get }

    /// Registers a loop. Queue only.
    ///
    /// - Parameters:
    ///   - event: The type of the loop's events.
    ///   - receive: Makes the loop process an event of this type. Called on the queue.
    /// - Returns: The loop's number.
    func addLoop(of event: Any.Type, _ receive: @escaping @Sendable (Any) -> Void) -> Int

    /// Sends an event to a loop, from outside the queue.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - loop: The loop's number.
    ///   - work: Makes the loop process the event. Called on the queue.
    func send(_ event: Any, toLoop loop: Int, _ work: @escaping @Sendable () -> Void)

    /// Does work on the devices that is not an input, such as observing them. Call on the base queue. The work sends
    /// nothing to the program, so a replay does not need it.
    func unrecorded(_ body: () -> Void)
}

/// The session that records or replays the inputs of a queue. Only Carillon creates sessions.
public struct QueueSession: Sendable {
    package let queue: any SessionQueue

    package init(_ queue: any SessionQueue) { self.queue = queue }
}

extension LoopQueue {
    /// The queue for work that sends nothing to the program: the base of a session, otherwise this queue.
    package var unrecorded: any LoopQueue { queueSession?.queue.base ?? self }
}

extension Scheduler {
    /// The queue for work that sends nothing to the program: the base of a session, otherwise this queue.
    package var unrecorded: any Scheduler { queueSession?.queue.base ?? self }

    /// Does work on the devices that is not an input, such as observing them. Call on the queue `unrecorded`.
    package func withoutRecording(_ body: () -> Void) {
        if let session = queueSession?.queue { session.unrecorded(body) } else { body() }
    }
}
