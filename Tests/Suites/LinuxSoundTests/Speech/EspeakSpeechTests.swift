import CLibrary
import CarillonAudio
import CarillonScheduling
import TestSupport
import Testing

@testable import LinuxSound

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

    @Test(arguments: ["cat $sound", "for i in $(seq 0 49); do dd if=$sound bs=1 skip=$i count=1 2>/dev/null; done"])
    func samplesOfTheProgramArriveUnchangedEvenByteByByte(script: String) throws {
        let speech = try fake.speech(script, sound: FakeSpeech.sound([16_384, -32_768, 0]))
        let sound = try speech.sound(of: Utterance("Hello"), in: Self.format)
        expectEqual(sound.withSamples { Array($0) }, [0.5, 0.5, -1, -1, 0, 0])
        expectEqual(sound.name, "Hello")
    }

    @Test func soundIsResampled() throws {
        let speech = try fake.speech("cat $sound", sound: FakeSpeech.sound([Int16](repeating: 8_192, count: 22_050)))
        let sound = try speech.sound(of: Utterance("Hello"), in: .standard)
        #expect(abs(sound.frameCount - 48_000) <= 1)
        let middle = sound.withSamples { $0[48_000] }
        #expect(abs(middle - 0.25) < 0.001)
    }

    @Test func textIsPassedThroughAPipeAndTheVoiceAsAnArgument() throws {
        let speech = try fake.speech(
            "cat >$folder/text; echo \"$@\" >$folder/arguments; cat $sound", sound: FakeSpeech.sound([0]))
        let text = Speech("--help; $(reboot) größer", voice: "de", speed: 99)
        _ = try speech.sound(of: Utterance(text), in: Self.format)
        expectEqual(fake.text(of: "text"), "--help; $(reboot) größer")
        expectEqual(fake.text(of: "arguments"), "--stdin --stdout -b 1 -v de -s 99\n")
    }

    @Test func longestTextFitsIntoThePipe() throws {
        let speech = try fake.speech("sleep 0.1; cat >$folder/text", sound: [])
        let text = String(repeating: "🎈", count: 1000)
        _ = try speech.sound(of: Utterance(Speech(text)), in: Self.format)
        expectEqual(fake.text(of: "text"), text)
    }

    @Test func textWithoutSoundIsSilent() throws {
        expectEqual(try fake.speech("exit 0").sound(of: Utterance("…"), in: Self.format).frameCount, 0)
        expectEqual(try fake.speech("exit 1").sound(of: Utterance(""), in: Self.format).frameCount, 0)
    }

    @Test(.knowsItsProcesses) func missingProgramIsReported() throws {
        expectEqual(failure(EspeakSpeech(program: "no-such-espeak")), .notInstalled(program: "no-such-espeak"))
    }

    /// A program in place of espeak-ng, with its limits and the text that it receives. Under a sanitizer, beside other tests, a minute
    /// of sound takes minutes.
    struct Fault: Sendable {
        let script: String
        let sound: [UInt8]
        let timeout: Duration
        let limit: Duration
        let text: Speech

        init(
            _ script: String, sound: [UInt8] = [], timeout: Duration = .seconds(3600), limit: Duration = .seconds(3600),
            text: Speech = "Hello"
        ) {
            (self.script, self.sound, self.timeout, self.limit, self.text) = (script, sound, timeout, limit, text)
        }
    }

    private static let brief = FakeSpeech.sound([1, 2, 3])

    /// Each error is that of the program at a path.
    static let faults: [Row<Fault, @Sendable (String) -> SpeechError>] = [
        Row(
            "unknown voice is reported", Fault("exit 1", text: Speech("Hello", voice: "xx")),
            { _ in .unknownVoice("xx") }),
        Row(
            "crash is reported", Fault("cat $sound; kill -SEGV $$", sound: brief),
            { .ended(program: $0, how: "Segmentation fault") }),
        Row(
            "failure after the sound is reported", Fault("cat $sound; exit 7", sound: brief),
            { .ended(program: $0, how: "status 7") }),
        Row(
            "another header is reported", Fault("cat $sound", sound: Array("ID3".utf8)), { .notASound(program: $0) }),
        Row("endless text is reported", Fault("yes"), { .notASound(program: $0) }),
        Row(
            "program that hangs is ended", Fault("exec sleep 1000", timeout: .milliseconds(50)),
            { .tooSlow(program: $0) }),
        Row(
            "program that closes its output and hangs is ended",
            Fault("exec >&-; exec sleep 5", timeout: .milliseconds(300)), { .tooSlow(program: $0) }),
        Row(
            "program that hangs after its sound is ended",
            Fault("cat $sound; exec >&-; exec sleep 5", sound: brief, timeout: .milliseconds(300)),
            { .tooSlow(program: $0) }),
        Row(
            "program that sends single bytes slowly is ended",
            Fault(
                "cat $sound; while :; do printf a; sleep 0.02; done", sound: FakeSpeech.sound([]),
                limit: .milliseconds(300)),
            { .tooSlow(program: $0) }),
        Row(
            "endless sound is cut after a minute",
            Fault("cat $sound; exec cat /dev/zero", sound: FakeSpeech.sound([])),
            { _ in .tooLong(limit: .seconds(60)) }),
    ]

    @Test(arguments: faults) func faultOfTheProgramIsReported(row: Row<Fault, @Sendable (String) -> SpeechError>) throws
    {
        let fault = row.given
        let speech = try fake.speech(fault.script, sound: fault.sound, timeout: fault.timeout, limit: fault.limit)
        expectEqual(failure(speech, fault.text), row.expected(fake.program), sourceLocation: row.place)
    }

    @Test func textAfterOneThatHangsIsSpoken() async throws {
        let speech = try fake.speech(
            "read text; if [ $text = first ]; then exec >&-; exec sleep 5; fi; cat $sound",
            sound: FakeSpeech.sound([16_384]), timeout: .milliseconds(300))
        var reasons: [SpeechError?] = []
        for text in ["first", "second"] {
            let utterance = try Utterance(Speech(text))
            let samples: SpokenSamples = await withCheckedContinuation { done in
                speech.speak(utterance, into: SpokenSamples(format: Self.format) { done.resume(returning: $0) })
            }
            reasons.append(samples.reason)
        }
        expectEqual(reasons, [.tooSlow(program: fake.program), nil])
    }

    @Test func cancellationEndsTheProgram() async throws {
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
    func unknownVoiceIsReported() {
        expectEqual(failure(EspeakSpeech(), Speech("Hello", voice: "xx-nowhere")), .unknownVoice("xx-nowhere"))
    }

    @Test(
        .enabled(if: isInstalled, "espeak-ng is not installed"),
        arguments: [
            "[[" + String(repeating: "a", count: 998), "\u{1}5V\u{1}200S loud", "<speak><break time='1000s'/></speak>",
            String(repeating: "ก", count: 1000), String(repeating: "🎈", count: 1000), "--help", "\u{200D}\u{FE0F}",
        ])
    func textIsNotReadAsMarkupOrCommands(text: String) {
        let error = failure(EspeakSpeech(), Speech(text))
        #expect(error == nil || error == .tooLong(limit: .seconds(60)))
    }
}
