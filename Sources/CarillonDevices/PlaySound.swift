import MobiusCore

/// An effect handler that plays a sound; see `Speaker`.
public struct PlaySound<Event>: EffectHandler, Sendable {
    private let play: @Sendable (EffectCallback<Event>) -> any Disposable

    init(play: @escaping @Sendable (EffectCallback<Event>) -> any Disposable) {
        self.play = play
    }

    public func handle(_ parameters: Void, _ callback: EffectCallback<Event>) -> any Disposable { play(callback) }
}

/// An effect handler that ends a sound; see `Speaker`. The effect ends when the sound has begun to fade out.
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

/// The failure to play a sound: its output has failed or been closed, or too many sounds are already waiting.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The name of the sound that was not played.
    public let name: SoundName
    /// The message, with the cause.
    public var description: String { "cannot play the sound \"\(name)\": the sound output has failed or is overloaded" }
}
