import AudioTestSupport
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonAudio

/// Sound that is heard while it is being made.
@Suite struct SpokenSamplesTests {
    private let time = VirtualTime()
    private let output = HandTurnedOutput(format: AudioFormat(rate: 1000, channels: 1))
    private let ends = Locked<[VoiceEndReason]>([])

    private func write(_ values: [Float], to samples: SpokenSamples) {
        samples.write { room in
            for (index, value) in values.enumerated() { room[index] = value }
            return values.count
        }
    }

    private func play(_ samples: SpokenSamples, on engine: AudioEngine) -> Voice? {
        let sound = Sound(name: "test", format: samples.format, frameCount: 0, stream: samples)
        return engine.play(sound, Playback(bus: .speech)) { [ends] end in ends.withLock { $0.append(end) } }
    }

    @Test func voiceIsSilentUntilTheFirstSample() throws {
        let engine = try AudioEngine(output: output, on: time)
        let samples = SpokenSamples(format: output.format)
        _ = play(samples, on: engine)
        expectEqual(output.turn(frames: 100), [Int16](repeating: 0, count: 100))
        write([0.5, 0.5], to: samples)
        expectEqual(output.turn(frames: 4), [16384, 16384, 0, 0])
        write([0.25], to: samples)
        samples.complete()
        _ = output.turn(frames: 10)
        time.advance(by: .zero)
        expectEqual(ends.withLock { $0 }, [.finished])
    }

    @Test func failureFollowsTheWrittenSamples() throws {
        let engine = try AudioEngine(output: output, on: time)
        let samples = SpokenSamples(format: output.format)
        _ = play(samples, on: engine)
        write([0.5], to: samples)
        samples.fail(.tooSlow(program: "test"))
        expectEqual(output.turn(frames: 2), [16384, 0])
        time.advance(by: .zero)
        expectEqual(ends.withLock { $0 }, [.failed])
        expectEqual(samples.reason, .tooSlow(program: "test"))
        #expect(samples.sound(named: "test") == nil)
    }

    @Test func musicIsTurnedDownBeforeTheFirstWord() throws {
        let engine = try AudioEngine(output: output, on: time)
        engine.play(
            Sound(name: "music", format: output.format, samples: [Float](repeating: 0.5, count: 1000)), .music)
        #expect(output.turn(frames: 10).allSatisfy { $0 == 16384 })
        _ = play(SpokenSamples(format: output.format), on: engine)
        // -15 dB after 30 ms.
        let level = try #require(output.turn(frames: 100).last)
        #expect(abs(Int(level) - 2913) <= 1)
    }

    @Test func completeSpeechIsCopied() {
        let samples = SpokenSamples(format: output.format)
        write([0.5, -0.5], to: samples)
        #expect(samples.sound(named: "test") == nil)
        samples.complete()
        expectEqual(samples.sound(named: "test")?.withSamples { Array($0) }, [0.5, -0.5])
        expectEqual(samples.length, 2)
    }

    @Test func cancellationReachesWorkThatBeginsLater() {
        let (samples, stops) = (SpokenSamples(format: output.format), Locked(0))
        samples.cancel()
        samples.whenCancelled { stops.withLock { $0 += 1 } }
        expectEqual(stops.withLock { $0 }, 1)
        samples.cancel()
        #expect(stops.withLock { $0 } == 1 && samples.isCancelled)
    }
}
