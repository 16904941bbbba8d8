import CarillonAudio
import MobiusCore

/// The events of what a microphone hears. Nothing is heard while the loudspeaker sounds, and for some time after it: see
/// ``Settings/deaf``.
extension Microphone {
    /// Sends `event` when it becomes loud. It is sent again only after it has been 10 dB quieter for a second.
    ///
    /// - Parameters:
    ///   - level: The level in dBFS, from -90 to 0; nil for the one of the wiring, -30 by default.
    ///   - time: How long it has to be loud, from 50 ms to an hour; in steps of 50 ms.
    public func louder<Event: Sendable>(
        _ event: Event, than level: Double? = nil, for time: Duration = .milliseconds(100)
    ) -> AnyEventSource<Event> {
        let level = level.map(Self.valid) ?? settings.loud
        let rule = LoudnessRule(loud: level, for: Self.milliseconds(time), quiet: level - 10, for: 1000)
        return source(.want(rule)) { heard in heard == .loud(rule) ? event : nil }
    }

    /// Sends `event` when it has become quiet, after it was 10 dB louder.
    ///
    /// - Parameters:
    ///   - level: The level in dBFS, from -90 to 0; nil for the one of the wiring, -40 by default.
    ///   - time: How long it has to be quiet, from 50 ms to an hour; in steps of 50 ms.
    public func quieter<Event: Sendable>(
        _ event: Event, than level: Double? = nil, for time: Duration = .seconds(1)
    ) -> AnyEventSource<Event> {
        let level = level.map(Self.valid) ?? settings.quiet
        let rule = LoudnessRule(loud: level + 10, for: 100, quiet: level, for: Self.milliseconds(time))
        return source(.want(rule)) { heard in heard == .quiet(rule) ? event : nil }
    }

    /// Sends `event` for two claps of hands, 0.15 to 0.7 s apart, with a pause before and after them. It is sent 0.4 s
    /// after the second clap.
    public func clappedTwice<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        source(.wantClaps) { heard in heard == .twoClaps ? event : nil }
    }

    /// Sends the event that `event` returns for each level. Levels are inputs of a session, so ask for few.
    ///
    /// - Parameters:
    ///   - interval: From 50 ms to an hour, in steps of 50 ms. The shortest one that is asked for applies to all.
    ///   - event: Called on the board's queue.
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
