import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The speech of a loudspeaker: texts are spoken one after the other, while music is turned down.
///
///     .routeCase(Effect.greet).to(board.speaker.speech.handler("Welcome"))
///     .routeCase(Effect.tellTime).to(board.speaker.speech.handler { "It is \($0.hour) o'clock" })
///     .routeCase(Effect.say).to(board.speaker.speech.say)          // case say(Speech)
///
/// On a board, espeak-ng speaks the texts in a separate process. If a text cannot be spoken, for example because espeak-ng is
/// not installed, a failure of the board is reported, and the effect ends.
///
/// A voice on the bus `speech` begins when the synthesizer starts, so that music has been turned down at the first word.
/// The sound of the newest texts is kept in up to 16 MiB of memory. The ends of speech are inputs of a session, and each
/// text begins with the end of the one before. Therefore a replay speaks the same texts, and needs no synthesizer.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only, or is protected by a lock.
public final class SpeechQueue: EffectHandling, @unchecked Sendable {
    /// The largest number of waiting texts, including the text that is being spoken.
    static let mostTexts = 16
    private static let playback = Playback(priority: .high, bus: .speech)

    private let engine: AudioEngine
    private let queue: any LoopQueue
    /// The session that is being recorded or replayed; nil without a session.
    private let session: (any BoardSession)?
    private let synthesizer: any SpeechSynthesizer
    private let settings: SpeechSettings
    private let observer: DeviceObserver
    private let recent = Locked(RecentSounds<Utterance>(limit: 16 << 20))
    /// The texts that have not ended; the first one is being said. Queue only.
    private var entries: [QueuedSpeech] = []
    /// The text that was said last. Queue only.
    private var last = ""

    /// - Parameter queue: The queue of the engine.
    init(
        _ synthesizer: any SpeechSynthesizer, _ settings: SpeechSettings, engine: AudioEngine, queue: any LoopQueue,
        session: (any BoardSession)?, observer: DeviceObserver
    ) {
        (self.synthesizer, self.settings, self.observer) = (synthesizer, settings, observer)
        (self.engine, self.session) = (engine, session)
        self.queue = session ?? queue
    }

    /// Speaks a text after the texts that are waiting. May be called from any thread, and returns at once.
    public func say(_ speech: Speech) { _ = enqueue(speech) { _ in } }

    /// Speaks a text for an effect, which ends with the speech. When the loop ends, its speech is stopped. A `Speech` can also
    /// state a voice and a speed.
    public func handle<Event: Sendable>(_ speech: Speech, _ callback: EffectCallback<Event>) -> any Disposable {
        enqueue(speech) { _ in callback.end() }
    }

    /// Returns the effect handler that speaks a text, and sends an event to the loop when the speech ends.
    ///
    ///     .routeCase(Effect.greet).to(board.speaker.speech.handler("Welcome", then: .greeted))
    ///
    /// - Parameter event: Sent when the text has been spoken, was stopped or discarded, or could not be spoken.
    public func handler<Event: Sendable>(_ speech: Speech, then event: Event) -> AnyEffectHandler<Void, Event> {
        handler({ speech }, then: { _, _ in event })
    }

    /// Returns the effect handler that speaks a text, and sends an event to the loop when the speech ends. `text` returns
    /// the text for the effect's value.
    ///
    ///     .routeCase(Effect.say).to(board.speaker.speech.handler({ $0 }, then: Event.said))     // case say(Speech)
    ///
    /// - Parameters:
    ///   - text: Returns the text.
    ///   - event: Returns the event to send when the speech has ended. `.stopped`: the speech was stopped, or discarded before
    ///     it began. `.failed`: the text was not spoken completely, or too many texts were waiting. `.stolen`: the speech could
    ///     not be played.
    public func handler<Parameters, Event: Sendable>(
        _ text: @escaping @Sendable (Parameters) -> Speech,
        then event: @escaping @Sendable (Speech, VoiceEndReason) -> Event
    ) -> AnyEffectHandler<Parameters, Event> {
        AnyEffectHandler { [self] parameters, callback in
            let speech = text(parameters)
            return enqueue(speech) { reason in callback.end(with: event(speech, reason)) }
        }
    }

    private func enqueue(_ speech: Speech, onEnd: @escaping @Sendable (VoiceEndReason) -> Void) -> QueuedSpeech {
        let entry = QueuedSpeech(
            speech, stop: { [self] entry in queue.performOrEnqueue { [self] in stop(entry) } }, onEnd: onEnd)
        queue.performOrEnqueue { [self] in add(entry) }
        return entry
    }

    /// Stops the current speech and discards the texts that wait. May be called from any thread.
    ///
    ///     .routeCase(Effect.hush).to { board.speaker.speech.stop() }
    public func stop() {
        // The first one last: with its end, the next one would begin.
        queue.performOrEnqueue { [self] in for entry in entries.reversed() { stop(entry) } }
    }

