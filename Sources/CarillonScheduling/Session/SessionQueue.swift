/// A queue that records a session of a program, or replays one.
///
/// Whatever reaches the program goes through this queue. It gives each input its place in the session, and a time that
/// stands still until the input has been handled. `isCurrent` is true only meanwhile.
///
/// The lower modules know sessions by this protocol alone. They look for it when they are created, so that a program
/// without a session does the same work as before.
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

    /// Carries out a command of a fleet or of the page, which is an input. Any thread but the queue's.
    ///
    /// - Parameters:
    ///   - path: The path of the device's feature.
    ///   - payload: The text of the command.
    ///   - work: Carries out the command. Called on the queue.
    func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void)

    /// Does work on the devices that is not an input, such as observing them. Call on the base queue. The work sends
    /// nothing to the program, so a replay does not need it.
    func unrecorded(_ body: () -> Void)

    /// Plays a sound whose end is an input. Queue only.
    ///
    /// - Parameters:
    ///   - onEnd: Called on the queue with the reason.
    ///   - play: Starts the sound, and passes its end to the function that it receives, on the base queue. Returns
    ///     false if the sound is refused.
    /// - Returns: Whether the sound is played.
    func playSound(
        onEnd: @escaping @Sendable (Int) -> Void, _ play: (@escaping @Sendable (Int) -> Void) -> Bool
    ) -> Bool

    /// The parts of the memories that loops begin from in a replay; nil while a session is recorded.
    var memoryParts: [[UInt8]]? { get }

    /// Records a part of a memory that a loop begins from. Call on the base queue.
    func recordMemory(_ part: [UInt8])
}

extension LoopQueue {
    /// The queue for work that sends nothing to the program: the base of a session, otherwise this queue.
    package var unrecorded: any LoopQueue { (self as? any SessionQueue)?.base ?? self }
}

extension Scheduler {
    /// The queue for work that sends nothing to the program: the base of a session, otherwise this queue.
    package var unrecorded: any Scheduler { (self as? any SessionQueue)?.base ?? self }

    /// Carries out a command of a fleet, which is an input of a session; see `SessionQueue.command`.
    package func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void) {
        if let session = self as? any SessionQueue { session.command(path, payload, work) } else { async(work) }
    }

    /// Does work on the devices that is not an input, such as observing them. Call on the queue `unrecorded`.
    package func withoutRecording(_ body: () -> Void) {
        if let session = self as? any SessionQueue { session.unrecorded(body) } else { body() }
    }
}
