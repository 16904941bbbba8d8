import CarillonAudio
import CarillonScheduling
import Dispatch
import MobiusCore

/// The loudspeaker, which plays sounds of the wiring, sound files, and tones.
///
/// Each sound has a name. A name that begins with `/` is the path of a file. ``add(_:_:)`` gives a name to a sound made of
/// tones.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only, or is protected by a lock.
public final class Speaker: @unchecked Sendable {
    let engine: AudioEngine
    let queue: any Scheduler
    /// The session that is being recorded or replayed; nil without a session.
    let session: (any BoardSession)?
    let observer: DeviceObserver
    /// Carries out the loading of sounds that are named at run time.
    let loading: SoundLoading
    /// Finds and loads a sound, and does not keep it.
    package let load: @Sendable (SoundName, AudioEngine) throws -> Sound
    /// The loaded sounds. The lock is held only briefly.
    private let sounds = Locked<[SoundName: Sound]>([:])
    /// The loaded sounds that were named at run time.
    private let recent = Locked(RecentSounds<SoundName>(limit: 32 << 20))
    /// The sounds that were named at run time and have not ended.
    let requests = Locked<[SoundRequest]>([])
    private let volumes = Locked<[SpeakerVolume]>([])
    let existingSpeechQueue = Locked<SpeechQueue?>(nil)
    let synthesizer: any SpeechSynthesizer
    let speechSettings: SpeechSettings
    /// Adds the features of the object that it creates.
    let add: @Sendable ((DeviceObserver) -> any FeatureProviding) -> Void
    /// The most recently started sound. Queue only.
    private var last: SoundName?

    /// Creates a loudspeaker for an engine.
    ///
    /// - Parameters:
    ///   - engine: The engine that plays the sounds.
    ///   - queue: The queue on which the observer is notified.
    ///   - observer: Notified of each sound that is played, and of failures.
    ///   - load: Finds and loads the sound with a name.
    public convenience init(
        engine: AudioEngine, queue: any Scheduler, observer: DeviceObserver,
        load: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound
    ) {
        self.init(
            engine: engine, queue: queue, session: nil, observer: observer,
            add: { _ = $0(DeviceObserver(didFail: observer.didFail)) }, load: load)
    }

    /// - Parameters:
    ///   - session: The session that is being recorded or replayed.
    ///   - add: Creates an object with the observer that it passes, and adds its features to the board.
    ///   - loading: Carries out the loading of sounds that are named at run time; the default is a thread of its own.
    ///   - synthesizer: Turns texts into sound.
    ///   - speech: The voice of texts that state none.
    package init(
        engine: AudioEngine, queue: any Scheduler, session: (any BoardSession)?, observer: DeviceObserver,
        add: @escaping @Sendable ((DeviceObserver) -> any FeatureProviding) -> Void,
        loading: @escaping SoundLoading = Speaker.inBackground,
        synthesizer: any SpeechSynthesizer = SimulatedSpeech(), speech: SpeechSettings = SpeechSettings(),
        load: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound
    ) {
        (self.engine, self.queue, self.session) = (engine, queue, session)
        (self.observer, self.add, self.loading) = (observer, add, loading)
        (self.synthesizer, speechSettings) = (synthesizer, speech)
        self.load = load
    }

    /// The highest volume, as set in the wiring. It also applies to alarms. May be read from any thread.
    public var limit: Volume { engine.limit }

    /// The main volume, which applies to all buses but `alarm`.
    public var volume: SpeakerVolume { volume(ofAny: nil) }

    /// Returns the volume of a bus. May be called from any thread. Call it before the program's loops start, so that the page
    /// and the fleet show it.
    public func volume(of bus: AudioBus) -> SpeakerVolume { volume(ofAny: bus) }

    private func volume(ofAny bus: AudioBus?) -> SpeakerVolume {
        if let volume = volumes.withLock({ $0.first { $0.bus == bus } }) { return volume }
        return queue.perform {
            if let volume = volumes.withLock({ $0.first { $0.bus == bus } }) { return volume }
            var volume: SpeakerVolume!
            add { observer in
                volume = SpeakerVolume(of: bus, engine: engine, queue: queue, observer: observer)
                return volume
            }
            volumes.withLock { $0.append(volume) }
            return volume
        }
    }

