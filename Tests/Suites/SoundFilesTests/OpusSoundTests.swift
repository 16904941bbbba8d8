import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// RFC 7845, section 5.1.
@Suite struct OpusSoundTests {
    private func bound(_ header: [UInt8]) -> Int? {
        var file = OggFile()
        file.addPage([ascii("OpusHead") + header], flags: 2)
        file.addPage([joined(ascii("OpusTags"), little(0, 4), little(0, 4))])
        return decoderMemory(file.bytes)
    }

    private func header(version: UInt8 = 1, channels: UInt8, _ mapping: [UInt8] = [0]) -> [UInt8] {
        joined([version, channels], little(312, 2), little(48_000, 4), little(0, 2), mapping)
    }

    @Test func eachStreamTakesADecoder() throws {
        let two = try #require(bound(header(channels: 2)))
        let eight = try #require(bound(header(channels: 8, [255, 8, 0, 0, 1, 2, 3, 4, 5, 6, 7])))
        #expect(two < 1 << 20)
        #expect(eight - two > 6 * 18_228)
    }

    @Test func headersThatAreNotValidAreRefused() {
        #expect(bound(header(channels: 0)) == nil)
        #expect(bound(header(channels: 3)) == nil)
        #expect(bound(header(version: 2, channels: 2)) == nil)
        #expect(bound(header(channels: 2, [0, 0])) == nil)
        #expect(bound(header(channels: 1, [1])) == nil)
        #expect(bound(header(channels: 1, [1, 0, 0, 0])) == nil)
        #expect(bound(header(channels: 1, [1, 1, 2, 0])) == nil)
        #expect(bound(header(channels: 1, [1, 1, 0, 0])) != nil)
        #expect(bound([]) == nil)
    }

    @Test func tagsThatAreNoneAreRefused() {
        var file = OggFile()
        file.addPage([ascii("OpusHead") + header(channels: 2)], flags: 2)
        file.addPage([joined(ascii("OpusTogs"), little(0, 4), little(0, 4))])
        #expect(decoderMemory(file.bytes) == nil)
    }
}
