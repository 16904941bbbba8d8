import AudioTestSupport
import CarillonRealTime
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// alsa-lib's own plug-ins replace a sound card: `null` accepts all samples, `file` writes its samples to a file.
@Suite struct ALSAOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Request: Sendable {
        var buffering = AudioBuffering.standard
        /// The format of a device that is opened again.
        var format: AudioFormat?
    }

    /// The device's summary, or a part of it.
    static let requests: [Row<Request, String>] = [
        Row(
            "standard format is agreed on", Request(),
            "null (48000 Hz, 2 channels, S16_LE, period 480 frames, buffer 960 frames)"),
        Row(
            "period of 64 frames can be requested",
            Request(buffering: AudioBuffering(period: .microseconds(1_334), buffer: .milliseconds(4))),
            "48000 Hz, 2 channels, S16_LE, period 64 frames"),
        Row(
            "larger buffer can be requested",
            Request(buffering: AudioBuffering(period: .milliseconds(10), buffer: .milliseconds(100))),
            "period 480 frames, buffer 4800 frames"),
        Row(
            "device is opened again for its former format", Request(format: AudioFormat(rate: 44_100, channels: 1)),
            "44100 Hz"),
    ]

    @Test(arguments: requests) func requestedFormatIsAgreedOn(row: Row<Request, String>) throws {
        let (buffering, format) = (row.given.buffering, row.given.format)
        let pcm = try ALSAPCM("null", buffering: buffering, as: format, waker: Waker(for: "null"))
        expectEqual(pcm.format, format ?? .standard, sourceLocation: row.place)
        #expect(pcm.summary.contains(row.expected), sourceLocation: row.place)
        #expect(pcm.summary.contains("period \(pcm.period) frames, buffer \(pcm.buffer) frames"))
    }

    @Test func deviceReceivesEachSoundSampleForSampleAfterSilence() throws {
        let alert = try Sound(contentsOf: repositoryFile("Sounds/alert.wav"), for: .standard)
        // The second one is shorter than a period.
        for sound in [alert, .ramp(frames: 3)] {
            let (heard, expected, prefilled) = (try heardByDevice(playing: sound), sound.int16s, 960 * 2)
            #expect(heard.prefix(prefilled).allSatisfy { $0 == 0 })
            expectEqual(Array(heard.dropFirst(prefilled).prefix(expected.count)), expected)
            #expect(heard.dropFirst(prefilled + expected.count).allSatisfy { $0 == 0 })
        }
    }

    /// Returns the samples that the `file` plug-in received. Runs without a thread: the stream runs as fast as
    /// possible.
    private func heardByDevice(playing sound: Sound) throws -> [Int16] {
        let raw = folder.file("\(sound.frameCount).raw")
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
            expectEqual(stream.xruns, 0)
        }
        return int16s(try readBytes(raw)[...])
    }

    @Test func threadOfAnOutputPlaysASoundToItsEnd() async throws {
        let raw = folder.file("thread.raw")
        let queue = try RealTimeQueue(name: "drain", priority: 0)
        defer { queue.stop() }
        let engine = try AudioEngine(output: try ALSAOutput("file:FILE=\(raw),FORMAT=raw"), on: queue)
        engine.play(.ramp(frames: 300))
        await withCheckedContinuation { drained in engine.drain(on: queue) { drained.resume() } }
        engine.close()
        expectEqual(engine.statistics, AudioStatistics())
        expectEqual(int16s(try readBytes(raw)[...]).filter { $0 != 0 }, Sound.ramp(frames: 300).int16s)
    }

    @Test func closingEndsAllSounds() throws {
        let engine = try AudioEngine(output: try ALSAOutput("null"), on: VirtualTime())
        engine.play(Sound(Array(repeating: 7, count: 48_000 * 2 * 60)))
        engine.close()
        #expect(!engine.isSounding)
        #expect(engine.play(.ramp(frames: 1)) == nil)
    }

    @Test func outputThatNeverStartedIsReleased() throws {
        var output: ALSAOutput? = try ALSAOutput("null")
        let observer = Weak(output: output)
        #expect(observer.output != nil)
        output = nil
        #expect(observer.output == nil)
    }

    @Test func missingDeviceIsReportedWithARemedy() throws {
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
    static let devices: [(name: String, device: AudioDevice)] = [
        ("none", .silent), ("file:a/b.wav", .file("a/b.wav")),
        ("plughw:CARD=Headphones,DEV=0", .alsa("plughw:CARD=Headphones,DEV=0")),
    ]

    @Test(arguments: devices) func deviceIsReadFromItsNameAndDescribedByIt(name: String, device: AudioDevice) throws {
        try expectEqual(AudioDevice(name), device)
        expectEqual(device.description, name)
    }

    @Test(arguments: ["", "file:"]) func invalidDeviceNameIsRefused(name: String) {
        #expect(throws: AudioOutputError.invalidName(name)) { try AudioDevice(name) }
    }

    @Test func silentDevicePlaysForTheDurationOfTheSound() throws {
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
    @Test(arguments: [8_000, 44_100, 48_000, 192_000]) func durationOfFramesConvertsBackToTheSameFrames(rate: Int) {
        let format = AudioFormat(rate: rate, channels: 2)
        for frame in [0, 1, 2, 3, 441, 44_099, 1_000_001, 36_000 * rate + 1] {
            expectEqual(format.frames(in: format.duration(ofFrames: frame)), frame)
        }
    }

    @Test func formatHasAtLeastOneFramePerSecondAndOneChannel() {
        expectEqual(AudioFormat(rate: 0, channels: -1), AudioFormat(rate: 1, channels: 1))
        expectEqual(AudioFormat.standard.frames(in: .seconds(-1)), 0)
    }
}
