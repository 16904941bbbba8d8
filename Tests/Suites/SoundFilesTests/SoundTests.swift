import AudioTestSupport
import CSndfile
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import SoundFiles

@Suite struct SoundTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func sixteenBitsComeOutAsTheyWentIn() throws {
        let all = (Int16.min...Int16.max).map { $0 }
        let path = try folder.write(WAV(channels: 2, samples: all).bytes, to: "all.wav")
        let sound = try Sound(contentsOf: path, for: .standard)
        #expect(sound.frameCount == 32_768)
        #expect(sound.int16s == all)
    }

    @Test func monoIsCopiedToEveryChannel() throws {
        let path = try folder.write(WAV(channels: 1, samples: [1, -2, 32_767]).bytes, to: "mono.wav")
        #expect(try Sound(contentsOf: path, for: .standard).int16s == [1, 1, -2, -2, 32_767, 32_767])
    }

    @Test func stereoBecomesMonoByItsMean() throws {
        let path = try folder.write(WAV(channels: 2, samples: [100, 300, -8, 8]).bytes, to: "stereo.wav")
        let mono = AudioFormat(rate: 48_000, channels: 1)
        #expect(try Sound(contentsOf: path, for: mono).int16s == [200, 0])
    }

    @Test func otherwiseChannelsKeepTheirPlaces() throws {
        let path = try folder.write(WAV(channels: 3, samples: [1, 2, 3, 4, 5, 6]).bytes, to: "three.wav")
        #expect(try Sound(contentsOf: path, for: .standard).int16s == [1, 2, 4, 5])
        let four = AudioFormat(rate: 48_000, channels: 4)
        #expect(try Sound(contentsOf: path, for: four).int16s == [1, 2, 3, 0, 4, 5, 6, 0])
    }

    @Test func soundInMemoryEqualsTheFile() throws {
        let path = repositoryFile("Sounds/alert.wav")
        let file = try Sound(contentsOf: path, for: .standard)
        let memory = try Sound(bytes: readBytes(path), name: "alert", for: .standard)
        #expect(memory.name == "alert")
        #expect(memory.int16s == file.int16s)
    }

    @Test func soundLastsAsLongAtAnotherRate() throws {
        let path = try folder.write(WAV(rate: 8_000, samples: Array(repeating: 9, count: 1_600)).bytes, to: "slow.wav")
        let sound = try Sound(contentsOf: path, for: .standard)
        #expect(sound.duration == .milliseconds(100))
        #expect(sound.format == .standard)
    }

    @Test func samplesThatAreNotANumberAreSilent() {
        let sound = Sound(name: "", format: .standard, samples: [.nan, .infinity, -.infinity, 0.5, 1])
        #expect(sound.int16s == [0, 0, 0, 16_384])
    }

    /// Resampling adds samples. The sum of the largest numbers would be infinite.
    @Test func numbersBeyondAllSoundsStayNumbersWhenResampled() throws {
        let path = folder.file("loud.wav")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (44_100, 1, Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        let samples: [Float] = (0..<4_410).map { $0.isMultiple(of: 2) ? 3e38 : -3e38 }
        sf_writef_float(file, samples, 4_410)
        sf_close(file)
        let sound = try Sound(contentsOf: path, for: .standard)
        #expect(sound.withSamples { $0.allSatisfy { abs($0) < 10_000 } })
    }

    @Test func alertIsLoadedSampleForSample() throws {
        let path = repositoryFile("Sounds/alert.wav")
        let file = try WAV(reading: path)
        let sound = try Sound(contentsOf: path, for: .standard)
        #expect(sound.duration == .milliseconds(700))
        #expect(sound.int16s == file.samples.flatMap { [$0, $0] })
    }
}

@Suite struct AlertTests {
    @Test func neitherEndClicksAndThePeakLeavesThreeDecibels() throws {
        let samples = try WAV(reading: repositoryFile("Sounds/alert.wav")).samples
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.prefix(24).allSatisfy { abs(Int($0)) < 1_000 })
        #expect(samples.suffix(48).allSatisfy { abs(Int($0)) < 100 })
        let peak = samples.map { abs(Int($0)) }.max() ?? 0
        #expect((10_000..<23_197).contains(peak))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func recipeMakesTheFileBitForBit() throws {
        let folder = try TemporaryFolder()
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [repositoryFile("Sounds/make-alert.py"), folder.file("alert.wav")]
        try python.run()
        python.waitUntilExit()
        let (made, kept) = (folder.file("alert.wav"), repositoryFile("Sounds/alert.wav"))
        #expect(try readBytes(made) == readBytes(kept))
    }
}
