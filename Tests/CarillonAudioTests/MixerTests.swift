import Testing

@testable import CarillonAudio

@Suite struct MixerTests {
    @Test func nothingIsSilence() {
        var mixer = Mixer(channels: 2)
        #expect(mixer.rendered(frames: 3) == [0, 0, 0, 0, 0, 0])
    }

    @Test func aVoiceIsItsSoundAndThenSilence() {
        let sound = Sound.ramp(frames: 2)
        withExtendedLifetime(sound) {
            var mixer = Mixer(channels: 2)
            mixer.play(sound)
            #expect(mixer.rendered(frames: 3) == [1, 2, 3, 4, 0, 0])
        }
    }

    @Test func aVoiceGoesOnWhereItWas() {
        let sound = Sound.ramp(frames: 3)
        withExtendedLifetime(sound) {
            var mixer = Mixer(channels: 2)
            mixer.play(sound)
            #expect(mixer.rendered(frames: 1) == [1, 2])
            #expect(mixer.framesToNextEnd == 2)
            #expect(mixer.rendered(frames: 1) == [3, 4])
            #expect(mixer.rendered(frames: 1) == [5, 6])
            #expect(mixer.framesToNextEnd == 0)
        }
    }

    @Test func voicesAreAdded() {
        let (low, high) = (Sound.ramp(frames: 1, from: 10), Sound.ramp(frames: 2, from: 100))
        withExtendedLifetime((low, high)) {
            var mixer = Mixer(channels: 2)
            mixer.play(low)
            mixer.play(high)
            mixer.play(high)
            #expect(mixer.rendered(frames: 2) == [210, 213, 204, 206])
        }
    }

    @Test func aSumBeyondFullScaleStaysThere() {
        let loud = Sound([32_767, -32_768])
        withExtendedLifetime(loud) {
            var mixer = Mixer(channels: 2)
            mixer.play(loud)
            mixer.play(loud)
            #expect(mixer.rendered(frames: 1) == [32_767, -32_768])
        }
    }

    @Test func voicesThatEndedAreHandedBackOnceTheEarliestFirst() {
        let (short, long) = (Sound.ramp(frames: 1), Sound.ramp(frames: 2))
        withExtendedLifetime((short, long)) {
            var mixer = Mixer(channels: 2)
            mixer.play(long)
            mixer.play(short)
            #expect(mixer.ended().isEmpty)
            _ = mixer.rendered(frames: 1)
            #expect(mixer.ended() == [ObjectIdentifier(short)])
            _ = mixer.rendered(frames: 1)
            #expect(mixer.ended() == [ObjectIdentifier(long)])
            #expect(mixer.voiceCount == 0)
            #expect(mixer.framesToNextEnd == nil)
        }
    }

    @Test func stoppedVoicesEndAtOnce() {
        let sound = Sound.ramp(frames: 9)
        withExtendedLifetime(sound) {
            var mixer = Mixer(channels: 2)
            mixer.play(sound)
            mixer.play(sound)
            mixer.stopAll()
            #expect(mixer.rendered(frames: 1) == [0, 0])
            #expect(mixer.ended().count == 2)
        }
    }

    @Test func theOldestGivesItsPlaceToTheNewest() {
        let sounds = (0..<3).map { Sound.ramp(frames: 1, from: [1, 10, 100][$0]) }
        withExtendedLifetime(sounds) {
            var mixer = Mixer(channels: 2, capacity: 2)
            #expect(mixer.play(sounds[0]) == nil)
            #expect(mixer.play(sounds[1]) == nil)
            #expect(mixer.play(sounds[2]) == ObjectIdentifier(sounds[0]))
            #expect(mixer.rendered(frames: 1) == [110, 112])
        }
    }
}

@Suite struct SampleConversionTests {
    @Test func halvesAreRoundedToTheNearestStep() {
        let samples: [Float] = [0.4, 0.6, -0.4, -0.6, 1.5, 2.5].map { $0 / 32_768 }
        #expect(samples.withUnsafeBufferPointer { int16s($0) } == [0, 1, 0, -1, 2, 2])
    }

    @Test func whatIsNotANumberOrTooLargeDoesNotTrap() {
        let samples: [Float] = [.infinity, -.infinity, 1, -1, 1e30]
        #expect(samples.withUnsafeBufferPointer { int16s($0) } == [32_767, -32_768, 32_767, -32_768, 32_767])
        let all: [Float] = samples + [.nan]
        all.withUnsafeBufferPointer { input in
            var wide = [Int32](repeating: 0, count: 6)
            SampleConversion.convert(input, to: &wide)
            #expect(wide.prefix(4) == [2_147_483_520, .min, 2_147_483_520, .min])
            var floats = [Float](repeating: 0, count: 6)
            SampleConversion.convert(input, to: &floats)
            #expect(floats.allSatisfy { abs($0) <= 1 })
            _ = int16s(input)
        }
    }

    @Test func sixteenBitsAreTheUpperHalfOfThirtyTwo() {
        let samples: [Float] = [1, -32_768, 32_767, 0].map { $0 / 32_768 }
        var wide = [Int32](repeating: 7, count: 4)
        samples.withUnsafeBufferPointer { SampleConversion.convert($0, to: &wide) }
        #expect(wide == [1 << 16, .min, 32_767 << 16, 0])
    }
}

extension Mixer {
    @discardableResult
    fileprivate mutating func play(_ sound: Sound) -> ObjectIdentifier? {
        start(Voice(.passUnretained(sound))).map { ObjectIdentifier($0.sound.takeUnretainedValue()) }
    }

    fileprivate mutating func ended() -> [ObjectIdentifier] {
        var ended: [ObjectIdentifier] = []
        while let voice = takeEnded() { ended.append(ObjectIdentifier(voice.sound.takeUnretainedValue())) }
        return ended
    }

    /// The next frames as a 16-bit device would get them.
    fileprivate mutating func rendered(frames: Int) -> [Int16] {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * channels)
        defer { buffer.deallocate() }
        buffer.initialize(repeating: .nan)
        render(into: buffer)
        return int16s(UnsafeBufferPointer(buffer))
    }
}
