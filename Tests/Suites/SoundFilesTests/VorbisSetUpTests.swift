import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// A few bits of a set-up header may declare large tables.
@Suite struct VorbisSetUpTests {
    private func bound(_ codebooks: [VorbisFile.Codebook]) -> Int? {
        decoderMemory(VorbisFile(codebooks: codebooks).bytes)
    }

    @Test func aHundredBytesOfCodebooksMayTakeSixtyFourMebibytes() throws {
        let large = VorbisFile.Codebook(dimensions: 255, bits: 15, hasVectors: true)
        let file = VorbisFile(codebooks: [VorbisFile.Codebook(), large, large])
        #expect(file.setUp.count < 100)
        // Two times 32768 vectors of 255 floats.
        let memory = try #require(bound(file.codebooks))
        #expect(memory > 2 * 32_768 * 255 * 4)
    }

    /// libvorbis would sort them on the stack, which would overflow and end the program.
    @Test(arguments: [16, 20, 23]) func tooManyCodewordsAreRefused(bits: Int) {
        #expect(bound([VorbisFile.Codebook(bits: 15)]) != nil)
        #expect(bound([VorbisFile.Codebook(bits: bits)]) == nil)
    }

    @Test func aCodebookWithoutItsMarkIsRefused() {
        #expect(bound([VorbisFile.Codebook(sync: 0x564343)]) == nil)
    }

    @Test func moreThanSixteenMillionNumbersAreRefused() {
        #expect(bound([VorbisFile.Codebook(), VorbisFile.Codebook(dimensions: 511, bits: 14)]) != nil)
        #expect(bound([VorbisFile.Codebook(), VorbisFile.Codebook(dimensions: 512, bits: 14)]) == nil)
    }

    @Test func eachMappingCounts() throws {
        let one = try #require(decoderMemory(VorbisFile(mappings: 1).bytes))
        let all = try #require(decoderMemory(VorbisFile(mappings: 64).bytes))
        #expect(all - one > 63 * 3_208)
    }
}
