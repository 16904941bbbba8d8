import CarillonAudio
import CarillonScheduling
import MobiusCore

/// A speech that was asked for: it waits for its turn, and is then said.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
final class Saying: Disposable, @unchecked Sendable {
    let speech: Speech
    /// Called once, on the queue, when it has ended.
    let onEnd: @Sendable (VoiceEndReason) -> Void
    private let stop: @Sendable (Saying) -> Void
    /// The samples, while they are made.
    var samples: SpokenSamples?
    /// The voice, while it is heard.
    var voice: Voice?

    /// - Parameter stop: Stops it. Called on any thread.
    init(
        _ speech: Speech, stop: @escaping @Sendable (Saying) -> Void,
        onEnd: @escaping @Sendable (VoiceEndReason) -> Void
    ) {
        (self.speech, self.stop, self.onEnd) = (speech, stop, onEnd)
    }

    func dispose() { stop(self) }
}
