import CarillonAudio
import CarillonScheduling
import MobiusCore

/// Recordings, which are files in the program's state folder: `recordings/0001.wav`.
extension Microphone {
    /// Returns the effect handler that records, and sends the result to the loop when the recording has ended.
    ///
    ///     .routeCase(Effect.record).to(ear.record(for: .seconds(180), then: Event.recorded))
    ///     .routeCase(Effect.hangUp).to(ear.stopRecording())
    ///
    /// The effect ends with the recording. A recording that runs when the loop ends is stopped, and one that begins ends the
    /// one before. The file can be played when the event arrives: `speaker.play(named: SoundName(recording.path))`.
    ///
    /// - Parameters:
    ///   - limit: The longest duration, from 1 ms to 24 h. Less than 50 MB of free room ends a recording, too.
    ///   - preRoll: The time before the effect that is recorded, too, up to 10 s, if the program listens at that time. It is
    ///     kept in memory while the program listens.
    ///   - format: The format of the file.
    ///   - event: Returns the event to send. Called on the board's queue.
    public func record<Event: Sendable>(
        for limit: Duration, preRoll: Duration = .zero, as format: RecordingFormat = .wav,
        then event: @escaping @Sendable (SoundRecording) -> Event
    ) -> AnyEffectHandler<Void, Event> {
        let limit = min(max(limit, .milliseconds(1)), .seconds(24 * 3600))
        let preRoll = min(max(preRoll, .zero), .seconds(10))
        if preRoll > .zero { queue.perform { keep(preRoll) } }
        return AnyEffectHandler { [self] _, callback in
            let number = queue.perform {
                begin(limit: limit, preRoll: preRoll, format) { callback.end(with: event($0)) }
            }
            return AnonymousDisposable { [self] in queue.perform { stop(number) } }
        }
    }

    /// Ends the recording, if there is one. May be called from any thread.
    public func stopRecording() {
        if queue.isCurrent { stop() } else { queue.async { [self] in stop() } }
    }

    /// Returns the effect handler that ends the recording, if there is one.
    public func stopRecording<Event>() -> AnyEffectHandler<Void, Event> { .performing { [self] in stopRecording() } }
}
