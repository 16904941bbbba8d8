import AudioTestSupport
import Testing

@testable import CarillonAudio

@Suite struct MixerTests {
    private var mixer = Mixer(format: .standard)

    @Test mutating func nothingIsSilence() {
        #expect(mixer.rendered(frames: 3) == [0, 0, 0, 0, 0, 0])
    }

    @Test mutating func voiceIsItsSoundAndThenSilence() {
        mixer.play(.ramp(frames: 2))
        #expect(mixer.rendered(frames: 3) == [1, 2, 3, 4, 0, 0])
    }

    @Test mutating func voiceGoesOnWhereItWas() {
        mixer.play(.ramp(frames: 3))
        #expect(mixer.rendered(frames: 1) == [1, 2])
        #expect(mixer.framesToNextEnd == 2)
        #expect(mixer.rendered(frames: 1) == [3, 4])
        #expect(mixer.rendered(frames: 2) == [5, 6, 0, 0])
        #expect(mixer.takeEnded()?.end == .finished)
        #expect(mixer.framesToNextEnd == nil)
    }

    @Test mutating func voicesAreAdded() {
        mixer.play(.ramp(frames: 1, from: 10))
        mixer.play(.ramp(frames: 2, from: 100))
        mixer.play(.ramp(frames: 2, from: 100))
        #expect(mixer.rendered(frames: 2) == [210, 213, 204, 206])
    }

    /// Plays every 16-bit sample value in one sound, for each number of channels.
    @Test(arguments: [1, 2, 3, 4, 6, 8]) func soundPlayedAloneComesOutAsItWentIn(channels: Int) {
        let format = AudioFormat(rate: 48_000, channels: channels)
        let all = (Int16.min...Int16.max).prefix(65_536 / channels * channels)
        let sound = Sound(Array(all), format: format)
        var mixer = Mixer(format: format)
        mixer.play(sound)
        // Stretches of odd length, so that both the vector code and the scalar code run.
        var heard: [Int16] = []
        while heard.count < all.count { heard += mixer.rendered(frames: 37) }
        #expect(Array(heard.prefix(all.count)) == Array(all))
    }

    @Test mutating func loopBeginsAgainWithoutAGap() {
        mixer.play(.ramp(frames: 2), .init(loops: true))
        #expect(mixer.rendered(frames: 5) == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2])
        #expect(mixer.takeEnded() == nil)
        #expect(mixer.framesToNextEnd == 48_000)
    }

    @Test mutating func emptySoundEndsEvenIfItLoops() {
        mixer.play(Sound([]), .init(loops: true))
        #expect(mixer.rendered(frames: 1) == [0, 0])
        #expect(mixer.takeEnded()?.end == .finished)
    }

    @Test mutating func gainIsAFactorForEachSample() {
        mixer.play(.constant(10_000), .init(gain: Gain.amplitude(decibels: -20)))
        #expect(mixer.rendered(frames: 2) == [1_000, 1_000, 1_000, 1_000])
    }

    @Test mutating func voiceIsTurnedToTheRightByMakingTheLeftQuieter() {
        mixer.play(.constant(10_000), .init(sides: Gain.sides(pan: 1)))
        #expect(mixer.rendered(frames: 1) == [0, 10_000])
        #expect(Gain.sides(pan: 0) == (1, 1))
        #expect(Gain.sides(pan: -0.5).right < 0.75 && Gain.sides(pan: -0.5).left == 1)
    }

    @Test mutating func newGainIsReachedInTenMilliseconds() {
        let voice = mixer.play(.constant(10_000))
        mixer.setGain(of: voice, 0.5, over: 0)
        #expect(mixer.rendered(frames: 480).first == 10_000)
        #expect(mixer.rendered(frames: 1) == [5_000, 5_000])
    }

    @Test mutating func fadeInBeginsWithSilence() {
        mixer.play(.constant(10_000), .init(fadeIn: 1_000))
        #expect(mixer.rendered(frames: 1) == [0, 0])
        #expect(mixer.rendered(frames: 500).last == 5_000)
        #expect(mixer.rendered(frames: 500).last == 10_000)
    }

