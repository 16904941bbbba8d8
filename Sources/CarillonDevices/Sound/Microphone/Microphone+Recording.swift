import CarillonAudio
import CarillonScheduling
import MobiusCore

/// Recordings, which are files in the folder `recordings` of the program's state folder, such as `recordings/0001.wav`.
extension Microphone {
    /// Returns the effect handler that records sound. When the recording ends, an event with the result is sent to the loop.
    ///
    ///     .routeCase(Effect.record).to(ear.record(for: .seconds(180), then: Event.recorded))
    ///     .routeCase(Effect.hangUp).to(ear.stopRecording())
    ///
    /// The effect ends with the recording. A recording is stopped when the loop ends, and when the next recording begins. The
    /// file can be played as soon as the event arrives: `speaker.play(named: SoundName(recording.path))`.
    ///
    /// - Parameters:
    ///   - limit: The longest duration, from 1 ms to 24 h. A recording also ends when less than 50 MB of disk space is free.
    ///   - preRoll: The length of the sound before the effect that is also recorded, up to 10 s. This sound is kept in memory,
    ///     but only while the program listens.
    ///   - format: The format of the file.
    ///   - event: Returns the event to send for the result. Called on the board's queue.
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

    /// Ends the current recording, if there is one. May be called from any thread.
    public func stopRecording() {
        if queue.isCurrent { stop() } else { queue.async { [self] in stop() } }
    }

    /// Returns the effect handler that ends the current recording, if there is one.
    public func stopRecording<Event>() -> AnyEffectHandler<Void, Event> { .performing { [self] in stopRecording() } }
}
