import TestSupport
import Testing

@testable import LinuxSound

/// The header of what espeak-ng writes.
@Suite struct WaveHeaderTests {
    @Test func headerFromAPipeIsRead() throws {
        expectEqual(WaveHeader(FakeSpeech.sound([]))?.rate, 22_050)
        expectEqual(WaveHeader(FakeSpeech.sound([], rate: 16_000))?.rate, 16_000)
    }

    @Test func otherBytesAreRefused() {
        let good = FakeSpeech.sound([])
        expectEqual(WaveHeader(Array(good.dropLast())), nil)
        expectEqual(WaveHeader(FakeSpeech.sound([], rate: 100)), nil)
        expectEqual(WaveHeader(FakeSpeech.sound([], rate: 96_000)), nil)
        // The marks, the length of the format, the coding, the channels and the bits.
        for place in [0, 8, 12, 16, 20, 22, 34, 36] {
            var bytes = good
            bytes[place] ^= 0xFF
            expectEqual(WaveHeader(bytes), nil, "byte \(place)")
        }
    }
}