    @Test mutating func stoppedVoiceEndsWhenItsFadeDoes() {
        let voice = mixer.play(.constant(10_000))
        _ = mixer.rendered(frames: 1)
        mixer.stop { $0 == voice ? 1_000 : nil }
        #expect(mixer.framesToNextEnd == 1_000)
        #expect(mixer.rendered(frames: 501).last == 5_000)
        #expect(mixer.takeEnded() == nil)
        _ = mixer.rendered(frames: 500)
        let ended = mixer.takeEnded()
        #expect(ended?.id == voice && ended?.end == .stopped)
        #expect(mixer.rendered(frames: 1) == [0, 0])
    }

    @Test mutating func voiceThatIsStoppedBeforeItBeganIsNotHeard() {
        mixer.play(.constant(10_000))
        mixer.stop { _ in 0 }
        #expect(mixer.rendered(frames: 1) == [0, 0])
        #expect(mixer.takeEnded()?.end == .stopped)
    }

    @Test mutating func stoppingAgainDoesNotProlongAFade() {
        mixer.play(.constant(10_000))
        _ = mixer.rendered(frames: 1)
        mixer.stop { _ in 240 }
        mixer.stop { _ in 48_000 }
        _ = mixer.rendered(frames: 240)
        #expect(mixer.takeEnded()?.end == .stopped)
    }

    @Test mutating func voicesThatEndedAreNamedOnceTheOldestFirst() {
        let (long, short) = (mixer.play(.ramp(frames: 3)), mixer.play(.ramp(frames: 1)))
        _ = mixer.rendered(frames: 2)
        #expect(mixer.takeEnded()?.id == short)
        #expect(mixer.takeEnded() == nil)
        _ = mixer.rendered(frames: 1)
        #expect(mixer.takeEnded()?.id == long)
        #expect(mixer.voiceCount == 0)
    }
}

/// The order in which voices are stolen.
@Suite struct MixerPriorityTests {
    private var mixer = Mixer(format: .standard)

    @Test mutating func oldestOfTheLowestGivesItsPlace() {
        mixer.play(.constant(1), .init(priority: .high))
        let oldest = mixer.play(.constant(1), .init(priority: .low))
        for _ in 0..<30 { mixer.play(.constant(1), .init(priority: .low)) }
        _ = mixer.rendered(frames: 1)
        mixer.play(.constant(1))
        #expect(mixer.stolenCount == 1)
        _ = mixer.rendered(frames: 240)
        let ended = mixer.takeEnded()
        #expect(ended?.id == oldest && ended?.end == .stolen)
        #expect(mixer.takeEnded() == nil)
    }

    @Test mutating func soundOfLowestPriorityGetsNoVoice() {
        for _ in 0..<32 { mixer.play(.constant(1)) }
        let voice = mixer.play(.constant(1_000), .init(priority: .low))
        let ended = mixer.takeEnded()
        #expect(ended?.id == voice && ended?.end == .stolen)
        #expect(mixer.rendered(frames: 1) == [32, 32])
    }

    @Test mutating func alarmIsNotTurnedDownByItself() {
        mixer.play(.constant(10_000), .init(priority: .alarm))
        mixer.play(.constant(1_000, frames: 1), .init(priority: .alarm))
        #expect(mixer.rendered(frames: 4_800).last == 10_000)
    }

    @Test mutating func whileTheDeviceIsAwayAlarmsWaitAndOthersGoOn() {
        let alarm = mixer.play(.constant(10_000, frames: 1_000), .init(priority: .alarm))
        let other = mixer.play(.constant(1, frames: 1_000))
        _ = mixer.rendered(frames: 100)
        mixer.deviceWasLost()
        _ = mixer.rendered(frames: 1_000)
        #expect(mixer.takeEnded()?.id == other)
        mixer.deviceReturned()
        #expect(mixer.rendered(frames: 900).last == 10_000)
        _ = mixer.rendered(frames: 1)
        #expect(mixer.takeEnded()?.id == alarm)
    }

