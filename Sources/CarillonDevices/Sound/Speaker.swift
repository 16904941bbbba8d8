import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The loudspeaker: plays the sounds that the wiring names, files, and tones.
///
/// A sound goes by its name. A name that begins with `/` is the path of a file; ``add(_:_:)`` gives tones a name.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only, but for what a lock protects.
public final class Speaker: @unchecked Sendable {
    private let engine: AudioEngine
    private let queue: any LoopQueue
    private let observer: DeviceObserver
    private let load: @Sendable (SoundName, AudioEngine) throws -> Sound
    /// What was loaded. The lock is held for a moment only.
    private let sounds = Locked<[SoundName: Sound]>([:])
    /// The sound that has begun last. On the queue only.
    private var last: SoundName?

    /// - Parameters:
    ///   - engine: Plays them.
    ///   - queue: Where the observer is told.
    ///   - observer: Is told each sound that is played.
    ///   - load: Finds and loads a sound.
    public init(
        engine: AudioEngine, queue: any LoopQueue, observer: DeviceObserver,
        load: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound
    ) {
        self.engine = engine
        self.queue = queue
        self.observer = observer
        self.load = load
    }

    /// The effect handler that plays a sound, which is loaded here and now. The effect is done when the sound has begun.
    ///
    ///     .routeCase(Effect.ring).to(try board.speaker.play(.alert))
    ///
    /// - Parameter playback: How loud, from where, how often.
    /// - Throws: What is wrong with the sound's file, with its name.
    public func play<Event>(_ name: SoundName, _ playback: Playback = .once) throws -> PlaySound<Event> {
        let sound = try sound(name)
        return PlaySound { [self] callback in
            _ = play(sound, called: name, playback)
            callback.end()
            return EmptyDisposable()
        }
    }

    /// The effect handler that plays a sound, which is loaded here and now, and tells the loop when it is over.
    ///
    ///     .routeCase(Effect.greet).to(try board.speaker.play("greeting", then: .greeted))
    ///
    /// The effect is done when the sound is over. A sound that still plays when the loop ends is stopped.
    ///
    /// - Parameters:
    ///   - playback: How loud, from where, how often.
    ///   - event: Sent when the sound has come to its end, was stopped or displaced, or could not be played.
    /// - Throws: What is wrong with the sound's file, with its name.
    public func play<Event: Sendable>(
        _ name: SoundName, _ playback: Playback = .once, then event: Event
    ) throws -> PlaySound<Event> {
        try play(name, playback) { _ in event }
    }

    /// The effect handler that plays a sound, which is loaded here and now, and tells the loop why it is over.
    ///
    ///     enum Event: Sendable { case greeted(VoiceEnd) }
    ///     ...
    ///     .routeCase(Effect.greet).to(try board.speaker.play("greeting", then: Event.greeted))
    ///
    /// The effect is done when the sound is over. A sound that still plays when the loop ends is stopped.
    ///
    /// - Parameters:
    ///   - playback: How loud, from where, how often.
    ///   - event: Makes the event that is sent when the sound is over. `.failed`: it was too long for memory, and its file
    ///     could not be read any further; `.displaced`: others had a better right to play, or it could not be played.
    /// - Throws: What is wrong with the sound's file, with its name.
    public func play<Event: Sendable>(
        _ name: SoundName, _ playback: Playback = .once, then event: @escaping @Sendable (VoiceEnd) -> Event
    ) throws -> PlaySound<Event> {
        let sound = try sound(name)
        return PlaySound { [self] callback in
            let voice = play(sound, called: name, playback) { end in callback.end(with: event(end)) }
            guard let voice else {
                callback.end(with: event(.displaced))
                return EmptyDisposable()
            }
            return AnonymousDisposable { voice.stop() }
        }
    }

