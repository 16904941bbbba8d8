import CarillonAudio
import TestSupport
import Testing

/// Texts and voices as a synthesizer gets them.
@Suite struct UtteranceTests {
    @Test(arguments: [
        ("It is five.", "It is five."), ("  two\nlines\t", "two lines"), ("a\u{0}b\u{1}c\u{7f}d\u{9b}e", "a b c d e"),
        ("[[_^_]]", "[ [_^_]]"), ("[[[[", "[ [ [ ["), ("[\u{1}[", "[ ["), ("-v en --stdout", "-v en --stdout"),
        ("<break time='1000s'/>", "<break time='1000s'/>"), ("", ""), ("\u{2028}\n", ""),
        ("größer 日本 🎈", "größer 日本 🎈"),
    ]) func controlCharactersAndPhonemeMarksAreRemovedFromText(text: String, plain: String) throws {
        let utterance = try Utterance(Speech(text))
        expectEqual(utterance.text, plain)
        #expect(!utterance.isCut)
    }

    @Test func longTextIsCutAfterAWord() throws {
        let exact = try Utterance(Speech(String(repeating: "a", count: 1000)))
        #expect(exact.text.count == 1000 && !exact.isCut)
        let words = try Utterance(Speech(String(repeating: "word ", count: 1000)))
        #expect(words.isCut && words.text.hasSuffix("word") && words.text.count == 999)
        let solid = try Utterance(Speech(String(repeating: "a", count: 1001)))
        #expect(solid.isCut && solid.text.count == 1000)
    }

    @Test func speechOverridesTheVoiceAndSpeedOfTheWiring() throws {
        let usual = try Utterance("Hello", voice: "de", speed: 120)
        #expect(usual.voice == "de" && usual.speed == 120)
        let own = try Utterance(Speech("Hello", voice: "en-gb+f3", speed: 200), voice: "de", speed: 120)
        #expect(own.voice == "en-gb+f3" && own.speed == 200)
    }

    @Test(arguments: [(Int.min, 80), (79, 80), (80, 80), (450, 450), (99_999, 450)])
    func speedIsClamped(speed: Int, used: Int) throws {
        expectEqual(try Utterance(Speech("Hello", speed: speed)).speed, used)
    }

    @Test(arguments: [
        "", "../en", "en.gb", "/etc/passwd", "en gb", "-v", "en\n", "dé", String(repeating: "a", count: 41),
    ])
    func invalidVoiceNameIsRefused(voice: String) {
        #expect(throws: SpeechError.invalidVoice(voice)) { try Utterance(Speech("Hello", voice: voice)) }
    }

    @Test func textIsInterpolated() {
        let hour = 5
        let speech: Speech = "It is \(hour) o'clock"
        expectEqual(speech, Speech("It is 5 o'clock"))
    }

    @Test func durationFollowsFromTextAndSpeed() throws {
        // 160 words of six characters take a minute.
        let minute = Speech(String(repeating: "words ", count: 160) + "w", speed: 160)
        let duration = try Utterance(minute).estimatedDuration
        #expect(abs((duration - .seconds(60)) / .milliseconds(1)) < 100)
        expectEqual(try Utterance("").estimatedDuration, .zero)
    }

    @Test func messageQuotesTheBeginningOfTheText() {
        let failure = SpeechNotSaid(
            text: String(repeating: "a", count: 41), reason: .notInstalled(program: "espeak-ng"))
        expectEqual(
            "\(failure)",
            "cannot say \"\(String(repeating: "a", count: 40))…\": espeak-ng is not installed; "
                + "run apt-get install espeak-ng")
    }
}