    @Test mutating func alarmThatWaitsForTheDeviceCanBeStopped() {
        mixer.play(.constant(1), .init(loops: true, priority: .alarm))
        _ = mixer.rendered(frames: 1)
        mixer.deviceWasLost()
        mixer.stop { _ in 48_000 }
        #expect(mixer.takeEnded()?.end == .stopped)
    }
}

/// Sounds that are not in memory.
@Suite struct MixerSourceTests {
    private var mixer = Mixer(format: .standard)

    @Test mutating func sourceIsAskedPieceByPiece() {
        mixer.start(id: 1, source: Rationed(.ramp(frames: 5), piece: 2), settings: .init())
        #expect(mixer.rendered(frames: 6) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0])
        #expect(mixer.takeEnded()?.end == .finished)
        #expect(mixer.underruns == 0)
    }

    @Test mutating func sourceThatIsLateIsSilentAndGoesOnWhereItWas() {
        let source = Rationed(.constant(10_000), piece: 100)
        mixer.start(id: 1, source: source, settings: .init())
        #expect(mixer.rendered(frames: 10).last == 10_000)
        source.isLate = true
        #expect(mixer.rendered(frames: 10) == Array(repeating: 0, count: 20))
        source.isLate = false
        let back = mixer.rendered(frames: 241)
        #expect(back.first == 0 && back.last == 10_000)
        #expect(mixer.underruns == 1)
        #expect(source.asked == [0, 10, 10, 110, 210, 250].filter { $0 <= source.asked.last! })
    }

    @Test mutating func sourceThatIsLateCanBeStopped() {
        let source = Rationed(.constant(10_000), piece: 100)
        mixer.start(id: 1, source: source, settings: .init())
        _ = mixer.rendered(frames: 10)
        source.isLate = true
        mixer.stop { _ in 48_000 }
        _ = mixer.rendered(frames: 10)
        #expect(mixer.takeEnded()?.end == .stopped)
    }

    @Test mutating func loopAsksForTheFirstFrameAgain() {
        let source = Rationed(.ramp(frames: 2), piece: 9)
        mixer.start(id: 1, source: source, settings: .init(loops: true))
        #expect(mixer.rendered(frames: 3) == [1, 2, 3, 4, 1, 2])
        #expect(source.asked == [0, 2, 0])
    }
}

/// A source that supplies a limited number of frames at a time, or is late.
private final class Rationed: SampleSource, @unchecked Sendable {
    private let sound: Sound
    private let piece: Int
    var isLate = false
    private(set) var asked: [Int] = []

    init(_ sound: Sound, piece: Int) {
        self.sound = sound
        self.piece = piece
    }

    var format: AudioFormat { sound.format }
    var length: Int? { nil }

    func samples(from frame: Int) -> SampleSupply {
        asked.append(frame)
        if isLate { return .late }
        guard case .ready(let samples) = sound.samples(from: frame) else { return .end }
        return .ready(UnsafeBufferPointer(rebasing: samples.prefix(piece * format.channels)))
    }
}

extension Mixer {
    /// Starts a voice, and returns its number.
    @discardableResult
    mutating func play(_ sound: Sound, _ settings: MixerVoice.Settings = .init()) -> Int {
        let number = Int.random(in: 1...(.max))
        start(id: number, source: sound, settings: settings)
        return number
    }

    /// Returns the next frames as a 16-bit device receives them.
    mutating func rendered(frames: Int) -> [Int16] {
        renderedSamples(frames: frames).withUnsafeBufferPointer { int16s($0) }
    }

    /// Returns the next frames, full scale 1.
    mutating func renderedSamples(frames: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: frames * format.channels) { buffer, count in
            buffer.initialize(repeating: .nan)
            render(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
            count = frames * format.channels
        }
    }
}
