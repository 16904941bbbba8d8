import CarillonScheduling

/// The session of a board: what reaches its program besides lines, timers and the events of other threads.
package protocol BoardSession: SessionQueue {
    /// Carries out a command of a fleet or of the page, which is an input. Any thread but the queue's.
    ///
    /// - Parameters:
    ///   - path: The path of the device's feature.
    ///   - payload: The text of the command.
    ///   - work: Carries out the command. Called on the queue.
    func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void)

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

    /// Records a part of a memory that a loop begins from. Call on the base queue.
    func recordMemory(_ part: [UInt8])
}