    /// The effect handler that ends a sound, however often it is playing: an alarm, for one.
    ///
    ///     .routeCase(Effect.acknowledge).to(try board.speaker.stop("alarm"))
    ///
    /// - Parameter fade: How long it takes to fall silent.
    /// - Throws: What is wrong with the sound's file, with its name.
    public func stop<Event>(_ name: SoundName, fade: Duration = .zero) throws -> StopSound<Event> {
        let sound = try sound(name)
        return StopSound { [engine] in engine.stop(sound, fade: fade) }
    }

    /// Makes a sound of tones, which goes by `name` from now on; it takes the place of another one of this name.
    ///
    ///     let jingle = try board.speaker.add("jingle", RTTTL("jingle:d=8,o=5,b=140:e,g,4c6,p,16c6").tones())
    ///     ...
    ///     .routeCase(Effect.win).to(try board.speaker.play(jingle))
    ///     .routeCase(Effect.beep).to(
    ///         try board.speaker.play(board.speaker.add("beep", [Tone(.square, note: 84, duration: .milliseconds(120))])))
    ///
    /// May be called from any thread. It takes a while to make long sounds: not for a loop that runs.
    ///
    /// - Parameter tones: One after the other.
    /// - Returns: `name`.
    /// - Throws: `SoundError` if the tones take more memory than a sound may.
    @discardableResult
    public func add(_ name: SoundName, _ tones: [Tone]) throws(SoundError) -> SoundName {
        let sound = try Sound(name: name.description, tones: tones, for: engine.format)
        sounds.withLock { $0[name] = sound }
        return name
    }

    /// A sound is loaded once, so that all its voices are known by it.
    private func sound(_ name: SoundName) throws -> Sound {
        if let sound = sounds.withLock({ $0[name] }) { return sound }
        let loaded = try load(name, engine)
        return sounds.withLock { sounds in
            let sound = sounds[name] ?? loaded
            sounds[name] = sound
            return sound
        }
    }

    private func play(
        _ sound: Sound, called name: SoundName, _ playback: Playback, onEnd: (@Sendable (VoiceEnd) -> Void)? = nil
    ) -> Voice? {
        let voice = engine.play(sound, playback, onEnd: sound.isStreamed ? failureTold(of: sound, then: onEnd) : onEnd)
        let isPlayed = voice != nil
        if queue.isCurrent {
            tell(name, isPlayed: isPlayed)
        } else {
            queue.async { [self] in tell(name, isPlayed: isPlayed) }
        }
        return voice
    }

    /// What is to be done at the end of a sound that may fail: one in memory cannot.
    private func failureTold(
        of sound: Sound, then onEnd: (@Sendable (VoiceEnd) -> Void)?
    ) -> @Sendable (VoiceEnd) -> Void {
        { [observer] end in
            if end == .failed, let failure = sound.failure { observer.didFail(failure) }
            onEnd?(end)
        }
    }

    private func tell(_ name: SoundName, isPlayed: Bool) {
        guard isPlayed else { return observer.didFail(SoundNotPlayed(name: name)) }
        last = name
        observer.didChange(.sound(name: name))
    }
}

extension Speaker: Featured {
    public static var kind: DeviceKind { DeviceKind("speaker", title: "loudspeaker", label: "") }

    /// The name of each board's loudspeaker: `sound`.
    public var name: String { "sound" }

    /// The sound that has begun last. The world may play one that the program has loaded, and end all.
    public var features: [Feature] {
        [
            Feature(
                sounds: { self.sounds.withLock { Array($0.keys) } },
                set: { value in if case .sound(let name) = value { self.set(name) } },
                { .sound(self.last) })
        ]
    }

    private func set(_ name: SoundName?) {
        guard let name else {
            engine.stopAll()
            last = nil
            return observer.didChange(DeviceChange(kind: Self.kind, name: self.name, .sound(nil)))
        }
        if let sound = sounds.withLock({ $0[name] }) { _ = play(sound, called: name, .once) }
    }
}

extension DeviceChange {
    /// A sound has begun.
    public static func sound(name: SoundName) -> DeviceChange {
        DeviceChange(kind: Speaker.kind, name: "sound", .sound(name))
    }
}
