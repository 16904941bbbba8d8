import AudioTestSupport
import CHardware
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Places in MP3 files, which have no index.
@Suite struct MP3PlacesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        arguments: [
            (48_000, SF_BITRATE_MODE_VARIABLE, 0.5), (48_000, SF_BITRATE_MODE_CONSTANT, 0.1),
            (44_100, SF_BITRATE_MODE_CONSTANT, 0.7), (22_050, SF_BITRATE_MODE_VARIABLE, 0.9),
        ], [true, false])
    func fileStartedAtAPositionPlaysFromThatPosition(file: (rate: Int, mode: Int, level: Double), hasTag: Bool) throws {
        var path = try MP3Writer.sweep(seconds: 8, rate: file.rate, file.mode, level: file.level, in: folder)
        if !hasTag { path = try folder.write(MP3Writer.withoutTag(readBytes(path)), to: "untagged.mp3") }
        let format = AudioFormat(rate: file.rate, channels: 2)
        let whole = try samples(path, format)
        #expect(whole.count > 2 * 7 * file.rate)
        for frame in [1, 500, 5_000, file.rate, 6 * file.rate + 123, whole.count / 2 - 700] {
            let part = try samples(path, format, at: frame)
            let expected = whole[(2 * frame)...]
            expectEqual(part.count, expected.count)
            let difference = zip(part, expected).prefix(50_000).reduce(0) { max($0, abs($1.0 - $1.1)) }
            #expect(difference < 1e-4, "from frame \(frame) of \(whole.count / 2)")
        }
    }

    @Test func durationIsReportedForTheWholeFile() throws {
        let path = try MP3Writer.sweep(seconds: 5, in: folder)
        let store = TrackFiles()
        let whole = try store.open(path, in: .standard, at: 0, near: nil)
        let part = try store.open(path, in: .standard, at: 100_000, near: nil)
        expectEqual(whole.claimedFrameCount, 240_000)
        expectEqual(part.claimedFrameCount, 240_000)
    }

    @Test func landmarkSavesReadingTheEarlierPart() throws {
        let path = try MP3Writer.sweep(seconds: 60, SF_BITRATE_MODE_CONSTANT, level: 0.1, in: folder)
        let (store, frame) = (TrackFiles(), 55 * 48_000)
        _ = try store.open(path, in: .standard, at: frame, near: nil)
        let landmark = try #require(store.landmark(in: path, before: frame, of: .standard))
        #expect((1_850...2_292).contains(landmark.frame))
        // Sound before the landmark cannot be read any more.
        let exact = try samples(path, .standard, at: frame)
        var bytes = try readBytes(path)
        bytes.replaceSubrange(10_000..<(landmark.byte - 1), with: [UInt8](repeating: 0, count: landmark.byte - 10_001))
        let damaged = try folder.write(bytes, to: "damaged.mp3")
        let isExact = try samples(damaged, .standard, at: frame, near: landmark) == exact
        #expect(isExact)
    }

    @Test func playedPositionsBecomeLandmarks() throws {
        let path = try MP3Writer.sweep(seconds: 30, in: folder)
        let store = TrackFiles()
        let track = try store.open(path, in: .standard, at: 0, near: nil)
        expectEqual(store.landmark(in: path, before: 25 * 48_000, of: .standard)?.frame, 0)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 48_000)
        defer { buffer.deallocate() }
        while try track.read(into: buffer) > 0 {}
        let landmark = try #require(store.landmark(in: path, before: 25 * 48_000, of: .standard))
        #expect((800...1_040).contains(landmark.frame))
    }

    @Test(arguments: [(-1, 500), (.max, .max), (1_000_000, 40), (20, 0), (20, -1), (20, 4_001)])
    func wrongLandmarkIsIgnored(frame: Int, byte: Int) throws {
        let path = try MP3Writer.sweep(seconds: 5, in: folder)
        let expected = try samples(path, .standard, at: 200_000)
        let found = try samples(path, .standard, at: 200_000, near: Landmark(frame: frame, byte: byte))
        let isExact = found == expected
        #expect(isExact)
    }

    /// The last frame claims to be longer than the rest of the file.
    @Test func fileCutOffInAFrameIsPlayedToItsEnd() throws {
        let bytes = try readBytes(MP3Writer.sweep(seconds: 2, SF_BITRATE_MODE_CONSTANT, level: 0.5, in: folder))
        for cut in stride(from: 50, to: 6_000, by: 97) {
            let path = try folder.write(Array(bytes.dropLast(cut)), to: "cut.mp3")
            #expect(try samples(path, .standard, at: 95_000).count < 2 * 1_000)
        }
    }

    @Test func tagAfterTheFramesIsIgnored() throws {
        let bytes = try readBytes(MP3Writer.sweep(seconds: 2, in: folder))
        let path = try folder.write(bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125), to: "tagged.mp3")
        expectEqual(try samples(path, .standard).count, 2 * 96_000)
        expectEqual(try samples(path, .standard, at: 95_000).count, 2 * 1_000)
    }

    /// Reads a file from a frame to its end.
    private func samples(
        _ path: String, _ format: AudioFormat, at frame: Int = 0, near landmark: Landmark? = nil
    ) throws -> [Float] {
        let track = try TrackFiles().open(path, in: format, at: frame, near: landmark)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4_096)
        defer { buffer.deallocate() }
        var samples: [Float] = []
        while case let count = try track.read(into: buffer), count > 0 { samples += buffer.prefix(2 * count) }
        while case let count = track.readRest(into: buffer), count > 0 { samples += buffer.prefix(2 * count) }
        return samples
    }
}
