import CLibrary
import CarillonAudio
import CarillonScheduling
import TestSupport
import Testing

@testable import LinuxSpeech

/// espeak-ng as a process: with programs that stand in for it and misbehave, and with itself.
@Suite struct EspeakSpeechTests {
    private static let format = AudioFormat(rate: 22_050, channels: 2)
    private let fake: FakeSpeech

    init() throws { fake = try FakeSpeech() }

    private func failure(_ speech: EspeakSpeech, _ text: Speech = "Hello") -> SpeechError? {
        do throws(SpeechError) {
            _ = try speech.sound(of: Utterance(text), in: Self.format)
            return nil
        } catch {
            return error
        }
    }

    @Test func samplesAreThoseOfTheProgram() throws {
        let speech = try fake.speech("cat $sound", sound: FakeSpeech.sound([16_384, -32_768, 0]))
        let sound = try speech.sound(of: Utterance("Hello"), in: Self.format)
        #expect(sound.withSamples { Array($0) } == [0.5, 0.5, -1, -1, 0, 0])
        #expect(sound.name == "Hello")
    }

    @Test func bytesMayArriveOneByOne() throws {
        let speech = try fake.speech(
            "for i in $(seq 0 49); do dd if=$sound bs=1 skip=$i count=1 2>/dev/null; done",
            sound: FakeSpeech.sound([16_384, -32_768, 0]))
        let sound = try speech.sound(of: Utterance("Hello"), in: Self.format)
        #expect(sound.withSamples { Array($0) } == [0.5, 0.5, -1, -1, 0, 0])
    }

    @Test func soundIsResampled() throws {
        let speech = try fake.speech("cat $sound", sound: FakeSpeech.sound([Int16](repeating: 8_192, count: 22_050)))
        let sound = try speech.sound(of: Utterance("Hello"), in: .standard)
        #expect(abs(sound.frameCount - 48_000) <= 1)
        let middle = sound.withSamples { $0[48_000] }
        #expect(abs(middle - 0.25) < 0.001)
    }

    @Test func textGoesThroughPipeAndVoiceIsArgument() throws {
        let speech = try fake.speech(
            "cat >$folder/text; echo \"$@\" >$folder/arguments; cat $sound", sound: FakeSpeech.sound([0]))
        let text = Speech("--help; $(reboot) größer", voice: "de", speed: 99)
        _ = try speech.sound(of: Utterance(text), in: Self.format)
        #expect(fake.text(of: "text") == "--help; $(reboot) größer")
        #expect(fake.text(of: "arguments") == "--stdin --stdout -b 1 -v de -s 99\n")
    }

    @Test func longestTextFitsIntoPipe() throws {
        let speech = try fake.speech("sleep 0.1; cat >$folder/text", sound: [])
        let text = String(repeating: "🎈", count: 1000)
        _ = try speech.sound(of: Utterance(Speech(text)), in: Self.format)
        #expect(fake.text(of: "text") == text)
    }

    @Test func textWithoutSoundIsSilent() throws {
        #expect(try fake.speech("exit 0").sound(of: Utterance("…"), in: Self.format).frameCount == 0)
        #expect(try fake.speech("exit 1").sound(of: Utterance(""), in: Self.format).frameCount == 0)
    }

    @Test(.knowsItsProcesses) func missingProgramIsReported() throws {
        #expect(failure(EspeakSpeech(program: "no-such-espeak")) == .notInstalled(program: "no-such-espeak"))
    }

    @Test func unknownVoiceIsReported() throws {
        #expect(failure(try fake.speech("exit 1"), Speech("Hello", voice: "xx")) == .unknownVoice("xx"))
    }

    @Test func crashIsReported() throws {
        let speech = try fake.speech("cat $sound; kill -SEGV $$", sound: FakeSpeech.sound([1, 2, 3]))
        #expect(failure(speech) == .ended(program: fake.program, how: "Segmentation fault"))
    }

    @Test func failureAfterSoundIsReported() throws {
        let speech = try fake.speech("cat $sound; exit 7", sound: FakeSpeech.sound([1, 2, 3]))
        #expect(failure(speech) == .ended(program: fake.program, how: "status 7"))
    }

    @Test func otherBytesAreReported() throws {
        let error = SpeechError.notASound(program: fake.program)
        #expect(failure(try fake.speech("cat $sound", sound: Array("ID3".utf8))) == error)
        #expect(failure(try fake.speech("yes")) == error)
    }

    @Test func programThatHangsIsEnded() throws {
        let speech = try fake.speech("exec sleep 1000", timeout: .milliseconds(50))
        #expect(failure(speech) == .tooSlow(program: fake.program))
    }

    @Test func programThatDripsIsEnded() throws {
        let speech = try fake.speech(
            "cat $sound; while :; do printf a; sleep 0.02; done", sound: FakeSpeech.sound([]), limit: .milliseconds(300)
        )
        #expect(failure(speech) == .tooSlow(program: fake.program))
    }

    @Test func endlessSoundIsCutAfterMinute() throws {
        let speech = try fake.speech("cat $sound; exec cat /dev/zero", sound: FakeSpeech.sound([]))
        #expect(failure(speech) == .tooLong(limit: .seconds(60)))
    }

    @Test func cancellationEndsProgram() async throws {
        let speech = try fake.speech("exec sleep 1000")
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let samples = SpokenSamples(format: Self.format) { samples in
                if samples.reason != nil { done.resume() }
            }
            guard let utterance = try? Utterance("Hello") else { return done.resume() }
            speech.speak(utterance, into: samples)
            samples.cancel()
        }
    }

    // MARK: espeak-ng itself

    /// Whether espeak-ng is installed; `make test` installs it.
    static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains { folder in
        access("\(folder)/espeak-ng", X_OK) == 0
    }

    @Test(.enabled(if: isInstalled, "espeak-ng is not installed"), arguments: ["en", "de", "en-gb+f3"])
    func wordsAreSpoken(voice: String) throws {
        let sound = try EspeakSpeech().sound(of: Utterance(Speech("One, two, three.", voice: voice)), in: .standard)
        #expect(sound.duration > .milliseconds(500) && sound.duration < .seconds(5))
        let loudest = sound.withSamples { $0.map(abs).max() ?? 0 }
        #expect(loudest > 0.05 && loudest <= 1)
    }

    @Test(.enabled(if: isInstalled, "espeak-ng is not installed"))
    func voiceThatDoesNotExistIsReported() {
        #expect(failure(EspeakSpeech(), Speech("Hello", voice: "xx-nowhere")) == .unknownVoice("xx-nowhere"))
    }

    @Test(
        .enabled(if: isInstalled, "espeak-ng is not installed"),
        arguments: [
            "[[" + String(repeating: "a", count: 998), "\u{1}5V\u{1}200S loud", "<speak><break time='1000s'/></speak>",
            String(repeating: "ก", count: 1000), String(repeating: "🎈", count: 1000), "--help", "\u{200D}\u{FE0F}",
        ])
    func textIsNothingButText(text: String) {
        let error = failure(EspeakSpeech(), Speech(text))
        #expect(error == nil || error == .tooLong(limit: .seconds(60)))
    }
}
