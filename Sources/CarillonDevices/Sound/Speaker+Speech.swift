import CarillonAudio
import MobiusCore

/// Texts that are said, one after the other, while music is turned down.
///
/// espeak-ng says them on a board, in a process of its own. A text that cannot be said, such as because espeak-ng is not
/// installed, is reported as a failure of the board, and ends its effect. Ask for one of these handlers before the program's
/// loops start, so that page and fleet show what is said.
extension Speaker {
    /// The speech. It exists once a program asks for it, so that only a box that speaks shows it.
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

    /// Returns the effect handler that says a text.
    ///
    ///     .routeCase(Effect.greet).to(board.speaker.say("Welcome"))
    ///
    /// The effect ends with the speech. A speech that has not ended when the loop ends is stopped.
    public func say<Event: Sendable>(_ speech: Speech) -> AnyEffectHandler<Void, Event> { say { speech } }

    /// Returns the effect handler that says a text, and sends an event to the loop when it ends.
    ///
    ///     .routeCase(Effect.greet).to(board.speaker.say("Welcome", then: .greeted))
    ///
    /// - Parameter event: Sent when the speech has ended, was stopped or left out, or could not be said.
    public func say<Event: Sendable>(_ speech: Speech, then event: Event) -> AnyEffectHandler<Void, Event> {
        say({ speech }, then: { _, _ in event })
    }

    /// Returns the effect handler that says the text which `text` makes of its effect.
    ///
    ///     .routeCase(Effect.tellTime).to(board.speaker.say { "It is \($0.hour) o'clock" })
    ///
    /// The effect ends with the speech. A speech that has not ended when the loop ends is stopped.
    ///
    /// - Parameter text: Called with the values of the effect. A `Speech` also states a voice and a speed.
    public func say<Parameters, Event: Sendable>(
        _ text: @escaping @Sendable (Parameters) -> Speech
    ) -> AnyEffectHandler<Parameters, Event> {
        let talker = talker
        return AnyEffectHandler { parameters, callback in
            talker.say(text(parameters), onEnd: { _ in callback.end() })
        }
    }

    /// Returns the effect handler that says the text which `text` makes of its effect, and sends an event to the loop when
    /// it ends.
    ///
    ///     .routeCase(Effect.say).to(board.speaker.say({ $0 }, then: Event.said))     // case say(Speech)
    ///
    /// - Parameters:
    ///   - text: Called with the values of the effect.
    ///   - event: Returns the event to send when the speech has ended. `.stopped`: it was stopped, perhaps before its turn.
    ///     `.failed`: it could not be said, or not all of it. `.stolen`: it could not be played.
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

    /// Says a text. May be called from any thread, and does not wait.
    ///
    ///     .routeCase(Effect.say).to(board.speaker.say)          // case say(Speech)
    public func say(text speech: Speech) { talker.say(speech) }

    /// Stops the text that is said, and leaves out those that wait. May be called from any thread.
    public func stopSpeech() { talker.stopAll() }

    /// Returns the effect handler that stops the current speech and discards the texts that wait.
    ///
    ///     .routeCase(Effect.hush).to(board.speaker.stopSpeech())
    public func stopSpeech<Event>() -> AnyEffectHandler<Void, Event> {
        let talker = talker
        return .performing { talker.stopAll() }
    }
}
