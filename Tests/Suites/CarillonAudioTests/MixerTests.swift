import AudioTestSupport
import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct MixerTests {
    private var mixer = Mixer(format: .standard)

    enum Step: Sendable {
        case play(Sound, MixerVoice.Settings = .init())
        /// Renders as many frames as there are samples, and compares these.
        case hear([Int16])
        /// Renders frames, and compares the last sample.
        case render(Int, last: Int16)
        case setGain(Float)
        /// Stops all voices.
        case stop(fade: Int)
        case loseDevice
        /// Compares the reason of the next voice that has ended.
        case ended(VoiceEndReason?)
        case framesToNextEnd(Int?)
    }

    static let courses: [Course<Step>] = [
        Course(
            "voice continues at its position, and is followed by silence",
            .play(.ramp(frames: 3)), .hear([1, 2]), .framesToNextEnd(2), .hear([3, 4]), .hear([5, 6, 0, 0]),
            .ended(.finished), .framesToNextEnd(nil), .hear([0, 0])),
        Course(
            "voices are added",
            .play(.ramp(frames: 1, from: 10)), .play(.ramp(frames: 2, from: 100)), .play(.ramp(frames: 2, from: 100)),
            .hear([210, 213, 204, 206])),
        Course(
            "loop begins again without a gap",
            .play(.ramp(frames: 2), .init(loops: true)), .hear([1, 2, 3, 4, 1, 2, 3, 4, 1, 2]), .ended(nil),
            .framesToNextEnd(48_000)),
        Course(
            "empty sound ends even if it loops",
            .play(Sound([]), .init(loops: true)), .hear([0, 0]), .ended(.finished)),
        Course(
            "pan to the right makes the left side quieter",
            .play(.constant(10_000), .init(sides: Gain.sides(pan: 1))), .hear([0, 10_000])),
        Course(
            "new gain is reached in 10 ms",
            .play(.constant(10_000)), .setGain(0.5), .hear([10_000, 10_000]), .render(240, last: 7_500),
            .render(239, last: 5_010), .hear([5_000, 5_000])),
        Course(
            "fade-in begins with silence",
            .play(.constant(10_000), .init(fadeIn: 1_000)), .hear([0, 0]), .render(500, last: 5_000),
            .render(500, last: 10_000)),
        Course(
            "stopped voice ends with its fade",
            .play(.constant(10_000)), .hear([10_000, 10_000]), .stop(fade: 1_000), .framesToNextEnd(1_000),
            .render(501, last: 5_000), .ended(nil), .render(500, last: 0), .ended(.stopped), .hear([0, 0])),
        Course(
            "voice that is stopped before its start is silent",
            .play(.constant(10_000)), .stop(fade: 0), .hear([0, 0]), .ended(.stopped)),
        Course(
            "second stop does not prolong a fade",
            .play(.constant(10_000)), .hear([10_000, 10_000]), .stop(fade: 240), .stop(fade: 48_000),
            .render(240, last: 42), .ended(.stopped)),
        Course(
            "alarm that waits for its device can be stopped",
            .play(.constant(1), .init(loops: true, priority: .alarm)), .hear([1, 1]), .loseDevice,
            .stop(fade: 48_000), .ended(.stopped)),
    ]

    @Test(arguments: courses) mutating func voiceHasTheseSamplesAndThisEnd(course: Course<Step>) {
        var voices: [Int] = []
        for step in course.steps {
            switch step {
            case .play(let sound, let settings): voices.append(mixer.play(sound, settings))
            case .hear(let samples):
                let heard = mixer.rendered(frames: samples.count / 2)
                expectEqual(heard, samples, "\(step)", sourceLocation: course.place)
            case .render(let frames, let sample):
                expectEqual(mixer.rendered(frames: frames).last, sample, "\(step)", sourceLocation: course.place)
            case .setGain(let gain): for voice in voices { mixer.setGain(of: voice, gain, over: 0) }
            case .stop(let fade): mixer.stop { voices.contains($0) ? fade : nil }
            case .loseDevice: mixer.deviceWasLost()
            case .ended(let reason):
                let ended = mixer.takeEnded()
                expectEqual(ended?.end, reason, "\(step)", sourceLocation: course.place)
                expectEqual(ended?.id, reason.flatMap { _ in voices.first }, "\(step)", sourceLocation: course.place)
            case .framesToNextEnd(let frames):
                expectEqual(mixer.framesToNextEnd, frames, "\(step)", sourceLocation: course.place)
            }
        }
    }

    /// Plays every 16-bit sample value in one sound, for each number of channels.
    @Test(arguments: [1, 2, 3, 4, 6, 8]) func soundPlayedAloneIsUnchanged(channels: Int) {
        let format = AudioFormat(rate: 48_000, channels: channels)
        let all = (Int16.min...Int16.max).prefix(65_536 / channels * channels)
        let sound = Sound(Array(all), format: format)
        var mixer = Mixer(format: format)
        mixer.play(sound)
        // Stretches of odd length, so that both the vector code and the scalar code run.
        var heard: [Int16] = []
        while heard.count < all.count { heard += mixer.rendered(frames: 37) }
        expectEqual(Array(heard.prefix(all.count)), Array(all))
    }

    @Test mutating func endedVoicesAreReturnedOnceInTheOrderOfTheirEnds() {
        let (long, short) = (mixer.play(.ramp(frames: 3)), mixer.play(.ramp(frames: 1)))
        _ = mixer.rendered(frames: 2)
        expectEqual(mixer.takeEnded()?.id, short)
        #expect(mixer.takeEnded() == nil)
        _ = mixer.rendered(frames: 1)
        expectEqual(mixer.takeEnded()?.id, long)
        expectEqual(mixer.voiceCount, 0)
    }
}

