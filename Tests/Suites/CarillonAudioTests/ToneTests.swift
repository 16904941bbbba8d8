import Foundation
import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct ToneTests {
    static let mono = AudioFormat(rate: 48_000, channels: 1)

    private func samples(_ tones: Tone...) -> [Float] { ToneGenerator(format: Self.mono).samples(of: tones) }

    @Test(arguments: Tone.Waveform.allCases, [1, 3, 50, 700])
    func toneBeginsAndEndsAtZeroWithoutAClick(waveform: Tone.Waveform, milliseconds: Int) throws {
        let tone = Tone(waveform, frequency: 440, duration: .milliseconds(milliseconds), level: 0)
        let samples = samples(tone)
        expectEqual(samples.count, 48 * milliseconds)
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.contains { abs($0) > 0.05 })
        // A tone with full ramps is below -40 dB within a tenth of a millisecond of its ends.
        if milliseconds >= 4 { #expect((samples.prefix(5) + samples.suffix(5)).allSatisfy { abs($0) < 0.01 }) }
    }

    @Test(arguments: Tone.Waveform.allCases, [30.0, 440, 997, 7_000, 23_000])
    func noWaveformExceedsItsLevel(waveform: Tone.Waveform, frequency: Double) throws {
        let loud = samples(Tone(waveform, frequency: frequency, duration: .milliseconds(500), level: 0))
        let peak = try #require(loud.map(abs).max())
        #expect(peak <= 1)
        #expect(peak > 0.75)
        let quiet = samples(Tone(waveform, frequency: frequency, duration: .milliseconds(500), level: -20))
        #expect(try abs(#require(quiet.map(abs).max()) - peak / 10) < 1e-6)
    }

    static let spectra: [Row<Tone, [Double: Range<Double>]>] = [
        Row(
            "sine has its frequency and no other", Tone(frequency: 1_000, duration: .seconds(1), level: 0),
            [1_000: 0.99..<1.01, 2_000: 0..<1e-5, 3_000: 0..<1e-5]),
        // It has an overtone at 15 kHz. The one at 25 kHz would be heard as 23 kHz, and the one at 35 kHz as 13 kHz.
        Row(
            "overtones of a square wave are not folded back",
            Tone(.square, frequency: 5_000, duration: .seconds(1), level: 0), unfolded),
        Row(
            "overtones of a triangle wave are not folded back",
            Tone(.triangle, frequency: 5_000, duration: .seconds(1), level: 0), unfolded),
    ]

    private static let unfolded: [Double: Range<Double>] = [
        5_000: 0.7..<2, 15_000: 0.05..<1, 23_000: 0..<1e-5, 13_000: 0..<1e-5, 3_000: 0..<1e-5, 7_000: 0..<1e-5,
    ]

    @Test(arguments: spectra) func toneHasTheSpectrumOfItsWaveform(row: Row<Tone, [Double: Range<Double>]>) {
        let samples = samples(row.given)
        for (frequency, range) in row.expected {
            let found = amplitude(of: frequency, in: samples)
            #expect(range.contains(found), "\(found) at \(frequency) Hz", sourceLocation: row.place)
        }
    }

    @Test func squareToneHasTheOddOvertonesOfASquareWave() {
        let samples = samples(Tone(.square, frequency: 500, duration: .seconds(1), level: 0))
        let fundamental = amplitude(of: 500, in: samples)
        for number in [3.0, 5, 7, 41] {
            #expect(abs(amplitude(of: 500 * number, in: samples) * number / fundamental - 1) < 0.01)
        }
        #expect(amplitude(of: 1_000, in: samples) < 1e-4)
    }

    @Test func noiseIsTheSameEachTimeAndHasNoPitch() {
        let tone = Tone(.noise, frequencies: [], duration: .seconds(1), level: 0)
        let samples = samples(tone)
        expectEqual(samples, self.samples(tone))
        #expect([100.0, 997, 5_000, 20_000].allSatisfy { amplitude(of: $0, in: samples) < 0.02 })
        #expect(abs(samples.reduce(0, +) / 48_000) < 0.01)
    }

    /// The first numbers that Vigna's SplitMix64 returns for the seed 0.
    @Test func noiseIsTheSequenceOfSplitMix64() {
        var noise = NoiseGenerator()
        for number in [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F] as [UInt64] {
            expectEqual(noise.next(), Double(Int64(bitPattern: number)) / 9_223_372_036_854_775_808)
        }
    }

    @Test func envelopeHasAnAttackADecayASustainAndARelease() {
        let envelope = Envelope(
            attack: .milliseconds(100), decay: .milliseconds(100), sustain: 0.5, release: .milliseconds(100))
        let curve = Envelope.Curve(envelope, frames: 48_000, format: Self.mono)
        expectEqual(curve.level(at: 0), 0)
        expectEqual(curve.level(at: 2_400), 0.5)
        expectEqual(curve.level(at: 4_800), 1)
        #expect(abs(curve.level(at: 9_600) - 0.5) < 1e-9)
        expectEqual(curve.level(at: 40_000), 0.5)
        expectEqual(curve.level(at: 47_999), 0)
        let steps = (1..<48_000).map { abs(curve.level(at: $0) - curve.level(at: $0 - 1)) }
        #expect(steps.allSatisfy { $0 < 0.001 })
    }

    @Test func toneWithInvalidParametersIsSilentAndNeverTraps() {
        let envelope = Envelope(attack: .seconds(-1), decay: .seconds(Int64.max), sustain: .nan, release: .zero)
        for frequency in [0, -1, .nan, .infinity, 24_000, 1e300] {
            let samples = samples(Tone(.square, frequency: frequency, duration: .milliseconds(10), envelope: envelope))
            #expect(samples.count == 480 && samples.allSatisfy { $0 == 0 })
        }
        #expect(samples(Tone(frequency: 440, duration: .seconds(-1))).isEmpty)
        #expect(samples(Tone(frequency: 440, duration: .milliseconds(1), level: .nan)).allSatisfy { $0.isFinite })
        let endless = Tone(frequency: 440, duration: .seconds(Int64.max))
        #expect(throws: SoundError.tooLong(file: "endless", limit: Sound.defaultLimit)) {
            try Sound(name: "endless", tones: [endless, endless], for: .standard)
        }
        #expect(throws: SoundError.empty(file: "nothing")) { try Sound(name: "nothing", tones: [], for: .standard) }
    }

    @Test func soundOfTonesIsTheSameInEveryChannel() throws {
        let tone = Tone(frequency: 440, duration: .milliseconds(10))
        let sound = try Sound(name: "tone", tones: [tone, .rest(.milliseconds(5)), tone], for: .standard)
        expectEqual(sound.duration, .milliseconds(25))
        let mono = samples(tone, .rest(.milliseconds(5)), tone)
        expectEqual(sound.withSamples(Array.init), mono.flatMap { [$0, $0] })
    }
}