    /// Loads a sound and returns the effect handler that plays it. The effect ends as soon as the sound has begun.
    ///
    ///     .routeCase(Effect.ring).to(try board.speaker.handler(.alert))
    ///
    /// - Parameter playback: The gain, pan, looping, fade-in, priority and bus.
    /// - Throws: An error with the sound's name if the sound does not exist, or its file cannot be read.
    public func handler<Event>(
        _ name: SoundName, _ playback: Playback = .once
    ) throws -> AnyEffectHandler<Void, Event> {
        let sound = try sound(name)
        return AnyEffectHandler { [self] _, callback in
            _ = play(sound, called: name, playback)
            callback.end()
            return EmptyDisposable()
        }
    }

    /// Loads a sound and returns the effect handler that plays it. When the sound ends, an event is sent to the loop.
    ///
    ///     .routeCase(Effect.greet).to(try board.speaker.handler("greeting", then: .greeted))
    ///
    /// The effect ends with the sound. When the loop ends, a sound that is still playing is stopped.
    ///
    /// - Parameters:
    ///   - playback: The gain, pan, looping, fade-in, priority and bus.
    ///   - event: Sent when the sound has finished or was stopped, when another sound stole its voice, or if it could not be
    ///     played.
    /// - Throws: An error with the sound's name if the sound does not exist, or its file cannot be read.
    public func handler<Event: Sendable>(
        _ name: SoundName, _ playback: Playback = .once, then event: Event
    ) throws -> AnyEffectHandler<Void, Event> {
        try handler(name, playback) { _ in event }
    }

    /// Loads a sound and returns the effect handler that plays it. When the sound ends, an event with the reason is sent to the
    /// loop.
    ///
    ///     enum Event: Sendable { case greeted(VoiceEndReason) }
    ///     ...
    ///     .routeCase(Effect.greet).to(try board.speaker.handler("greeting", then: Event.greeted))
    ///
    /// The effect ends with the sound. When the loop ends, a sound that is still playing is stopped.
    ///
    /// - Parameters:
    ///   - playback: The gain, pan, looping, fade-in, priority and bus.
    ///   - event: Returns the event to send for the reason why the sound has ended. `.failed`: the sound is too long for
    ///     memory, and the rest of its file could not be read. `.stolen`: another sound stole the voice, or the sound could not
    ///     be played.
    /// - Throws: An error with the sound's name if the sound does not exist, or its file cannot be read.
    public func handler<Event: Sendable>(
        _ name: SoundName, _ playback: Playback = .once, then event: @escaping @Sendable (VoiceEndReason) -> Event
    ) throws -> AnyEffectHandler<Void, Event> {
        let sound = try sound(name)
        return AnyEffectHandler { [self] _, callback in
            let (voice, isPlayed) = play(sound, called: name, playback) { end in callback.end(with: event(end)) }
            guard isPlayed else {
                callback.end(with: event(.stolen))
                return EmptyDisposable()
            }
            return AnonymousDisposable { voice?.stop() }
        }
    }

    /// Loads a sound and returns the effect handler that stops all voices of the sound, such as those of an alarm.
    ///
    ///     .routeCase(Effect.acknowledge).to(try board.speaker.handler(stopping: "alarm"))
    ///
    /// - Parameter fade: The time in which the sound fades to silence. Times below 5 ms count as 5 ms, which avoids a click.
    /// - Throws: An error with the sound's name if the sound does not exist, or its file cannot be read.
    public func handler<Event>(
        stopping name: SoundName, fade: Duration = .zero
    ) throws -> AnyEffectHandler<Void, Event> {
        let sound = try sound(name)
        return .performing { [engine] in engine.stop(sound, fade: fade) }
    }

    /// Creates a sound from tones, and gives it the name `name`. The sound replaces an earlier one with this name.
    ///
    ///     let jingle = try board.speaker.add("jingle", RTTTL("jingle:d=8,o=5,b=140:e,g,4c6,p,16c6").tones())
    ///     ...
    ///     .routeCase(Effect.win).to(try board.speaker.handler(jingle))
    ///     .routeCase(Effect.beep).to(
    ///         try board.speaker.handler(
    ///             board.speaker.add("beep", [Tone(.square, note: 84, duration: .milliseconds(120))])))
    ///
    /// May be called from any thread. Do not call this method in a running loop, because the creation of a long sound takes
    /// time.
    ///
    /// - Parameter tones: The tones, which are played one after the other.
    /// - Returns: `name`.
    /// - Throws: `SoundError.tooLong` if the tones need more memory than a sound may use, `.empty` if they have no
    ///   duration.
    @discardableResult
    public func add(_ name: SoundName, _ tones: [Tone]) throws(SoundError) -> SoundName {
        let sound = try Sound(name: name.description, tones: tones, for: engine.format)
        sounds.withLock { $0[name] = sound }
        return name
    }

