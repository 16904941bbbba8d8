import CarillonAudio
import MobiusCore

/// Speech: texts are spoken one after the other, while music is turned down.
///
/// On a board, espeak-ng speaks the texts in a separate process. If a text cannot be spoken, for example because espeak-ng is
/// not installed, a failure of the board is reported, and the effect ends. Create one of these handlers before the program's
/// loops start, so that the page and the fleet show the spoken text.
extension Speaker {
    /// The speech. It exists once a program requests it, so that only boxes that speak show it.
    var talker: Talker {
        if let talker = talkers.withLock({ $0 }) { return talker }
        return queue.perform {
            if let talker = talkers.withLock({ $0 }) { return talker }
            var talker: Talker!
            add { observer in
                talker = Talker(
                    synthesizer, speech, engine: engine, queue: queue, session: session, observer: observer)
                return talker
            }
            talkers.withLock { $0 = talker }
            return talker
        }
    }

    /// Returns the effect handler that speaks a text.
    ///
    ///     .routeCase(Effect.greet).to(board.speaker.say("Welcome"))
    ///
    /// The effect ends with the speech. When the loop ends, its speech is stopped.
    public func say<Event: Sendable>(_ speech: Speech) -> AnyEffectHandler<Void, Event> { say { speech } }

    /// Returns the effect handler that speaks a text, and sends an event to the loop when the speech ends.
    ///
    ///     .routeCase(Effect.greet).to(board.speaker.say("Welcome", then: .greeted))
    ///
    /// - Parameter event: Sent when the text has been spoken, was stopped or discarded, or could not be spoken.
    public func say<Event: Sendable>(_ speech: Speech, then event: Event) -> AnyEffectHandler<Void, Event> {
        say({ speech }, then: { _, _ in event })
    }

    /// Returns the effect handler that speaks the text that `text` returns for the values of the effect.
    ///
    ///     .routeCase(Effect.tellTime).to(board.speaker.say { "It is \($0.hour) o'clock" })
    ///
    /// The effect ends with the speech. When the loop ends, its speech is stopped.
    ///
    /// - Parameter text: Called with the values of the effect. The returned `Speech` can also state a voice and a speed.
    public func say<Parameters, Event: Sendable>(
        _ text: @escaping @Sendable (Parameters) -> Speech
    ) -> AnyEffectHandler<Parameters, Event> {
        let talker = talker
        return AnyEffectHandler { parameters, callback in
            talker.say(text(parameters), onEnd: { _ in callback.end() })
        }
    }

    /// Returns the effect handler that speaks the text that `text` returns for the values of the effect, and sends an event to
    /// the loop when the speech ends.
    ///
    ///     .routeCase(Effect.say).to(board.speaker.say({ $0 }, then: Event.said))     // case say(Speech)
    ///
    /// - Parameters:
    ///   - text: Called with the values of the effect. The returned `Speech` can also state a voice and a speed.
    ///   - event: Returns the event to send when the speech has ended. `.stopped`: the speech was stopped, or discarded before
    ///     it began. `.failed`: the text was not spoken completely, or too many texts were waiting. `.stolen`: the speech could
    ///     not be played.
    public func say<Parameters, Event: Sendable>(
        _ text: @escaping @Sendable (Parameters) -> Speech,
        then event: @escaping @Sendable (Speech, VoiceEndReason) -> Event
    ) -> AnyEffectHandler<Parameters, Event> {
        let talker = talker
        return AnyEffectHandler { parameters, callback in
            let speech = text(parameters)
            return talker.say(speech, onEnd: { reason in callback.end(with: event(speech, reason)) })
        }
    }

    /// Speaks a text after the texts that are waiting. May be called from any thread, and returns at once.
    ///
    ///     .routeCase(Effect.say).to(board.speaker.say)          // case say(Speech)
    public func say(text speech: Speech) { talker.say(speech) }

    /// Stops the current speech and discards the texts that wait. May be called from any thread.
    public func stopSpeech() { talker.stopAll() }

    /// Returns the effect handler that stops the current speech and discards the texts that wait.
    ///
    ///     .routeCase(Effect.hush).to(board.speaker.stopSpeech())
    public func stopSpeech<Event>() -> AnyEffectHandler<Void, Event> {
        let talker = talker
        return .performing { talker.stopAll() }
    }
}
