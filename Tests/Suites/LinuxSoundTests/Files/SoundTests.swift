import AudioTestSupport
import CHardware
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

@Suite struct SoundTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func sixteenBitSamplesAreLoadedUnchanged() throws {
        let all = (Int16.min...Int16.max).map { $0 }
        let path = try folder.write(WAV(channels: 2, samples: all).bytes, to: "all.wav")
        let sound = try Sound(contentsOf: path, for: .standard)
        expectEqual(sound.frameCount, 32_768)
        expectEqual(sound.int16s, all)
    }

    /// Samples of a number of channels, for another number of channels.
    struct Conversion: Sendable {
        let samples: [Int16]
        let channels: Int
        let output: Int

        init(_ samples: [Int16], of channels: Int, for output: Int) {
            (self.samples, self.channels, self.output) = (samples, channels, output)
        }
    }

    static let conversions: [Row<Conversion, [Int16]>] = [
        Row(
            "mono is copied to each channel", Conversion([1, -2, 32_767], of: 1, for: 2),
            [1, 1, -2, -2, 32_767, 32_767]),
        Row("stereo becomes mono by its mean", Conversion([100, 300, -8, 8], of: 2, for: 1), [200, 0]),
        Row("other channels keep their places", Conversion([1, 2, 3, 4, 5, 6], of: 3, for: 2), [1, 2, 4, 5]),
        Row(
            "missing channels are silent", Conversion([1, 2, 3, 4, 5, 6], of: 3, for: 4), [1, 2, 3, 0, 4, 5, 6, 0]),
    ]

    @Test(arguments: conversions) func channelsAreConverted(row: Row<Conversion, [Int16]>) throws {
        let file = WAV(channels: row.given.channels, samples: row.given.samples)
        let path = try folder.write(file.bytes, to: "sound.wav")
        let format = AudioFormat(rate: 48_000, channels: row.given.output)
        try expectEqual(Sound(contentsOf: path, for: format).int16s, row.expected, sourceLocation: row.place)
    }

    @Test func soundKeepsItsDurationAtAnotherRate() throws {
        let path = try folder.write(WAV(rate: 8_000, samples: Array(repeating: 9, count: 1_600)).bytes, to: "slow.wav")
        let sound = try Sound(contentsOf: path, for: .standard)
        expectEqual(sound.duration, .milliseconds(100))
        expectEqual(sound.format, .standard)
    }

    @Test func samplesThatAreNotANumberAreSilent() {
        let sound = Sound(name: "", format: .standard, samples: [.nan, .infinity, -.infinity, 0.5, 1])
        expectEqual(sound.int16s, [0, 0, 0, 16_384])
    }

    /// Resampling adds samples. The sum of the largest numbers would be infinite.
    @Test func hugeSamplesStayFiniteWhenTheyAreResampled() throws {
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

    @Test func alertIsLoadedSampleForSampleFromFileAndMemory() throws {
        let path = repositoryFile("Sounds/alert.wav")
        let expected = try WAV(reading: path).samples.flatMap { [$0, $0] }
        let file = try Sound(contentsOf: path, for: .standard)
        expectEqual(file.duration, .milliseconds(700))
        expectEqual(file.int16s, expected)
        let memory = try Sound(bytes: readBytes(path), name: "alert", for: .standard)
        expectEqual(memory.name, "alert")
        expectEqual(memory.int16s, expected)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func scriptOfTheAlertReproducesItBitForBit() throws {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [repositoryFile("Sounds/make-alert.py"), folder.file("alert.wav")]
        try python.run()
        python.waitUntilExit()
        let (made, kept) = (folder.file("alert.wav"), repositoryFile("Sounds/alert.wav"))
        #expect(try readBytes(made) == readBytes(kept))
    }
}