/// The order in which voices are stolen.
@Suite struct MixerPriorityTests {
    private var mixer = Mixer(format: .standard)

    @Test mutating func oldestVoiceOfTheLowestPriorityIsStolen() {
        mixer.play(.constant(1), .init(priority: .high))
        let oldest = mixer.play(.constant(1), .init(priority: .low))
        for _ in 0..<30 { mixer.play(.constant(1), .init(priority: .low)) }
        _ = mixer.rendered(frames: 1)
        mixer.play(.constant(1))
        expectEqual(mixer.stolenCount, 1)
        _ = mixer.rendered(frames: 240)
        let ended = mixer.takeEnded()
        #expect(ended?.id == oldest && ended?.end == .stolen)
        #expect(mixer.takeEnded() == nil)
    }

    @Test mutating func soundOfTheLowestPriorityGetsNoVoiceWhileAllAreInUse() {
        for _ in 0..<32 { mixer.play(.constant(1)) }
        let voice = mixer.play(.constant(1_000), .init(priority: .low))
        let ended = mixer.takeEnded()
        #expect(ended?.id == voice && ended?.end == .stolen)
        expectEqual(mixer.rendered(frames: 1), [32, 32])
    }

    @Test mutating func alarmsWaitAndOtherVoicesContinueWhileTheDeviceIsAbsent() {
        let alarm = mixer.play(.constant(10_000, frames: 1_000), .init(priority: .alarm))
        let other = mixer.play(.constant(1, frames: 1_000))
        _ = mixer.rendered(frames: 100)
        mixer.deviceWasLost()
        _ = mixer.rendered(frames: 1_000)
        expectEqual(mixer.takeEnded()?.id, other)
        mixer.deviceReturned()
        expectEqual(mixer.rendered(frames: 900).last, 10_000)
        _ = mixer.rendered(frames: 1)
        expectEqual(mixer.takeEnded()?.id, alarm)
    }
}

/// Sounds that are not in memory.
@Suite struct MixerSourceTests {
    private var mixer = Mixer(format: .standard)

    @Test mutating func sourceIsReadPieceByPiece() {
        mixer.start(id: 1, source: Rationed(.ramp(frames: 5), piece: 2), settings: .init())
        expectEqual(mixer.rendered(frames: 6), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0])
        expectEqual(mixer.takeEnded()?.end, .finished)
        expectEqual(mixer.underruns, 0)
    }

    @Test mutating func lateSourceIsSilentResumesAtItsPositionAndCanBeStopped() {
        let source = Rationed(.constant(10_000), piece: 100)
        mixer.start(id: 1, source: source, settings: .init())
        expectEqual(mixer.rendered(frames: 10).last, 10_000)
        source.isLate = true
        expectEqual(mixer.rendered(frames: 10), Array(repeating: 0, count: 20))
        source.isLate = false
        let back = mixer.rendered(frames: 241)
        #expect(back.first == 0 && back.last == 10_000)
        expectEqual(mixer.underruns, 1)
        expectEqual(source.asked, [0, 10, 10, 110, 210, 250].filter { $0 <= source.asked.last! })
        source.isLate = true
        mixer.stop { _ in 48_000 }
        _ = mixer.rendered(frames: 10)
        expectEqual(mixer.takeEnded()?.end, .stopped)
    }

    @Test mutating func loopReadsTheSourceFromTheFirstFrameAgain() {
        let source = Rationed(.ramp(frames: 2), piece: 9)
        mixer.start(id: 1, source: source, settings: .init(loops: true))
        expectEqual(mixer.rendered(frames: 3), [1, 2, 3, 4, 1, 2])
        expectEqual(source.asked, [0, 2, 0])
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
