import Testing

@testable import CarillonAudio
@testable import SoundFiles

@Suite struct VorbisBitsTests {
    @Test func theLowestBitsComeFirst() {
        var bits = VorbisBits([0b1010_0110, 0xFF, 0x01][...])
        #expect(bits.read(3) == 0b110)
        #expect(bits.read(0) == 0)
        #expect(bits.read(7) == 0b1110100)
        #expect(bits.remaining == 14)
        #expect(bits.skip(6) && bits.read(8) == 1)
        #expect(bits.read(1) == nil && !bits.skip(1) && bits.read(0) == 0)
    }
}
