import CarillonAudio
import MobiusCore

/// The loudspeaker: plays the sounds that the wiring names.
public final class Speaker: Sendable {
    private let engine: AudioEngine
    private let queue: any LoopQueue
    private let observer: PartObserver
    private let load: @Sendable (SoundName, AudioEngine) throws -> Sound

    /// - Parameters:
    ///   - engine: Plays them.
    ///   - queue: Where the observer is told.
    ///   - observer: Is told each sound that is played.
    ///   - load: Finds and loads a sound.
    public init(
        engine: AudioEngine, queue: any LoopQueue, observer: PartObserver,
        load: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound
    ) {
        self.engine = engine
        self.queue = queue
        self.observer = observer
        self.load = load
    }

    /// The effect handler that plays a sound, which is loaded here and now.
    ///
    ///     .routeCase(Effect.ring).to(try board.speaker.play(.alert))
    ///
    /// - Throws: What is wrong with the sound's file, with its name.
    public func play<Event>(_ name: SoundName) throws -> PlaySound<Event> {
        let sound = try load(name, engine)
        return PlaySound { [self] in play(sound, called: name) }
    }

    private func play(_ sound: Sound, called name: SoundName) {
        let isPlayed = engine.play(sound)
        if queue.isCurrent {
            tell(name, isPlayed: isPlayed)
        } else {
            queue.async { [self] in tell(name, isPlayed: isPlayed) }
        }
    }

    private func tell(_ name: SoundName, isPlayed: Bool) {
        isPlayed ? observer.didChange(.sound(name: name)) : observer.didFail(SoundNotPlayed(name: name))
    }
}

/// A sound was not played: its output has failed or been closed, or too many wait already.
public struct SoundNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The sound.
    public let name: SoundName
    /// What happened, and what to do about it.
    public var description: String { "the sound \(name) is not played: the sound output has failed, or is overrun" }
}

/// Plays a sound as the effect of a loop. The effect is done when the sound has begun.
public struct PlaySound<Event>: EffectHandler, Sendable {
    private let play: @Sendable () -> Void

    fileprivate init(play: @escaping @Sendable () -> Void) {
        self.play = play
    }

    /// Begins the sound.
    public func handle(_ parameters: Void, _ callback: EffectCallback<Event>) -> any Disposable {
        play()
        callback.end()
        return EmptyDisposable()
    }
}
