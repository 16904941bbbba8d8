import CarillonAudio
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

extension Optional where Wrapped == any BoardSession {
    /// Plays a sound, whose end is an input of the session, if there is one. The session may decide otherwise than `play` whether
    /// the sound is played. May be called from any thread.
    ///
    /// - Parameters:
    ///   - onEnd: Called on the queue with the reason.
    ///   - play: Starts the sound, and calls the function that it receives at its end. Returns false if the sound is refused.
    /// - Returns: Whether the sound is played.
    func playSound(
        onEnd: @escaping @Sendable (VoiceEndReason) -> Void,
        _ play: (@escaping @Sendable (VoiceEndReason) -> Void) -> Bool
    ) -> Bool {
        guard let session = self else { return play(onEnd) }
        return session.perform {
            session.playSound(onEnd: { onEnd(VoiceEndReason(rawValue: $0) ?? .closed) }) { ended in
                play { ended($0.rawValue) }
            }
        }
    }
}
