import CarillonAudio
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
        _ event: Event, than level: Double? = nil, for time: Duration = .milliseconds(100)
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
        _ event: Event, than level: Double? = nil, for time: Duration = .seconds(1)
    ) -> AnyEventSource<Event> {
        let level = level.map(Self.valid) ?? settings.quiet
        let rule = LoudnessRule(loud: level + 10, for: 100, quiet: level, for: Self.milliseconds(time))
        return source(.want(rule)) { heard in heard == .quiet(rule) ? event : nil }
    }

    /// Sends `event` for two claps of the hands that are 0.15 to 0.7 s apart, with a pause before and after them. `event` is
    /// sent 0.4 s after the second clap.
    public func clappedTwice<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
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
        every interval: Duration = .milliseconds(200), _ event: @escaping @Sendable (SoundLevel) -> Event
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
