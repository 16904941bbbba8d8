import CarillonAudio
import MobiusCore

/// A function that carries out the loading of a sound that is named at run time, now or on a thread of its own.
package typealias SoundLoading = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// Playing of sounds whose names are chosen at run time, such as by a card, a menu or a knob.
///
/// A sound that is not in memory is loaded on a separate thread, so that the loop does not wait for a file. The most recently
/// played sounds are kept in up to 32 MiB of memory. If a name does not exist or a file cannot be read, a failure of the board
/// is reported with the reason, and the effect ends.
extension Speaker {
    /// Plays the sound `name` once. May be called from any thread.
    ///
    ///     enum Effect { case play(SoundName) }
    ///     ...
    ///     .routeCase(Effect.play).to(board.speaker.play)
    public func play(_ name: SoundName) { begin(name, .once, onBegin: {}, onEnd: nil) }

    /// Returns the effect handler that plays a sound. `name` returns the sound's name for the effect's value. The effect
    /// ends when the sound has begun or has failed to begin.
    ///
    ///     .routeCase(Effect.play).to(board.speaker.handler(as: .music) { $0 })     // case play(SoundName)
    ///
    /// - Parameter playback: The gain, pan, looping, fade-in, priority and bus.
    public func handler<Parameters, Event: Sendable>(
        as playback: Playback = .once, _ name: @escaping @Sendable (Parameters) -> SoundName
    ) -> AnyEffectHandler<Parameters, Event> {
        AnyEffectHandler { [self] parameters, callback in
            begin(name(parameters), playback, onBegin: { callback.end() }, onEnd: nil)
            return EmptyDisposable()
        }
    }

    /// Returns the effect handler that plays a sound. `name` returns the sound's name for the effect's value. When the
    /// sound ends, an event with the reason is sent to the loop.
    ///
    ///     .routeCase(Effect.play).to(board.speaker.handler(as: .music, { $0 }, then: Event.ended))
    ///
    /// The effect ends with the sound. When the loop ends, a sound that is loading or playing is stopped.
    ///
    /// - Parameters:
    ///   - playback: The gain, pan, looping, fade-in, priority and bus.
    ///   - event: Returns the event to send for the sound and the reason why it has ended. `.failed`: the sound does not exist,
    ///     or its file cannot be read. `.stolen`: another sound stole the voice, or the sound could not be played.
    public func handler<Parameters, Event: Sendable>(
        as playback: Playback = .once, _ name: @escaping @Sendable (Parameters) -> SoundName,
        then event: @escaping @Sendable (SoundName, VoiceEndReason) -> Event
    ) -> AnyEffectHandler<Parameters, Event> {
        AnyEffectHandler { [self] parameters, callback in
            let name = name(parameters)
            return begin(name, playback, onBegin: {}, onEnd: { end in callback.end(with: event(name, end)) })
        }
    }

    /// Stops all voices of a sound, and cancels those that are still loading. May be called from any thread.
    ///
    ///     .routeCase(Effect.silence).to(board.speaker.stop)          // case silence(SoundName)
    public func stop(_ name: SoundName) {
        for request in requests.withLock({ $0 }) where request.name == name { request.stop(fade: .zero) }
        if let sound = loaded(name) { engine.stop(sound) }
    }

    /// Loads a sound, unless it is in memory, and plays it.
    ///
    /// - Parameters:
    ///   - onBegin: Called when the sound has begun, or could not. On any thread.
    ///   - onEnd: Called on the queue when the sound has ended, or could not begin.
    @discardableResult
    private func begin(
        _ name: SoundName, _ playback: Playback, onBegin: @escaping @Sendable () -> Void,
        onEnd: (@Sendable (VoiceEndReason) -> Void)?
    ) -> SoundRequest {
        let request = SoundRequest(name)
        requests.withLock { $0.append(request) }
        guard let onEnd else {
            load(request, playback, onBegin: onBegin, onEnd: nil)
            return request
        }
        // That the sound could not be loaded is an end, too, so it always begins.
        _ = session.playSound(onEnd: onEnd) { ended in
            load(request, playback, onBegin: onBegin, onEnd: ended)
            return true
        }
        return request
    }

    private func load(
        _ request: SoundRequest, _ playback: Playback, onBegin: @escaping @Sendable () -> Void,
        onEnd: (@Sendable (VoiceEndReason) -> Void)?
    ) {
        let finish: @Sendable (Result<Sound, any Error>) -> Void = { [self] loaded in
            queue.performOrEnqueue { [self] in start(request, loaded, playback, onEnd: onEnd) }
            onBegin()
        }
        if let sound = loaded(request.name) { return finish(.success(sound)) }
        loading { [self] in finish(Result { try recentSound(request.name) }) }
    }

    private func start(
        _ request: SoundRequest, _ loaded: Result<Sound, any Error>, _ playback: Playback,
        onEnd: (@Sendable (VoiceEndReason) -> Void)?
    ) {
        let ended: @Sendable (VoiceEndReason) -> Void = { [self] end in
            requests.withLock { $0.removeAll { $0 === request } }
            onEnd?(end)
        }
        guard !request.isStopped else { return ended(.stopped) }
        switch loaded {
        case .success(let sound):
            let voice = start(sound, playback, onEnd: ended)
            report(request.name, isPlayed: voice != nil)
            guard let voice else { return ended(.stolen) }
            request.started(voice)
        case .failure(let error):
            observer.didFail(error)
            ended(.failed)
        }
    }
}
