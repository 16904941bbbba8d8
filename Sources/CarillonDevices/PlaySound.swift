import MobiusCore

/// Plays a sound as the effect of a loop; see `Speaker`.
public struct PlaySound<Event>: EffectHandler, Sendable {
    private let play: @Sendable (EffectCallback<Event>) -> any Disposable

    init(play: @escaping @Sendable (EffectCallback<Event>) -> any Disposable) {
        self.play = play
    }

    public func handle(_ parameters: Void, _ callback: EffectCallback<Event>) -> any Disposable { play(callback) }
}

/// Ends a sound as the effect of a loop; see `Speaker`. The effect is done when the sound has begun to fall silent.
public struct StopSound<Event>: EffectHandler, Sendable {
    private let stop: @Sendable () -> Void

    init(stop: @escaping @Sendable () -> Void) {
        self.stop = stop
    }

    public func handle(_ parameters: Void, _ callback: EffectCallback<Event>) -> any Disposable {
        stop()
        callback.end()
        return EmptyDisposable()
    }
}

/// A sound was not played: its output has failed or been closed, or too many wait already.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The sound.
    public let name: SoundName
    /// What happened, and what to do about it.
    public var description: String { "the sound \(name) is not played: the sound output has failed, or is overrun" }
}
