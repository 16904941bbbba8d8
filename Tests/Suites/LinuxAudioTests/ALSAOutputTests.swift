import AudioTestSupport
import CarillonRealTime
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxAudio

/// alsa-lib's own plug-ins replace a sound card: `null` accepts all samples, `file` writes its samples to a file.
@Suite struct ALSAOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func formatAskedForIsAgreedOn() throws {
        let pcm = try ALSAPCM("null", buffering: .standard, waker: Waker(for: "null"))
        #expect(pcm.format == .standard)
        #expect(pcm.period == 480)
        #expect(pcm.buffer == 960)
        #expect(pcm.summary == "null (48000 Hz, 2 channels, S16_LE, period 480 frames, buffer 960 frames)")
    }

    @Test func periodOfSixtyFourFramesCanBeAskedFor() throws {
        let buffering = AudioBuffering(period: .microseconds(1_334), buffer: .milliseconds(4))
        let pcm = try ALSAPCM("null", buffering: buffering, waker: Waker(for: "null"))
        #expect(pcm.period == 64)
    }

    @Test func deviceIsOpenedAgainForTheFormatThatItHad() throws {
        let mono = AudioFormat(rate: 44_100, channels: 1)
        #expect(try ALSAPCM("null", buffering: .standard, as: mono, waker: Waker(for: "null")).format == mono)
    }

    @Test func largerBufferCanBeAskedFor() throws {
        let buffering = AudioBuffering(period: .milliseconds(10), buffer: .milliseconds(100))
        let pcm = try ALSAPCM("null", buffering: buffering, waker: Waker(for: "null"))
        #expect(pcm.period == 480)
        #expect(pcm.buffer == 4_800)
    }

    @Test func deviceGetsTheSoundSampleForSample() throws {
        let alert = try Sound(contentsOf: repositoryFile("Sounds/alert.wav"), for: .standard)
        let heard = try heardByDevice(playing: alert)
        let prefilled = 960 * 2
        #expect(heard.prefix(prefilled).allSatisfy { $0 == 0 })
        #expect(Array(heard.dropFirst(prefilled).prefix(67_200)) == alert.int16s)
        #expect(heard.dropFirst(prefilled + 67_200).allSatisfy { $0 == 0 })
    }

    @Test func soundShorterThanAPeriodIsNotSwallowed() throws {
        let heard = try heardByDevice(playing: .ramp(frames: 3))
        #expect(heard.dropFirst(960 * 2).prefix(6) == [1, 2, 3, 4, 5, 6])
    }

    /// Returns the samples that the `file` plug-in received. Runs without a thread: the stream runs as fast as
    /// possible.
    private func heardByDevice(playing sound: Sound) throws -> [Int16] {
        let raw = folder.file("heard.raw")
        try withExtendedLifetime(
            ALSAPCM("file:FILE=\(raw),FORMAT=raw", buffering: .standard, waker: Waker(for: "file"))
        ) { pcm in
            let output = HandTurnedOutput(latency: pcm.buffer)
            let engine = try AudioEngine(output: output, on: VirtualTime())
            let renderer = try #require(output.renderer)
            let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * pcm.period * pcm.format.channels)
            defer { memory.deallocate() }
            var stream = PCMStream(pcm, memory: memory, resumption: 240)
            stream.start()
            #expect(engine.play(sound) != nil)
            while engine.isSounding {
                let step = stream.step(isUrgent: false) { buffer in
                    renderer.takeCommands()
                    renderer.render(into: buffer)
                }
                guard step == .unpaced || step == .supplied else { throw AudioOutputError.invalidName("\(step)") }
            }
            #expect(stream.xruns == 0)
        }
        return int16s(try readBytes(raw)[...])
    }

    @Test func outputsThreadPlaysToTheEnd() async throws {
        let raw = folder.file("thread.raw")
        let queue = try RealTimeQueue(name: "drain", priority: 0)
        defer { queue.stop() }
        let engine = try AudioEngine(output: try ALSAOutput("file:FILE=\(raw),FORMAT=raw"), on: queue)
        engine.play(.ramp(frames: 300))
        await withCheckedContinuation { drained in engine.drain(on: queue) { drained.resume() } }
        engine.close()
        #expect(engine.statistics == AudioStatistics())
        #expect(int16s(try readBytes(raw)[...]).filter { $0 != 0 } == Sound.ramp(frames: 300).int16s)
    }

    @Test func closingEndsAllSounds() throws {
        let engine = try AudioEngine(output: try ALSAOutput("null"), on: VirtualTime())
        engine.play(Sound(Array(repeating: 7, count: 48_000 * 2 * 60)))
        engine.close()
        #expect(!engine.isSounding)
        #expect(engine.play(.ramp(frames: 1)) == nil)
    }

    @Test func outputThatNeverStartedCanBeLetGo() throws {
        var output: ALSAOutput? = try ALSAOutput("null")
        let observer = Weak(output: output)
        #expect(observer.output != nil)
        output = nil
        #expect(observer.output == nil)
    }

    @Test func missingDeviceIsAnErrorWithARemedy() throws {
        let time = VirtualTime()
        let error = expectError(AudioOutputError.self) { try AudioDevice("no-such-device").open(pacedBy: time) }
        let description = try #require(error).description
        #expect(description.contains("\"no-such-device\""))
        #expect(description.contains("file:PATH.wav"))
    }
}

private struct Weak {
    weak var output: ALSAOutput?
}

@Suite struct AudioDeviceTests {
    @Test func namesSayWhichOutput() throws {
        #expect(try AudioDevice("none") == .silent)
        #expect(try AudioDevice("file:a/b.wav") == .file("a/b.wav"))
        #expect(try AudioDevice("plughw:CARD=Headphones,DEV=0") == .alsa("plughw:CARD=Headphones,DEV=0"))
    }

    @Test(arguments: ["none", "file:a.wav", "hw:0,0"]) func theirDescriptionIsTheirName(name: String) throws {
        #expect(try AudioDevice(name).description == name)
    }

    @Test(arguments: ["", "file:"]) func nameThatNamesNothingIsAnError(name: String) {
        #expect(throws: AudioOutputError.invalidName(name)) { try AudioDevice(name) }
    }

    @Test func silenceTakesItsTime() throws {
        let time = VirtualTime()
        let engine = try AudioEngine(device: .silent, pacedBy: time)
        engine.play(Sound(Array(repeating: 1, count: 96_000)))
        time.advance(by: .milliseconds(999))
        #expect(engine.isSounding)
        time.advance(by: .milliseconds(1))
        #expect(!engine.isSounding)
    }
}

@Suite struct AudioFormatTests {
    @Test(arguments: [8_000, 44_100, 48_000, 192_000]) func whenItsTimeHasPassedSoHasTheFrame(rate: Int) {
        let format = AudioFormat(rate: rate, channels: 2)
        for frame in [0, 1, 2, 3, 441, 44_099, 1_000_001, 36_000 * rate + 1] {
            #expect(format.frames(in: format.duration(ofFrames: frame)) == frame)
        }
    }

    @Test func formatWithoutFramesOrChannelsHasOne() {
        #expect(AudioFormat(rate: 0, channels: -1) == AudioFormat(rate: 1, channels: 1))
        #expect(AudioFormat.standard.frames(in: .seconds(-1)) == 0)
    }
}
