import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The speech of a loudspeaker: one text after the other.
///
/// A voice of the bus `speech` begins with the synthesizer, so that music has been turned down at the first word. The texts
/// that were said last are kept in up to 16 MiB of memory. All ends are inputs of a session, and the next text begins with
/// the end of the one before, so a replay says the same texts, and needs no synthesizer.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only, or is protected by a lock.
final class Talker: @unchecked Sendable {
    /// The most texts that wait, the one that is said included.
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
    private var sayings: [Saying] = []
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

    /// Says a text after those that have been asked for before. May be called from any thread.
    @discardableResult
    func say(_ speech: Speech, onEnd: @escaping @Sendable (VoiceEndReason) -> Void = { _ in }) -> Saying {
        let saying = Saying(speech, stop: { [self] saying in onQueue { [self] in stop(saying) } }, onEnd: onEnd)
        onQueue { [self] in add(saying) }
        return saying
    }

    /// Stops the text that is said, and leaves out those that wait. May be called from any thread.
    func stopAll() {
        // The first one last: with its end, the next one would begin.
        onQueue { [self] in for saying in sayings.reversed() { stop(saying) } }
    }

    private func onQueue(_ work: @escaping @Sendable () -> Void) {
        if queue.isCurrent { work() } else { queue.async(work) }
    }

    private func add(_ saying: Saying) {
        guard sayings.count < Self.mostTexts else {
            report(.tooManyWaiting(limit: Self.mostTexts), of: saying)
            return saying.onEnd(.failed)
        }
        sayings.append(saying)
        if sayings.count == 1 { begin(saying) }
    }

    private func begin(_ saying: Saying) {
        do throws(SpeechError) {
            let utterance = try Utterance(saying.speech, voice: settings.voice, speed: settings.speed)
            if utterance.isCut { report(.tooManyCharacters(limit: Utterance.mostCharacters), of: saying) }
            guard !utterance.text.isEmpty else { return end(saying, .finished) }
            try begin(saying, utterance)
        } catch {
            report(error, of: saying)
            end(saying, error == .refused ? .stolen : .failed)
        }
    }

    private func begin(_ saying: Saying, _ utterance: Utterance) throws(SpeechError) {
        let sound = recent.withLock { $0.use(utterance) } ?? newSound(for: saying, utterance)
        guard play(sound, of: saying) else { throw .refused }
        if let samples = saying.samples, saying.voice != nil { synthesizer.speak(utterance, into: samples) }
        last = utterance.text
        observer.changed()
    }

    private func newSound(for saying: Saying, _ utterance: Utterance) -> Sound {
        let samples = SpokenSamples(format: engine.format) { [recent, engine] samples in
            if let sound = samples.sound(named: utterance.text) {
                recent.withLock { $0.keep(sound, as: utterance) }
            }
            engine.catchUp()
        }
        saying.samples = samples
        return Sound(name: utterance.text, format: engine.format, frameCount: 0, stream: samples)
    }

    /// Starts the voice. The session may decide otherwise than the engine whether the text is said.
    ///
    /// - Returns: Whether it is.
    private func play(_ sound: Sound, of saying: Saying) -> Bool {
        guard let session else {
            saying.voice = engine.play(sound, Self.playback) { [self] reason in end(saying, reason) }
            return saying.voice != nil
        }
        let onEnd: @Sendable (Int) -> Void = { [self] in end(saying, VoiceEndReason(rawValue: $0) ?? .closed) }
        return session.playSound(onEnd: onEnd) { ended in
            saying.voice = engine.play(sound, Self.playback) { ended($0.rawValue) }
            return saying.voice != nil
        }
    }

    private func end(_ saying: Saying, _ reason: VoiceEndReason) {
        guard let index = sayings.firstIndex(where: { $0 === saying }) else { return }
        sayings.remove(at: index)
        if reason == .failed, let cause = saying.samples?.reason { report(cause, of: saying) }
        saying.samples?.cancel()
        (saying.samples, saying.voice) = (nil, nil)
        saying.onEnd(reason)
        if index == 0, let next = sayings.first { begin(next) }
    }

    /// A text that is said ends when its voice has fallen silent.
    private func stop(_ saying: Saying) {
        if let voice = saying.voice { voice.stop() } else if sayings.first !== saying { end(saying, .stopped) }
    }

    private func report(_ reason: SpeechError, of saying: Saying) {
        observer.didFail(SpeechNotSaid(text: saying.speech.text, reason: reason))
    }
}

extension DeviceChange {
    /// Returns a change that reports that a text is being spoken.
    public static func speech(_ text: String) -> DeviceChange {
        DeviceChange(kind: Talker.kind, name: "speech", .text(text))
    }
}

extension Talker: FeatureProviding {
    static var kind: DeviceKind { DeviceKind("speech", title: "speech", label: "") }

    /// The name of every board's speech: `speech`.
    var name: String { "speech" }

    /// The text that was said last. From outside the program, another one can be said, and with an empty one all are
    /// stopped.
    var features: [Feature] { [Feature(canBeSet: true)] }

    func value(of feature: Int) -> Feature.Value { .text(last) }

    func set(_ feature: Int, to value: Feature.Value) {
        guard case .text(let text) = value else { return }
        if text.isEmpty { stopAll() } else { say(Speech(text)) }
    }
}