    private func add(_ entry: QueuedSpeech) {
        guard entries.count < Self.mostTexts else {
            report(.tooManyWaiting(limit: Self.mostTexts), of: entry)
            return entry.onEnd(.failed)
        }
        entries.append(entry)
        if entries.count == 1 { begin(entry) }
    }

    private func begin(_ entry: QueuedSpeech) {
        do throws(SpeechError) {
            let utterance = try Utterance(entry.speech, voice: settings.voice, speed: settings.speed)
            if utterance.isCut { report(.tooManyCharacters(limit: Utterance.mostCharacters), of: entry) }
            guard !utterance.text.isEmpty else { return end(entry, .finished) }
            try begin(entry, utterance)
        } catch {
            report(error, of: entry)
            end(entry, error == .refused ? .stolen : .failed)
        }
    }

    private func begin(_ entry: QueuedSpeech, _ utterance: Utterance) throws(SpeechError) {
        let sound = recent.withLock { $0.use(utterance) } ?? newSound(for: entry, utterance)
        guard play(sound, of: entry) else { throw .refused }
        if let samples = entry.samples, entry.voice != nil { synthesizer.speak(utterance, into: samples) }
        last = utterance.text
        observer.changed()
    }

    private func newSound(for entry: QueuedSpeech, _ utterance: Utterance) -> Sound {
        let samples = SpokenSamples(format: engine.format) { [recent, engine] samples in
            if let sound = samples.sound(named: utterance.text) {
                recent.withLock { $0.keep(sound, as: utterance) }
            }
            engine.catchUp()
        }
        entry.samples = samples
        return Sound(name: utterance.text, format: engine.format, frameCount: 0, stream: samples)
    }

    /// Starts the voice. The session may decide otherwise than the engine whether the text is said.
    ///
    /// - Returns: Whether it is.
    private func play(_ sound: Sound, of entry: QueuedSpeech) -> Bool {
        let onEnd: @Sendable (VoiceEndReason) -> Void = { [self] reason in end(entry, reason) }
        return session.playSound(onEnd: onEnd) { ended in
            entry.voice = engine.play(sound, Self.playback, onEnd: ended)
            return entry.voice != nil
        }
    }

    private func end(_ entry: QueuedSpeech, _ reason: VoiceEndReason) {
        guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        if reason == .failed, let cause = entry.samples?.reason { report(cause, of: entry) }
        entry.samples?.cancel()
        (entry.samples, entry.voice) = (nil, nil)
        entry.onEnd(reason)
        if index == 0, let next = entries.first { begin(next) }
    }

    /// A text that is said ends when its voice has fallen silent.
    private func stop(_ entry: QueuedSpeech) {
        if let voice = entry.voice { voice.stop() } else if entries.first !== entry { end(entry, .stopped) }
    }

    private func report(_ reason: SpeechError, of entry: QueuedSpeech) {
        observer.didFail(SpeechNotSaid(text: entry.speech.text, reason: reason))
    }
}

extension DeviceChange {
    /// Returns a change that reports that a text is being spoken.
    public static func speech(_ text: String) -> DeviceChange {
        DeviceChange(kind: SpeechQueue.kind, name: "speech", .text(text))
    }
}

extension SpeechQueue: FeatureProviding {
    public static var kind: DeviceKind { DeviceKind("speech", title: "speech", label: "") }

    /// The name of every board's speech: `speech`.
    public var name: String { "speech" }

    /// The text that was spoken last. Setting the feature from outside the program speaks another text; an empty text stops
    /// all speech.
    public var features: [Feature] { [Feature(canBeSet: true)] }

    public func value(of feature: Int) -> Feature.Value { .text(last) }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        guard case .text(let text) = value else { return }
        if text.isEmpty { stop() } else { say(Speech(text)) }
    }
}

/// A speech that was asked for: it waits for its turn, and is then said.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
final class QueuedSpeech: Disposable, @unchecked Sendable {
    let speech: Speech
    /// Called once, on the queue, when it has ended.
    let onEnd: @Sendable (VoiceEndReason) -> Void
    private let stop: @Sendable (QueuedSpeech) -> Void
    /// The samples, while they are made.
    var samples: SpokenSamples?
    /// The voice, while it is heard.
    var voice: Voice?

    /// - Parameter stop: Stops it. Called on any thread.
    init(
        _ speech: Speech, stop: @escaping @Sendable (QueuedSpeech) -> Void,
        onEnd: @escaping @Sendable (VoiceEndReason) -> Void
    ) {
        (self.speech, self.stop, self.onEnd) = (speech, stop, onEnd)
    }

    func dispose() { stop(self) }
}
