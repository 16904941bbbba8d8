import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct TrackFeederTests {
    @Test func fillingStopsWhenTheRestOfATrackFillsTheStream() throws {
        let order = try #require(PlayOrder(["a", "b"], first: 0, isShuffled: false, repetition: .none))
        let format = AudioFormat(rate: 48_000, channels: 1)
        let feeder = TrackFeeder(order, at: 0, from: ResampledTracks(frames: 47_000, rest: 2_000), format: format)
        feeder.fill()
        expectEqual(feeder.stream.writtenFrames, 48_000)
    }
}

/// Tracks of silence that have a rest, as resampled ones do.
private struct ResampledTracks: TrackStore {
    let frames: Int
    let rest: Int
    var thread: (any Scheduler)? { nil }

    func tracks(at path: String, includesSubfolders: Bool) -> TrackList { TrackList([path]) }

    func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        Track(frames: frames, rest: rest)
    }

    private final class Track: TrackReader {
        let claimedFrameCount: Int? = nil
        private var frames: Int
        private var rest: Int

        init(frames: Int, rest: Int) { (self.frames, self.rest) = (frames, rest) }

        func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { Self.take(from: &frames, into: buffer) }

        func readRest(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { Self.take(from: &rest, into: buffer) }

        private static func take(from frames: inout Int, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
            let count = min(frames, buffer.count)
            buffer.prefix(count).update(repeating: 0)
            frames -= count
            return count
        }
    }
}
