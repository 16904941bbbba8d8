import AudioTestSupport
import CarillonRealTime
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Files that only ffmpeg decodes.
@Suite struct FFmpegFileTests {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Encodes two seconds of a tone that rises.
    private func encode(_ options: String, to name: String) throws -> String {
        let samples = (0..<2 * 96_000).map { index -> Int16 in
            let time = Double(index / 2) / 48_000
            return Int16(8_000 * sin(time * (400 + 100 * time) * 2 * .pi))
        }
        let source = try folder.write(WAV(samples: samples).bytes, to: "source.wav")
        let words =
            ["-v", "quiet", "-i", source] + options.split(separator: " ").map(String.init) + [folder.file(name)]
        expectEqual(try ChildProcess("ffmpeg", words).wait(), .exited(status: 0))
        return folder.file(name)
    }

    private func samples(_ path: String, at frame: Int = 0) throws -> [Float] {
        let track = try TrackFiles().open(path, in: .standard, at: frame, near: nil)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4_096)
        defer { buffer.deallocate() }
        var samples: [Float] = []
        while case let count = try track.read(into: buffer), count > 0 { samples += buffer.prefix(2 * count) }
        return samples
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            ("-c:a alac", "a.m4a", 0), ("-c:a aac", "b.m4a", 2_048), ("-c:a aac -f adts", "c.aac", 4_096),
            ("-c:a wmav2", "d.wma", 8_192),
        ])
    func fileIsPlayedAndSought(options: String, name: String, surplus: Int) throws {
        let path = try encode(options, to: name)
        let whole = try samples(path)
        #expect(abs(whole.count / 2 - 96_000) <= surplus, "\(whole.count / 2)")
        let (part, frame) = (try samples(path, at: 48_000), 48_000)
        let difference = zip(part, whole[(2 * frame)...]).prefix(20_000).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(name.hasSuffix("wma") || difference < 0.02, "\(difference)")
        // A declared length ends a sound in memory.
        let sounds = try [
            Sound(contentsOf: path, for: .standard), Sound(bytes: readBytes(path), name: name, for: .standard),
        ]
        #expect(sounds.allSatisfy { $0.frameCount == whole.count / 2 || $0.frameCount == 96_000 })
        let length = try TrackFiles().open(path, in: .standard, at: 0, near: nil).claimedFrameCount
        #expect(name.hasSuffix("m4a") ? abs((length ?? 0) - 96_000) < 2_048 : length == nil)
    }

    /// The shortest times have an exponent in Swift, which ffmpeg does not read.
    @Test(.enabled(if: isInstalled), arguments: [1, 4, 5]) func seekFindsTheFirstFrames(frame: Int) throws {
        let path = try encode("-c:a alac", to: "a.m4a")
        let (whole, part) = (try samples(path), try samples(path, at: frame))
        expectEqual(part.count, whole.count - 2 * frame)
    }

    @Test(.enabled(if: isInstalled)) func damagedFileIsReportedWithItsFormat() throws {
        let bytes = joined(
            [0, 0, 0, 24], ascii("ftypM4A "), [0, 0, 0, 0], ascii("M4A mp42isom"), [0, 0, 0, 8], ascii("free"))
        let path = try folder.write(bytes, to: "chapter.m4a")
        let error = expectError(SoundError.self) { try Sound(contentsOf: path, for: .standard) }
        expectEqual(error, .notASound(file: path, reason: "M4A: ffmpeg has failed"))
        #expect(throws: SoundError.self) { try samples(path) }
    }

    @Test(.knowsItsProcesses) func missingFFmpegIsReportedWithTheFormatAndItsPackage() throws {
        let file = try SoundFile(bytes: [0], name: "a.m4a")
        let error = expectError(SoundError.self) {
            try FFmpegFile(file, "M4A", in: .standard, program: "/nonexistent/ffmpeg")
        }
        expectEqual(
            error?.description, "cannot read sound file \"a.m4a\": M4A needs ffmpeg; install the package ffmpeg")
    }

    @Test func processThatFailsWithinAFileIsReported() throws {
        let script = try folder.write("#!/bin/sh\nhead -c 800 /dev/zero\nexit 3\n", to: "script")
        try ChildProcess("install", ["-m", "700", script, folder.file("ffmpeg")]).wait()
        let file = try SoundFile(bytes: [0], name: "a.m4a")
        let decoder = try FFmpegFile(file, "M4A", in: .standard, program: folder.file("ffmpeg"))
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1_000)
        defer { buffer.deallocate() }
        expectEqual(try decoder.read(into: buffer), 100)
        #expect(throws: SoundError.notASound(file: "a.m4a", reason: "M4A: ffmpeg has failed")) {
            try decoder.read(into: buffer)
        }
    }
}
