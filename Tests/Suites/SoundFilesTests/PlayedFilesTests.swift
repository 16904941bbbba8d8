import AudioTestSupport
import CarillonScheduling
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// A player's files, decoded by libsndfile and heard in virtual time.
@Suite struct PlayedFilesTests {
    private let folder: TemporaryFolder
    private let time = VirtualTime()
    private let output: SimulatedOutput
    private let core: PlayerCore
    private let events = Events()

    init() throws {
        folder = try TemporaryFolder()
        output = SimulatedOutput(pacedBy: time)
        core = PlayerCore(
            engine: try AudioEngine(output: output, on: time), store: TrackFiles(), thread: time
        ) { [events] event in events.all.withLock { $0.append(event) } }
    }

    private func ramp(_ frames: Range<Int>) -> [Int16] {
        (frames.lowerBound * 2..<frames.upperBound * 2).map { Int16(truncatingIfNeeded: $0 * 7) }
    }

    @Test func noSampleIsMissingOrAddedBetweenTwoFiles() throws {
        let cuts = [0, 20_011, 20_012, 100_003, 150_000]
        for (number, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
            _ = try folder.write(WAV(samples: ramp(start..<end)).bytes, to: "\(number).wav")
        }
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(5))
        #expect(output.passages.map(\.start) == [0])
        #expect(heard() == ramp(0..<150_000))
        #expect(numbers == [0, 1, 2, 3])
        #expect(events.all.withLock { $0.last } == .finished)
    }

    @Test func trackBeginsAtItsBookmarkToTheSample() throws {
        let path = try folder.write(WAV(samples: ramp(0..<200_000)).bytes, to: "long.wav")
        core.perform(.play(Playlist(path, from: Bookmark(time: .seconds(2)))))
        time.advance(by: .seconds(5))
        #expect(heard() == ramp(96_000..<200_000))
    }

    /// libsndfile opens such a file, reads no frame of it, and crashes in a seek.
    @Test func vorbisFileWithoutADecoderIsNotSought() throws {
        var file = VorbisFile()
        file.frames = 48_000
        file.codebooks = [VorbisFile.Codebook(missing: 1)]
        let path = try folder.write(file.bytes, to: "damaged.ogg")
        core.perform(.play(Playlist(path, from: Bookmark(time: .milliseconds(5)))))
        time.advance(by: .seconds(1))
        #expect(events.all.withLock { $0.last } == .finished)
    }

    @Test func fileOfAnotherRateBeginsAtItsBookmark() throws {
        let samples = [Int16](repeating: 8_000, count: 2 * 44_100)
        let path = try folder.write(WAV(rate: 44_100, samples: samples).bytes, to: "cd.wav")
        core.perform(.play(Playlist(path, from: Bookmark(time: .milliseconds(750)))))
        time.advance(by: .seconds(5))
        #expect(heard().count == 2 * 12_000)
    }

    /// Two files of another rate are resampled as one.
    @Test func noSampleIsMissingOrAddedBetweenResampledFiles() throws {
        let samples = (0..<2 * 60_000).map { index -> Int16 in
            let time = Double(index / 2)
            return Int16(10_000 * sin(time * time / 1e5))
        }
        let whole = try folder.write(WAV(rate: 44_100, samples: samples).bytes, to: "whole/0.wav")
        core.perform(.play(Playlist(whole)))
        time.advance(by: .seconds(3))
        let expected = heard()
        let cut = 2 * 25_013
        _ = try folder.write(WAV(rate: 44_100, samples: Array(samples[..<cut])).bytes, to: "parts/0.wav")
        _ = try folder.write(WAV(rate: 44_100, samples: Array(samples[cut...])).bytes, to: "parts/1.wav")
        core.perform(.play(Playlist(folder.file("parts"))))
        time.advance(by: .seconds(3))
        let passages = output.passages.map(\.samples)
        #expect(passages.count == 2 && passages.last?.prefix(expected.count) == expected[...])
        #expect(numbers == [0, 0, 1])
    }

    @Test func trackHasTheTextsOfItsTags() throws {
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 13] + Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0, 0, 0x48, 0x69]
        _ = try folder.write(tag + WAV(samples: ramp(0..<100)).bytes, to: "1.wav")
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(1))
        guard case .started(let track) = news.first else {
            Issue.record("not started")
            return
        }
        #expect(track.title == "Hi" && track.name == "Hi")
    }

    /// As when a USB stick is pulled out, and put in again.
    @Test func playerGoesOnToTheSampleWhenTheFolderIsBack() throws {
        for (number, start) in [0, 60_000].enumerated() {
            _ = try folder.write(WAV(samples: ramp(start..<start + 60_000)).bytes, to: "stick/\(number).wav")
        }
        core.perform(.play(Playlist(folder.file("stick"))))
        time.advance(by: .milliseconds(100))
        try FileManager.default.moveItem(atPath: folder.file("stick"), toPath: folder.file("pocket"))
        try FileManager.default.createDirectory(atPath: folder.file("stick"), withIntermediateDirectories: false)
        time.advance(by: .seconds(60))
        let place = Bookmark(track: 1)
        let reason = SoundError.missing(file: folder.file("stick/1.wav")).description
        #expect(news.dropFirst() == [.waiting(place, reason: reason)])
        try FileManager.default.removeItem(atPath: folder.file("stick"))
        try FileManager.default.moveItem(atPath: folder.file("pocket"), toPath: folder.file("stick"))
        time.advance(by: .seconds(5))
        #expect(news.dropFirst(2).first == .resumed && news.last == .finished)
        #expect(output.passages.count == 2)
        let isWhole = heard() == ramp(0..<120_000)
        #expect(isWhole)
    }

    @Test func filesThatAreNoSoundsAreLeftOut() throws {
        _ = try folder.write(Array("no sound".utf8), to: "1.mp3")
        _ = try folder.write(WAV(samples: ramp(0..<100)).bytes, to: "2.wav")
        _ = try folder.write(WAV(samples: []).bytes, to: "3.wav")
        _ = try folder.write(Array("notes".utf8), to: "notes.txt")
        _ = try folder.write(WAV(samples: ramp(0..<100)).bytes, to: ".hidden.wav")
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(1))
        #expect(heard() == ramp(0..<100))
        let failed = events.all.withLock { events in
            events.compactMap { event in if case .failed(let path, _) = event { path } else { nil } }
        }
        #expect(failed == ["1.mp3", "3.wav"].map { "\(folder.path)/\($0)" })
    }

    @Test func missingFileIsReportedWithItsReason() {
        core.perform(.play(Playlist("/nowhere/a.flac")))
        time.advance(by: .seconds(1))
        let all = events.all.withLock { $0 }
        guard case .failed("/nowhere/a.flac", let reason) = all.first else {
            Issue.record("no failure: \(all)")
            return
        }
        #expect(reason == #"no sound file "/nowhere/a.flac"; check the path"#)
        #expect(all.last == .finished)
    }

    @Test(arguments: [
        (["track 10", "track 2", "Track 1"], ["Track 1", "track 2", "track 10"]),
        (["b", "A", "a2", "a10"], ["A", "a2", "a10", "b"]),
        (
            ["99999999999999999999", "100000000000000000000", "07", "7"],
            ["07", "7", "99999999999999999999", "100000000000000000000"]
        ),
    ])
    func namesAreInTheOrderInWhichAPersonListsThem(names: [String], expected: [String]) {
        let sorted = names.sorted(by: NaturalOrder.isBefore)
        #expect(sorted == expected)
    }

    /// Returns the samples of the passages, of each up to the last that is not silent.
    private func heard() -> [Int16] {
        output.passages.flatMap { passage in
            passage.samples.prefix(passage.samples.lastIndex { $0 != 0 }.map { ($0 / 2 + 1) * 2 } ?? 0)
        }
    }

    private var news: [PlayerEvent] { events.all.withLock { $0 } }

    /// The numbers of the tracks that have begun.
    private var numbers: [Int] {
        events.all.withLock { events in
            events.compactMap { event in if case .started(let track) = event { track.number } else { nil } }
        }
    }

    private final class Events: Sendable {
        let all = Mutex<[PlayerEvent]>([])
    }
}
