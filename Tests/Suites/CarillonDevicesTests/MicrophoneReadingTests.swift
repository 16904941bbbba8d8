import CarillonAudio
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct MicrophoneReadingTests {
    private static let rule = LoudnessRule(loud: -30, for: 100, quiet: -40.5, for: 1000)

    private static let readings: [MicrophoneReading] = [
        .heard(.loud(rule)), .heard(.quiet(rule)), .heard(.twoClaps), .heard(.level(SoundLevel(rms: -31.25, peak: 0))),
        .recorded(3, SoundRecording(path: "/a b/0001.wav", duration: .milliseconds(1500), end: .limit)),
        .recorded(4, SoundRecording(path: "", duration: .zero, end: .failed, failure: "no\ttab, no room")),
    ]

    @Test(arguments: readings) func readingIsRestoredFromItsText(reading: MicrophoneReading) {
        expectEqual(MicrophoneReading("\(reading)"), reading)
    }

    @Test(arguments: [
        "", "loud", "loud 1 2 3", "loud a 1 b 2", "claps 2", "level 1 2", "level nan 0", "level -1", "recorded 1",
        "recorded x\tlimit\t1\t\t", "recorded 1\tnever\t1\t\t", "recorded 1\tlimit\t-1\t\t", "noise",
    ]) func damagedTextIsRefused(text: String) { expectEqual(MicrophoneReading(text), nil) }
}