@Suite struct PitchTests {
    @Test func note69Has440HertzAndTwelveNotesAreAnOctave() {
        expectEqual(Tone.frequency(ofNote: 69), 440)
        expectEqual(Tone.frequency(ofNote: 81), 880)
        #expect(abs(Tone.frequency(ofNote: 60) - 261.625_565) < 1e-6)
        #expect(abs(Tone.frequency(ofNote: 0) - 8.175_799) < 1e-6)
    }

    /// Each key's tone contains the frequencies of ITU-T Q.23, and no others.
    @Test(arguments: [("1", 697, 1_209), ("6", 770, 1_477), ("0", 941, 1_336), ("#", 941, 1_477), ("d", 941, 1_633)])
    func telephoneKeyHasItsTwoFrequencies(key: String, row: Double, column: Double) throws {
        let tones = try Tone.dtmf(key, level: 0)
        let samples = ToneGenerator(format: ToneTests.mono).samples(of: tones)
        expectEqual(samples.count, 4_800)
        for frequency in [697.0, 770, 852, 941, 1_209, 1_336, 1_477, 1_633] {
            let isIn = frequency == row || frequency == column
            let amplitude = amplitude(of: frequency, in: samples)
            #expect(isIn ? amplitude > 0.4 : amplitude < 0.1)
        }
    }