    /// Returns a sound that is in memory, loaded or made of tones; nil if there is none of this name. May be called from
    /// any thread.
    package func loaded(_ name: SoundName) -> Sound? {
        sounds.withLock { $0[name] } ?? recent.withLock { $0.use(name) }
    }

    /// Returns a sound, and loads it only once, so that it identifies all its voices.
    private func sound(_ name: SoundName) throws -> Sound {
        if let sound = loaded(name) { return sound }
        let loaded = try load(name, engine)
        return sounds.withLock { sounds in
            let sound = sounds[name] ?? loaded
            sounds[name] = sound
            return sound
        }
    }

    /// Returns a sound, and keeps it for a while. Reads its file if it is not in memory.
    func recentSound(_ name: SoundName) throws -> Sound {
        if let sound = loaded(name) { return sound }
        let sound = try load(name, engine)
        recent.withLock { $0.keep(sound, as: name) }
        return sound
    }

    private func play(
        _ sound: Sound, called name: SoundName, _ playback: Playback, onEnd: (@Sendable (VoiceEndReason) -> Void)? = nil
    ) -> (voice: Voice?, isPlayed: Bool) {
        var voice: Voice?
        let begin = { [self] (onEnd: (@Sendable (VoiceEndReason) -> Void)?) -> Bool in
            voice = start(sound, playback, onEnd: onEnd)
            return voice != nil
        }
        let isPlayed = onEnd.map { session.playSound(onEnd: $0, begin) } ?? begin(nil)
        queue.performOrEnqueue { [self] in report(name, isPlayed: isPlayed) }
        return (voice, isPlayed)
    }

    func start(_ sound: Sound, _ playback: Playback, onEnd: (@Sendable (VoiceEndReason) -> Void)?) -> Voice? {
        engine.play(sound, playback, onEnd: sound.isStreamed ? reportingFailure(of: sound, then: onEnd) : onEnd)
    }

    /// Returns the end handler of a streamed sound, which reports a failure to the observer. Sounds in memory cannot
    /// fail.
    private func reportingFailure(
        of sound: Sound, then onEnd: (@Sendable (VoiceEndReason) -> Void)?
    ) -> @Sendable (VoiceEndReason) -> Void {
        { [observer] end in
            if end == .failed, let failure = sound.failure { observer.didFail(failure) }
            onEnd?(end)
        }
    }

    func report(_ name: SoundName, isPlayed: Bool) {
        guard isPlayed else { return observer.didFail(SoundNotPlayed(name: name)) }
        last = name
        observer.changed()
    }
}

extension Speaker {
    private static let loader = DispatchQueue(label: "carillon-sounds", qos: .utility)

    /// Carries out work on a thread of ordinary priority, one after the other.
    package static let inBackground: SoundLoading = { work in loader.async(execute: work) }
}

extension Speaker: FeatureProviding {
    public static var kind: DeviceKind { DeviceKind("speaker", title: "loudspeaker", label: "") }

    /// The name of every board's loudspeaker: `sound`.
    public var name: String { "sound" }

    /// The sound that was started last. The page and the fleet can start any sound that the program has loaded, and stop all
    /// sounds.
    public var features: [Feature] {
        [Feature(canBeSet: true, sounds: sounds.withLock { $0.keys.sorted { $0.description < $1.description } })]
    }

    public func value(of feature: Int) -> Feature.Value { .sound(last) }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        if case .sound(let name) = value { set(name) }
    }

    private func set(_ name: SoundName?) {
        guard let name else {
            engine.stopAll()
            last = nil
            return observer.changed()
        }
        if let sound = loaded(name) { _ = play(sound, called: name, .once) }
    }
}

extension DeviceChange {
    /// Returns a change that reports the start of a sound.
    public static func sound(name: SoundName) -> DeviceChange {
        DeviceChange(kind: Speaker.kind, name: "sound", .sound(name))
    }
}
