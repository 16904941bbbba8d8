import AudioTestSupport
import CarillonScheduling
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// A player's files, decoded by libsndfile and heard in virtual time.
@Suite struct PlayedFilesTests {
    private let folder: TemporaryFolder
    private let time = VirtualTime()
    private let output: SimulatedOutput
    private let engine: AudioEngine
    private let core: PlayerCore
    private let events = Events()

    init() throws {
        folder = try TemporaryFolder()
        output = SimulatedOutput(pacedBy: time)
        engine = try AudioEngine(output: output, on: time)
        core = PlayerCore(
            engine: engine, store: TrackFiles(), thread: time
        ) { [events] event in events.all.withLock { $0.append(event) } }
    }

    private func ramp(_ frames: Range<Int>) -> [Int16] {
        (frames.lowerBound * 2..<frames.upperBound * 2).map { Int16(truncatingIfNeeded: $0 * 7) }
    }

    private func sweep(frames: Int) -> [Int16] {
        (0..<2 * frames).map { index in
            let time = Double(index / 2)
            return Int16(10_000 * sin(time * time / 1e5))
        }
    }

    @Test func samplesAreNeitherLostNorAddedBetweenTwoFiles() throws {
        let cuts = [0, 20_011, 20_012, 100_003, 150_000]
        for (number, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
            _ = try folder.write(WAV(samples: ramp(start..<end)).bytes, to: "\(number).wav")
        }
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(5))
        expectEqual(output.passages.map(\.start), [0])
        expectEqual(heard(), ramp(0..<150_000))
        expectEqual(numbers, [0, 1, 2, 3])
        expectEqual(events.all.withLock { $0.last }, .finished)
    }

    @Test(arguments: AudioBus.allCases) func listIsPlayedOnItsBusEvenAfterAPause(bus: AudioBus) throws {
        let path = try folder.write(WAV(samples: ramp(0..<200_000)).bytes, to: "long.wav")
        for other in AudioBus.allCases where other != bus { engine.setMuted(true, on: other) }
        for command in [.play(Playlist(path, bus: bus)), .pause, .resume, PlayerCommand.next] {
            core.perform(command)
            time.advance(by: .seconds(1))
        }
        let passages = output.passages
        expectEqual(passages.count, 2)
        for passage in passages { #expect(passage.samples.dropFirst(1_000).contains { abs(Int($0)) > 10_000 }) }
        expectEqual(events.all.withLock { $0.last }, .finished)
    }

    @Test func trackStartsExactlyAtItsBookmark() throws {
        let path = try folder.write(WAV(samples: ramp(0..<200_000)).bytes, to: "long.wav")
        core.perform(.play(Playlist(path, from: Bookmark(time: .seconds(2)))))
        time.advance(by: .seconds(5))
        expectEqual(heard(), ramp(96_000..<200_000))
    }

    /// libsndfile opens such a file, reads no frame of it, and crashes in a seek.
    @Test func vorbisFileWithoutADecoderIsNotSought() throws {
        var file = VorbisFile()
        file.frames = 48_000
        file.codebooks = [VorbisFile.Codebook(missing: 1)]
        let path = try folder.write(file.bytes, to: "damaged.ogg")
        core.perform(.play(Playlist(path, from: Bookmark(time: .milliseconds(5)))))
        time.advance(by: .seconds(1))
        expectEqual(events.all.withLock { $0.last }, .finished)
    }

    @Test func fileWithAnotherRateStartsAtItsBookmark() throws {
        let samples = [Int16](repeating: 8_000, count: 2 * 44_100)
        let path = try folder.write(WAV(rate: 44_100, samples: samples).bytes, to: "cd.wav")
        core.perform(.play(Playlist(path, from: Bookmark(time: .milliseconds(750)))))
        time.advance(by: .seconds(5))
        expectEqual(heard().count, 2 * 12_000)
    }

    /// Two files of another rate are resampled as one.
    @Test func samplesAreNeitherLostNorAddedBetweenResampledFiles() throws {
        let samples = sweep(frames: 60_000)
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
        expectEqual(numbers, [0, 0, 1])
    }

    /// Files that cannot be played, between two parts of a sound of another rate, which stay one.
    @Test(arguments: Fault.allCases, [Playlist.Repetition.none, .all])
    func badTrackBetweenResampledOnesIsLeftOut(fault: Fault, repetition: Playlist.Repetition) throws {
        let samples = sweep(frames: 50_000)
        let whole = try folder.write(WAV(rate: 44_100, samples: samples).bytes, to: "whole.wav")
        core.perform(.play(Playlist(whole)))
        time.advance(by: .seconds(2))
        let expected = heard()
        let parts = try [samples[..<40_022], samples[40_022...]].enumerated().map { number, part in
            try folder.write(WAV(rate: 44_100, samples: Array(part)).bytes, to: "\(number).wav")
        }
        let bad = try fault.path(in: folder)
        core.perform(.play(Playlist([parts[0], bad, bad, parts[1], bad], repetition: repetition)))
        time.advance(by: .seconds(5))
        let passage = try #require(output.passages.last?.samples)
        // At the end of a repeated list, the last samples are resampled with those that follow. A file of this rate is
        // not resampled.
        let compared = fault == .withoutSoundOfThisRate ? 40_000 : expected.count - 4_000
        let isWhole = passage.prefix(compared) == expected.prefix(compared)
        #expect(isWhole)
        expectEqual(numbers.prefix(5), (repetition == .none ? [0, 0, 3] : [0, 0, 3, 0, 3]))
        let failed = news.compactMap { event in if case .failed(let path, _) = event { path } else { nil } }
        #expect(failed.count >= 3 && Set(failed) == [bad])
        #expect(repetition == .all || news.last == .finished)
    }

    /// All frames of a short file are in the resampler at its end.
    @Test(arguments: [1, 100, 800], [8_000, 44_100, 48_000]) func shortFileIsPlayed(frames: Int, rate: Int) throws {
        let samples = [Int16](repeating: 9_000, count: 2 * frames)
        let path = try folder.write(WAV(rate: rate, samples: samples).bytes, to: "short.wav")
        core.perform(.play(Playlist([path, path, path])))
        time.advance(by: .seconds(1))
        #expect(numbers == [0, 1, 2] && news.last == .finished)
        #expect(abs(heard().count / 2 - 3 * frames * 48_000 / rate) <= 48_000 / rate + 100)
    }

    enum Fault: CaseIterable {
        case text, empty, missing, device, withoutSound, withoutSoundOfThisRate, claimingMore, unknownRate

        func path(in folder: TemporaryFolder) throws -> String {
            switch self {
            case .text: try folder.write(Array("This is not a sound.".utf8), to: "bad.mp3")
            case .empty: try folder.write([], to: "bad.wav")
            case .missing: folder.file("bad.wav")
            case .device: "/dev/null"
            case .withoutSoundOfThisRate: try folder.write(WAV().bytes, to: "bad.wav")
            case .withoutSound: try folder.write(WAV(rate: 44_100).bytes, to: "bad.wav")
            case .claimingMore:
                try folder.write(
                    Array(WAV(rate: 44_100, samples: Array(repeating: 0, count: 40_000)).bytes.prefix(44)),
                    to: "bad.wav")
            case .unknownRate: try folder.write(WAV(rate: 0, samples: [1, 2, 3, 4]).bytes, to: "bad.wav")
            }
        }
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
    @Test func playerResumesAtTheExactSampleWhenTheFolderIsBack() throws {
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
        expectEqual(news.dropFirst(), [.waiting(place, reason: reason)])
        try FileManager.default.removeItem(atPath: folder.file("stick"))
        try FileManager.default.moveItem(atPath: folder.file("pocket"), toPath: folder.file("stick"))
        time.advance(by: .seconds(5))
        #expect(news.dropFirst(2).first == .resumed && news.last == .finished)
        expectEqual(output.passages.count, 2)
        let isWhole = heard() == ramp(0..<120_000)
        #expect(isWhole)
    }

    @Test func filesThatAreNotSoundsAreLeftOut() throws {
        _ = try folder.write(Array("no sound".utf8), to: "1.mp3")
        _ = try folder.write(WAV(samples: ramp(0..<100)).bytes, to: "2.wav")
        _ = try folder.write(WAV(samples: []).bytes, to: "3.wav")
        _ = try folder.write(Array("notes".utf8), to: "notes.txt")
        _ = try folder.write(WAV(samples: ramp(0..<100)).bytes, to: ".hidden.wav")
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(1))
        expectEqual(heard(), ramp(0..<100))
        let failed = events.all.withLock { events in
            events.compactMap { event in if case .failed(let path, _) = event { path } else { nil } }
        }
        expectEqual(failed, ["1.mp3", "3.wav"].map { "\(folder.path)/\($0)" })
    }

    @Test func missingFileIsReportedWithItsReason() {
        core.perform(.play(Playlist("/nowhere/a.flac")))
        time.advance(by: .seconds(1))
        let all = events.all.withLock { $0 }
        guard case .failed("/nowhere/a.flac", let reason) = all.first else {
            Issue.record("no failure: \(all)")
            return
        }
        expectEqual(reason, #"no sound file "/nowhere/a.flac"; check the path"#)
        expectEqual(all.last, .finished)
    }

    /// Files that are not regular ones, or whose names lead nowhere: a player neither waits for them nor for their medium.
    @Test(arguments: ["loop", "socket", "pipe", "device", "folder", "dangling", "a name that is too long"])
    func fileThatIsNotRegularIsLeftOutAtOnce(kind: String) throws {
        for name in ["1.wav", "3.wav"] { _ = try folder.write(WAV(samples: ramp(1..<5_000)).bytes, to: name) }
        var path = folder.file("2.wav")
        switch kind {
        case "loop": symlink("2.wav", path)
        case "socket":
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(server) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let result = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(server, $0, size) }
            }
            try #require(result == 0)
        case "pipe": mkfifo(path, 0o600)
        case "device": symlink("/dev/zero", path)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "dangling": symlink("nowhere", path)
        default: path = folder.file(String(repeating: "x", count: 300) + ".wav")
        }
        core.perform(.play(Playlist([folder.file("1.wav"), path, folder.file("3.wav")])))
        time.advance(by: .seconds(1))
        expectEqual(heard(), ramp(1..<5_000) + ramp(1..<5_000))
        let failed = news.compactMap { event in if case .failed(let path, _) = event { path } else { nil } }
        expectEqual(failed, [path])
        expectEqual(numbers, (kind == "folder" ? [0, 1] : [0, 2]))
        expectEqual(news.last, .finished)
    }

    @Test func fileWhoseNameIsNotUTF8IsPlayed() throws {
        let path = try folder.write(WAV(samples: ramp(1..<5_000)).bytes, to: "plain")
        for byte in ["347", "350"] {
            expectEqual(system("cp \(path) \"$(printf '\(folder.path)/Fran\\\(byte)ais.wav')\""), 0)
        }
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(1))
        expectEqual(heard(), ramp(1..<5_000) + ramp(1..<5_000))
        let names = news.compactMap { event in if case .started(let track) = event { track.name } else { nil } }
        expectEqual(names, ["Fran\u{FFFD}ais", "Fran\u{FFFD}ais"])
    }

    @Test func reasonOfFolderWithoutTracksNamesItsFiles() throws {
        _ = try folder.write([], to: "cover.jpg")
        core.perform(.play(Playlist(folder.path)))
        time.advance(by: .seconds(1))
        guard case .failed(folder.path, let reason) = news.first else {
            Issue.record("no failure: \(news)")
            return
        }
        #expect(reason.contains("cover.jpg"))
        expectEqual(news.last, .finished)
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
