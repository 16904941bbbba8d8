import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The events of a microphone. The microphone ignores all sound while the loudspeaker plays, and for some time after that: see
/// ``Settings/deaf``.
extension Microphone {
    /// Sends `event` when the sound becomes loud. `event` is sent again only after the sound has been 10 dB below `level` for a
    /// second.
    ///
    /// - Parameters:
    ///   - level: The level above which sound is loud, in dBFS, from -90 to 0; nil for `loud` in the wiring, by default -30.
    ///   - time: The time for which the sound must be loud, from 50 ms to an hour, in steps of 50 ms.
    public func louder<Event: Sendable>(
        than level: Double? = nil, for time: Duration = .milliseconds(100), send event: Event
    ) -> AnyEventSource<Event> {
        let level = level.map(Self.valid) ?? settings.loud
        let rule = LoudnessRule(loud: level, for: Self.milliseconds(time), quiet: level - 10, for: 1000)
        return source(.want(rule)) { heard in heard == .loud(rule) ? event : nil }
    }

    /// Sends `event` when the sound becomes quiet, after it was 10 dB above `level`.
    ///
    /// - Parameters:
    ///   - level: The level below which sound is quiet, in dBFS, from -90 to 0; nil for `quiet` in the wiring, by default -40.
    ///   - time: The time for which the sound must be quiet, from 50 ms to an hour, in steps of 50 ms.
    public func quieter<Event: Sendable>(
        than level: Double? = nil, for time: Duration = .seconds(1), send event: Event
    ) -> AnyEventSource<Event> {
        let level = level.map(Self.valid) ?? settings.quiet
        let rule = LoudnessRule(loud: level + 10, for: 100, quiet: level, for: Self.milliseconds(time))
        return source(.want(rule)) { heard in heard == .quiet(rule) ? event : nil }
    }

    /// Sends `event` for two claps of the hands that are 0.15 to 0.7 s apart, with a pause before and after them. `event` is
    /// sent 0.4 s after the second clap.
    public func clappedTwice<Event: Sendable>(send event: Event) -> AnyEventSource<Event> {
        source(.wantClaps) { heard in heard == .twoClaps ? event : nil }
    }

    /// Sends the result of `event` for each measured level. Use a long interval if sessions are recorded, because they contain
    /// each level.
    ///
    /// - Parameters:
    ///   - interval: From 50 ms to an hour, in steps of 50 ms. The shortest interval that the program requests applies to all
    ///     sources.
    ///   - event: Returns the event to send for a level. Called on the board's queue.
    public func level<Event: Sendable>(
        every interval: Duration = .milliseconds(200), send event: @escaping @Sendable (SoundLevel) -> Event
    ) -> AnyEventSource<Event> {
        source(.wantLevels(every: Self.milliseconds(interval))) { heard in
            if case .level(let level) = heard { event(level) } else { nil }
        }
    }

    private static func valid(_ level: Double) -> Double { level.isNaN ? -30 : min(max(level, -90), 0) }

    private static func milliseconds(_ time: Duration) -> Int {
        Int(min(max(time, .milliseconds(50)), .seconds(3600)) / .milliseconds(1))
    }
}

/// Recordings, which are files in the folder `recordings` of the program's state folder, such as `recordings/0001.wav`.
extension Microphone {
    /// Returns the effect handler that records sound. When the recording ends, an event with the result is sent to the loop.
    ///
    ///     .routeCase(Effect.record).to(ear.record(for: .seconds(180), then: Event.recorded))
    ///     .routeCase(Effect.hangUp).to { ear.stopRecording() }
    ///
    /// The effect ends with the recording. A recording is stopped when the loop ends, and when the next recording begins. The
    /// file can be played as soon as the event arrives: `speaker.play(SoundName(recording.path))`.
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
        queue.performOrEnqueue { [self] in stop() }
    }
}