    @Test func telephoneKeysFollowOneAnotherWithPauses() throws {
        let tones = try Tone.dtmf("12")
        expectEqual(tones.map(\.duration), [.milliseconds(100), .milliseconds(50), .milliseconds(100)])
        #expect(tones[1].isRest)
        #expect(throws: ToneError.noKey("x")) { try Tone.dtmf("1x2") }
        expectEqual(ToneError.noKey("x").description, "invalid telephone key \"x\"; use 0 to 9, *, # and A to D")
    }
}

@Suite struct RTTTLTests {
    struct Melody: Sendable {
        let name: String
        let durations: [Duration]
        /// The numbers of the notes; nil for a rest.
        let notes: [Int?]
    }

    static let melodies: [Row<String, Melody>] = [
        Row(
            "melody has its notes", "Melody: d=4, o=5, b=120: A4, 8c#, 2P, 16H6., 32e.7, 8f5., c8",
            Melody(
                name: "Melody",
                durations: [500, 250, 1_000, 187.5, 93.75, 375, 500].map { .milliseconds($0) },
                notes: [69, 73, nil, 95, 100, 77, 108])),
        Row(
            "omitted settings have Nokia's defaults", "::a",
            Melody(name: "", durations: [.seconds(60) / 63], notes: [93])),
        Row(
            "unknown settings are skipped", "x:d=8,s=N,l=15,o=4,b=60:a",
            Melody(name: "x", durations: [.milliseconds(500)], notes: [69])),
    ]

    @Test(arguments: melodies) func melodyHasItsNotes(row: Row<String, Melody>) throws {
        let melody = try RTTTL(row.given)
        let tones = melody.tones()
        expectEqual(melody.name, row.expected.name, sourceLocation: row.place)
        expectEqual(tones.map(\.duration), row.expected.durations, sourceLocation: row.place)
        let frequencies = row.expected.notes.map { note in note.map { [Tone.frequency(ofNote: $0)] } ?? [] }
        expectEqual(tones.map(\.frequencies), frequencies, sourceLocation: row.place)
    }

    @Test(arguments: [
        ("beep", ToneError.notRTTTL("beep")), ("a:b", .notRTTTL("a:b")), ("a::", .notRTTTL("a::")),
        ("a:d=5:c", .badDefault("d=5")), ("a:o=0:c", .badDefault("o=0")), ("a:b=0:c", .badDefault("b=0")),
        ("a:d:c", .badDefault("d")), ("a:b=99999999999999999999:c", .badDefault("b=99999999999999999999")),
        ("a::c,x", .badNote("x", number: 2)), ("a::7c", .badNote("7c", number: 1)),
        ("a::c9", .badNote("c9", number: 1)),
        ("a::p#", .badNote("p#", number: 1)), ("a::c4c", .badNote("c4c", number: 1)),
        ("a::8", .badNote("8", number: 1)),
    ])
    func malformedMelodyIsReportedWithItsPosition(text: String, error: ToneError) {
        #expect(throws: error) { try RTTTL(text) }
        #expect(!error.description.contains("\n"))
    }

    @Test func endlessMelodyIsRefused() {
        #expect(throws: ToneError.tooManyNotes) {
            try RTTTL("long::" + repeatElement("c", count: RTTTL.maximumNoteCount + 1).joined(separator: ","))
        }
    }
}

/// Returns the amplitude of a frequency in the samples.
private func amplitude(of frequency: Double, in samples: [Float]) -> Double {
    var (cosine, sine) = (0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
        let angle = 2 * .pi * frequency * Double(frame) / 48_000
        cosine += Double(sample) * cos(angle)
        sine += Double(sample) * sin(angle)
    }
    return 2 * (cosine * cosine + sine * sine).squareRoot() / Double(samples.count)
}
