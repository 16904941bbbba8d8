import AudioTestSupport
import CarillonScheduling
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// A sound over the memory limit is read while it plays. The test is both the audio thread and the reader.
@Suite struct SoundStreamTests {
    /// The lowest limit with which 16-bit stereo can be streamed: the memory for reading, and 4096 frames.
    static let limit = (176 << 10) + 4_096 * 8

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ramp(frames: Int) throws -> String {
        let samples = (0..<(frames * 2)).map { Int16(truncatingIfNeeded: $0) }
        return try folder.write(WAV(samples: samples).bytes, to: "ramp.wav")
    }

    private func file(_ path: String, limit: Int = Self.limit) throws -> StreamedFile {
        let origin = SoundOrigin.path(path)
        return try StreamedFile(origin, like: origin.open(in: .standard, limit: limit), limit: limit)
    }

    private func stream(_ path: String) throws -> SoundStream { SoundStream(try file(path), mayBlock: false) }

    @Test func soundOverTheLimitIsStreamed() throws {
        let path = try ramp(frames: 4_097)
        #expect(try !Sound(contentsOf: path, for: .standard, limit: Self.limit + 8).isStreamed)
        let sound = try Sound(contentsOf: path, for: .standard, limit: Self.limit)
        #expect(sound.isStreamed)
        expectEqual(sound.frameCount, 4_097)
        #expect(sound.withSamples { $0.isEmpty })
    }

    @Test func everyFrameIsPlayedInOrderUntilTheEnd() throws {
        let stream = try stream(ramp(frames: 20_000))
        let player = Player(stream)
        while player.step(frames: 700) { stream.fill() }
        expectEqual(player.heard, (0..<40_000).map { Int16(truncatingIfNeeded: $0) })
    }

    @Test func voiceWithALateReaderIsSilentAndResumesAtItsPosition() throws {
        let stream = try stream(ramp(frames: 20_000))
        let player = Player(stream)
        #expect(player.step(frames: 10))
        #expect(player.heard.isEmpty)
        stream.fill()
        for _ in 0..<10 { #expect(player.step(frames: 700)) }
        expectEqual(player.heard.count, 4_096 * 2)
        stream.fill()
        #expect(player.step(frames: 1))
        expectEqual(player.heard.suffix(2), [8_192, 8_193])
    }

    @Test func loopingVoicePlaysTheFirstFrameRightAfterTheLast() throws {
        let stream = try stream(ramp(frames: 5_000))
        let player = Player(stream)
        for _ in 0..<3 {
            stream.fill()
            while player.step(frames: 500) { stream.fill() }
            player.frame = 0
        }
        expectEqual(player.heard, (0..<3).flatMap { _ in (0..<10_000).map { Int16($0) } })
    }

    @Test func vanishedFileEndsItsVoiceAndIsReported() throws {
        let path = try ramp(frames: 5_000)
        let file = try file(path)
        let stream = SoundStream(file, mayBlock: false)
        try FileManager.default.removeItem(atPath: path)
        #expect(!stream.fill())
        let player = Player(stream)
        #expect(!player.step(frames: 1))
        #expect(player.hasFailed)
        expectEqual(file.failure, .missing(file: path))
    }

    /// An output that does not run in real time would overtake any other thread. So it reads the file itself.
    @Test func outputsThatMayBlockReceiveAllFramesOfAStreamedSound() throws {
        let time = VirtualTime()
        let outputs = [SimulatedOutput(pacedBy: time), SimulatedOutput(pacedBy: time)]
        let engine = try AudioEngine(outputs: outputs, on: time)
        let sound = try Sound(contentsOf: ramp(frames: 15_000), for: .standard, limit: Self.limit)
        let ends = Mutex<[VoiceEndReason]>([])
        #expect(engine.play(sound) { end in ends.withLock { $0.append(end) } } != nil)
        time.advance(by: .seconds(10))
        engine.close()
        for output in outputs { expectEqual(output.passages.map(\.samples), [(0..<30_000).map { Int16($0) }]) }
        expectEqual(ends.withLock { $0 }, [.finished])
        expectEqual(engine.statistics.underruns, 0)
    }

    @Test func twoHoursAreStreamedInTheMemoryOfASecond() throws {
        let hours = try Hours(2, rate: 8_000, in: folder)
        let sound = try Sound(contentsOf: hours.path, for: .standard, limit: 8 << 20)
        #expect(sound.isStreamed)
        expectEqual(sound.duration, .seconds(7_200))
        let file = try file(hours.path, limit: 8 << 20)
        expectEqual(file.framesAhead, 48_000)
        let stream = SoundStream(file, mayBlock: false)
        stream.fill()
        let player = Player(stream, keeps: false)
        // One minute of it. The whole sound would take 2.7 GB.
        for _ in 0..<600 {
            #expect(player.step(frames: 4_800))
            stream.fill()
        }
        expectEqual(player.frame, 60 * 48_000)
    }
}

/// A sound of several hours that takes no space on disk.
private struct Hours {
    let path: String

    init(_ hours: Int, rate: Int, in folder: TemporaryFolder) throws {
        var bytes = WAV(rate: rate, channels: 1).bytes
        let size = hours * 3_600 * rate * 2
        for (place, value) in [(4, size + 36), (40, size)] {
            for byte in 0..<4 { bytes[place + byte] = UInt8(value >> (byte * 8) & 255) }
        }
        path = try folder.write(bytes, to: "hours.wav")
        try #require(truncate(path, off_t(size + 44)) == 0)
    }
}

/// A player of a source, which works like a voice.
private final class Player {
    let source: SoundStream
    var frame = 0
    var heard: [Int16] = []
    private(set) var hasFailed = false
    private let keeps: Bool

    init(_ source: SoundStream, keeps: Bool = true) {
        self.source = source
        self.keeps = keeps
    }

    /// Plays a number of frames, with silence for late ones. Returns false at the end.
    func step(frames: Int) -> Bool {
        var remaining = frames
        while remaining > 0 {
            switch source.samples(from: frame) {
            case .end: return false
            case .failed:
                hasFailed = true
                return false
            case .late: return true
            case .ready(let samples):
                let count = min(samples.count / 2, remaining)
                if keeps { heard += int16s(UnsafeBufferPointer(rebasing: samples[..<(count * 2)])) }
                frame += count
                remaining -= count
            }
        }
        return true
    }
}
