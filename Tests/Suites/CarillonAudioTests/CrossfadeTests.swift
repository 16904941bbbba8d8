import TestSupport
import Testing

@testable import CarillonAudio

/// The end of a track and the beginning of the next one, whatever the file says of its length.
@Suite struct CrossfadeTests {
    /// A track of equal frames, and the length that its file declares.
    struct Sample: Sendable {
        let value: Float
        let frames: Int
        let claimed: Int?

        init(_ value: Float, frames: Int, claimed: Int?) {
            (self.value, self.frames, self.claimed) = (value, frames, claimed)
        }
    }

    /// Returns the frames that are heard of some tracks in one channel, read in pieces.
    private func heard(_ tracks: [Sample], length: Int, piece: Int) -> [Float] {
        var crossfade = Crossfade(length: length, channels: 1)
        var heard: [Float] = []
        func takePlain() {
            while crossfade.hasPlain {
                var buffer = [Float](repeating: 9, count: piece)
                let count = buffer.withUnsafeMutableBufferPointer { crossfade.takePlain(into: $0) }
                heard += buffer.prefix(count)
            }
        }
        for track in tracks {
            crossfade.begin(frameCount: track.claimed)
            takePlain()
            for frame in stride(from: 0, to: track.frames, by: piece) {
                let count = min(piece, track.frames - frame)
                var buffer = [Float](repeating: track.value, count: count)
                let left = buffer.withUnsafeMutableBufferPointer { crossfade.pass($0, frame: frame, count: count) }
                heard += buffer.prefix(left)
            }
            _ = crossfade.end()
        }
        _ = crossfade.flush()
        takePlain()
        return heard
    }

    @Test(arguments: [1, 3, 7, 100]) func tracksOverlapForTheLengthOfTheFade(piece: Int) {
        let tracks = [Sample(1, frames: 20, claimed: 20), Sample(0, frames: 20, claimed: 20)]
        let result = heard(tracks, length: 4, piece: piece)
        expectEqual(result.count, 36)
        #expect(result.prefix(16).allSatisfy { $0 == 1 })
        // The cosines of 11.25, 33.75, 56.25 and 78.75 degrees.
        for (sample, expected) in zip(result[16..<20], [0.980_79, 0.831_47, 0.555_57, 0.195_09]) {
            #expect(abs(Double(sample) - expected) < 0.000_1)
        }
        #expect(result.suffix(16).allSatisfy { $0 == 0 })
    }

    @Test func powerStaysTheSameDuringTheFade() {
        let first = heard(
            [Sample(1, frames: 50, claimed: 50), Sample(0, frames: 50, claimed: 50)], length: 10, piece: 8)
        let second = heard(
            [Sample(0, frames: 50, claimed: 50), Sample(1, frames: 50, claimed: 50)], length: 10, piece: 8)
        for (one, other) in zip(first, second) { #expect(abs(one * one + other * other - 1) < 0.000_1) }
    }

    private static let two = [Float](repeating: 1, count: 10) + [Float](repeating: 2, count: 10)

    static let whole: [Row<[Sample], [Float]>] = [
        Row(
            "tracks of unknown length play completely",
            [Sample(1, frames: 10, claimed: nil), Sample(2, frames: 10, claimed: nil)], two),
        Row(
            "tracks that declare no frames play completely",
            [Sample(1, frames: 10, claimed: 0), Sample(2, frames: 10, claimed: 0)], two),
        Row(
            "tracks that declare one frame play completely",
            [Sample(1, frames: 10, claimed: 1), Sample(2, frames: 10, claimed: 1)], two),
        Row(
            "shorter track than declared is followed without a fade",
            [Sample(1, frames: 10, claimed: 100), Sample(2, frames: 10, claimed: 10)], two),
        Row(
            "end without a next track is not faded", [Sample(1, frames: 20, claimed: 20)],
            [Float](repeating: 1, count: 20)),
    ]

    @Test(arguments: whole) func tracksPlayWithoutAFade(row: Row<[Sample], [Float]>) {
        for (length, piece) in [(4, 3), (4, 5), (8, 6)] {
            expectEqual(heard(row.given, length: length, piece: piece), row.expected, sourceLocation: row.place)
        }
    }

    @Test func trackThatIsLongerThanDeclaredFadesAtItsEnd() {
        let result = heard(
            [Sample(1, frames: 30, claimed: 10), Sample(0, frames: 10, claimed: 10)], length: 4, piece: 5)
        expectEqual(result.count, 36)
        #expect(result.prefix(26).allSatisfy { $0 == 1 })
        #expect(result[26] < 1)
    }

    @Test func shortTrackIsFadedForHalfOfItsLength() {
        let result = heard(
            [Sample(1, frames: 20, claimed: 20), Sample(1, frames: 4, claimed: 4), Sample(0, frames: 20, claimed: 20)],
            length: 8, piece: 6)
        expectEqual(result.count, 20 - 2 + 4 - 2 + 20)
        #expect(result.prefix(18).allSatisfy { $0 == 1 })
    }

    /// Its tail is louder than silence, and no frame of it is lost.
    @Test func fadeEndsAfterATrackThatIsShorterThanTheFade() {
        let result = heard(
            [Sample(1, frames: 20, claimed: 20), Sample(0, frames: 2, claimed: 40)], length: 8, piece: 6)
        expectEqual(result.count, 20)
        expectEqual(result.suffix(8), result.suffix(8).sorted(by: >))
    }

    @Test(arguments: [nil, 8]) func framesBeforeATrackAreUnchanged(claimed: Int?) {
        var crossfade = Crossfade(length: 2, channels: 1)
        crossfade.begin(frameCount: claimed)
        var buffer: [Float] = [1, 2, 3, 4]
        let left = buffer.withUnsafeMutableBufferPointer { crossfade.pass($0, frame: -3, count: 4) }
        expectEqual(left, 4)
        expectEqual(buffer, [1, 2, 3, 4])
    }
}
