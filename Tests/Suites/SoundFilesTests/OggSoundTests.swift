import Testing

@testable import CarillonAudio
@testable import SoundFiles

private let mebibyte = 1 << 20

/// The memory that an Ogg file needs is computed from its header packets.
@Suite struct OggSoundTests {
    let ordinary: Int

    init() throws { ordinary = try #require(decoderMemory(VorbisFile().bytes)) }

    @Test func aSmallFileTakesLessThanAMebibyte() {
        #expect(ordinary < mebibyte)
    }

    @Test func theFirstPageNeedNotBeAtTheBeginningOfTheFile() {
        #expect(decoderMemory([1, 2, 3] + VorbisFile().bytes, start: 3) == ordinary)
        #expect(decoderMemory([1, 2, 3] + VorbisFile().bytes) == nil)
    }

    @Test func eachChannelTakesMemoryForItsBlocks() throws {
        var file = VorbisFile(channels: 8, blocks: (13, 13))
        let eight = try #require(decoderMemory(file.bytes))
        file.channels = 64
        let sixtyFour = try #require(decoderMemory(file.bytes))
        #expect(sixtyFour - eight > 56 * 3 * 4 * 8_192)
    }

    @Test func theCommentsCountWithTheirCopies() throws {
        let title = Array("TITLE=".utf8) + [UInt8](repeating: 65, count: mebibyte)
        let comments = joined(little(0, 4), little(1, 4), little(title.count, 4), title)
        let memory = try #require(decoderMemory(VorbisFile(comments: comments).bytes))
        #expect((5 * mebibyte..<8 * mebibyte).contains(memory))
    }

    @Test func emptyCommentsCountAsBlocksOfTheirOwn() throws {
        let none = [UInt8](repeating: 0, count: 4 * 100_000)
        let many = try #require(decoderMemory(VorbisFile(comments: little(0, 4) + little(100_000, 4) + none).bytes))
        let one = try #require(decoderMemory(VorbisFile(comments: little(none.count, 4) + none + little(0, 4)).bytes))
        #expect(many > 44 * 100_000)
        // The number of comments follows after the inspected bytes, so the largest possible number counts.
        #expect(abs(one - many) < mebibyte)
    }

    @Test func pagesOfOtherStreamsMayBeBetweenThoseOfTheHeaders() {
        var file = OggFile()
        file.addPage([VorbisFile().identification], flags: 2)
        file.addPage([[1, 2, 3]], flags: 2, stream: 8)
        file.addPage([joined([3], ascii("vorbis"), little(0, 8), [1])])
        file.addPage(lacing: [255], [UInt8](repeating: 0, count: 255), stream: 8)
        file.addPages(VorbisFile().setUp, pieces: 1)
        #expect(decoderMemory(file.bytes) == ordinary)
    }

    @Test func headersThatAreNotWholeAreRefused() {
        let file = VorbisFile().bytes
        for length in 0..<file.count { #expect(decoderMemory(Array(file.prefix(length))) == nil) }
    }

    @Test func aWrongChecksumIsRefused() {
        let file = VorbisFile().bytes
        for index in file.indices {
            var changed = file
            changed[index] ^= 0x10
            #expect(decoderMemory(changed) == nil)
        }
    }

    @Test func aPageThatIsMissingIsRefused() {
        var file = OggFile()
        file.addPage([VorbisFile().identification], flags: 2)
        file.skipPage()
        file.addPage([joined([3], ascii("vorbis"), little(0, 8), [1]), VorbisFile().setUp])
        #expect(decoderMemory(file.bytes) == nil)
    }

    @Test(arguments: ["\u{7F}FLAC", "Speex   ", "fishead", ""]) func otherCodecsAreRefused(name: String) {
        var file = OggFile()
        file.addPage([Array(name.utf8) + [UInt8](repeating: 0, count: 80)], flags: 2)
        file.addPage([[UInt8](repeating: 0, count: 80)])
        #expect(decoderMemory(file.bytes) == nil)
    }
}

/// Returns the memory for decoding an Ogg file; nil if the file is refused.
func decoderMemory(_ file: [UInt8], start: Int = 0) -> Int? {
    OggSound(start: start) { range in Array(file.dropFirst(range.lowerBound).prefix(range.count)) }?.decoderMemory
}
