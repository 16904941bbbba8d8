import Testing

@testable import LinuxSpeech

/// The header of what espeak-ng writes.
@Suite struct WaveHeaderTests {
    @Test func headerOfPipeIsRead() throws {
        #expect(WaveHeader(FakeSpeech.sound([]))?.rate == 22_050)
        #expect(WaveHeader(FakeSpeech.sound([], rate: 16_000))?.rate == 16_000)
    }

    @Test func otherBytesAreRefused() {
        let good = FakeSpeech.sound([])
        #expect(WaveHeader(Array(good.dropLast())) == nil)
        #expect(WaveHeader(FakeSpeech.sound([], rate: 100)) == nil)
        #expect(WaveHeader(FakeSpeech.sound([], rate: 96_000)) == nil)
        // The marks, the length of the format, the coding, the channels and the bits.
        for place in [0, 8, 12, 16, 20, 22, 34, 36] {
            var bytes = good
            bytes[place] ^= 0xFF
            #expect(WaveHeader(bytes) == nil, "byte \(place)")
        }
    }
}
