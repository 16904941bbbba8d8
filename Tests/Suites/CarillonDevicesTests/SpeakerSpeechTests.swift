import CarillonAudio
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

/// Texts that are said, in virtual time.
@Suite struct SpeakerSpeechTests {
    private enum Event: Equatable { case said(String, VoiceEndReason) }

    /// A synthesizer that is worked by hand.
    private final class Synthesizer: SpeechSynthesizer {
        let begun = Locked<[(utterance: Utterance, samples: SpokenSamples)]>([])

        func speak(_ utterance: Utterance, into samples: SpokenSamples) {
            begun.withLock { $0.append((utterance, samples)) }
        }

        var texts: [String] { begun.withLock { $0.map(\.utterance.text) } }

        /// Completes the newest speech with a second of sound.
        func speak() {
            guard let samples = begun.withLock({ $0.last?.samples }) else { return }
            samples.write { room in
                room.prefix(1000).update(repeating: 0.5)
                return 1000
            }
            samples.complete()
        }
    }

    private final class Seen: Sendable {
        let failures = Locked<[String]>([])
        let changes = Locked<[String]>([])
        let events = Locked<[Event]>([])
    }

    private let time = VirtualTime()
    private let output: SimulatedOutput
    private let engine: AudioEngine
    private let speaker: Speaker
    private let synthesizer = Synthesizer()
    private let seen = Seen()

    init() throws {
        output = SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: time)
        engine = try AudioEngine(output: output, on: time)
        let (features, seen) = (BoardFeatures(on: time), seen)
        let didFail: @Sendable (any Error) -> Void = { error in seen.failures.withLock { $0.append("\(error)") } }
        speaker = Speaker(
            engine: engine, queue: time, session: nil, observer: features.observer(didFail: didFail),
            add: { make in features.add(make(features.observer(didFail: didFail))) }, synthesizer: synthesizer,
            load: { name, engine in Sound(name: "\(name)", format: engine.format, samples: []) })
        features.add(speaker)
        _ = features.observeVisible { change in seen.changes.withLock { $0.append("\(change)") } }
    }

    @discardableResult
    private func say(_ speech: Speech) -> any Disposable {
        let handler: AnyEffectHandler<Speech, Event> = speaker.speech.handler({ $0 }, then: { .said($0.text, $1) })
        let callback = EffectCallback<Event>(
            onSend: { [seen] event in seen.events.withLock { $0.append(event) } }, onEnd: {})
        return handler.handle(speech, callback)
    }

    private var events: [Event] { seen.events.withLock { $0 } }

    @Test func effectEndsWithItsSpeech() {
        say("One")
        #expect(synthesizer.texts == ["One"] && events.isEmpty)
        synthesizer.speak()
        time.advance(by: .milliseconds(900))
        #expect(events.isEmpty)
        time.advance(by: .milliseconds(200))
        expectEqual(events, [.said("One", .finished)])
        expectEqual(seen.changes.withLock { $0 }, ["speech One"])
        #expect(seen.failures.withLock { $0.isEmpty })
    }

    @Test func textsAreSpokenOneAfterAnother() {
        say("One")
        say("Two")
        synthesizer.speak()
        expectEqual(synthesizer.texts, ["One"])
        time.advance(by: .milliseconds(1100))
        expectEqual(synthesizer.texts, ["One", "Two"])
        synthesizer.speak()
        time.advance(by: .milliseconds(1100))
        expectEqual(events, [.said("One", .finished), .said("Two", .finished)])
    }

    @Test func spokenTextIsNotSynthesizedAgain() {
        for _ in 0..<2 {
            say("One")
            synthesizer.speak()
            time.advance(by: .milliseconds(1100))
        }
        expectEqual(synthesizer.texts, ["One"])
        say(Speech("One", voice: "de"))
        expectEqual(synthesizer.texts, ["One", "One"])
        expectEqual(events, [.said("One", .finished), .said("One", .finished)])
    }

    @Test func disposedEffectStopsItsSpeech() {
        let first = say("One")
        let second = say("Two")
        say("Three")
        second.dispose()
        expectEqual(events, [.said("Two", .stopped)])
        first.dispose()
        time.advance(by: .milliseconds(100))
        expectEqual(events, [.said("Two", .stopped), .said("One", .stopped)])
        #expect(synthesizer.begun.withLock { $0[0].samples.isCancelled })
        expectEqual(synthesizer.texts, ["One", "Three"])
    }

    @Test func allSpeechIsStoppedAtOnce() {
        for text: Speech in ["One", "Two", "Three"] { say(text) }
        synthesizer.speak()
        time.advance(by: .milliseconds(100))
        speaker.speech.stop()
        time.advance(by: .milliseconds(100))
        expectEqual(events, [.said("Three", .stopped), .said("Two", .stopped), .said("One", .stopped)])
        #expect(synthesizer.texts == ["One"] && !engine.isSounding)
    }

    @Test func failureIsReportedAndTheNextTextIsSpoken() {
        say("One")
        say("Two")
        synthesizer.begun.withLock { $0[0].samples }.fail(.notInstalled(program: "espeak-ng"))
        time.advance(by: .milliseconds(1100))
        expectEqual(events, [.said("One", .failed)])
        expectEqual(
            seen.failures.withLock { $0 },
            [
                "cannot say \"One\": espeak-ng is not installed; run apt-get install espeak-ng"
            ])
        expectEqual(synthesizer.texts, ["One", "Two"])
    }

    @Test func invalidVoiceAndEmptyTextNeedNoSynthesizer() {
        say(Speech("One", voice: "../x"))
        say(" \n")
        expectEqual(events, [.said("One", .failed), .said(" \n", .finished)])
        expectEqual(seen.failures.withLock { $0.count }, 1)
        #expect(synthesizer.texts.isEmpty)
    }

    @Test func longTextIsCutAndReported() {
        say(Speech(String(repeating: "word ", count: 300)))
        expectEqual(synthesizer.texts.first?.count, 999)
        let notice = seen.failures.withLock { $0.first } ?? ""
        #expect(notice.hasSuffix("more than 1000 characters, so its end is missing"))
    }

    @Test func tooManyTextsAreRefused() {
        for number in 1...17 { say("Number \(number)") }
        expectEqual(events, [.said("Number 17", .failed)])
        expectEqual(
            seen.failures.withLock { $0 }, ["cannot say \"Number 17\": 16 texts are waiting to be said already"])
    }

    @Test func closedOutputEndsAllTexts() {
        say("One")
        say("Two")
        engine.close()
        time.advance(by: .milliseconds(100))
        expectEqual(events, [.said("One", .closed), .said("Two", .stolen)])
        expectEqual(synthesizer.texts, ["One"])
        #expect(synthesizer.begun.withLock { $0[0].samples.isCancelled })
    }

    @Test func textCanBeSpokenFromOutside() {
        let speechQueue = speaker.speech
        speechQueue.setFeature(0, to: .text("Dinner is ready"))
        expectEqual(synthesizer.texts, ["Dinner is ready"])
        expectEqual(speechQueue.value(of: 0), .text("Dinner is ready"))
        speechQueue.setFeature(0, to: .text(""))
        time.advance(by: .milliseconds(10))
        #expect(!engine.isSounding)
    }
}
