import CarillonAudio
import Foundation
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Formats that only ffmpeg decodes, if it is installed.
@Suite struct FFmpegTests {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// Returns a tone, encoded by ffmpeg.
    static func encoded(seconds: Int = 3, _ arguments: String...) throws -> [UInt8] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-nostdin", "-loglevel", "quiet", "-f", "lavfi", "-i", "sine=duration=\(seconds)", "-ac", "2"] + arguments
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        return Array(output.fileHandleForReading.readDataToEndOfFile())
    }

    @Test(.enabled(if: isInstalled)) func streamOfAACIsPlayed() throws {
        let aac = try Self.encoded("-f", "adts", "pipe:1")
        try #require(aac.count > 1_000)
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/aac", "Content-Length: \(aac.count)")
            client.send(aac)
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded)
        #expect(120_000...170_000 ~= listener.frames && listener.loudest > 0.05)
    }

    @Test(.enabled(if: isInstalled)) func garbageInAnotherFormatIsReported() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/aac", "Content-Length: 40000")
            client.send([UInt8](repeating: 0x55, count: 40_000))
        }
        let failure = try Listener.failure(of: server.address())
        expectEqual(failure, .notDecodable(format: "AAC", reason: "ffmpeg has ended"))
    }

    /// Returns the descriptors of ffmpeg beside its standard streams, while it is fed by this process.
    private func inheritedDescriptors() -> [String]? {
        let files = FileManager.default
        for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(process) != nil {
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                stat.contains("(ffmpeg) "), stat.split(separator: " ").dropFirst(3).first == "\(getpid())",
                let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8),
                words.contains("pipe:0"), words.contains("96000")
            else { continue }
            let folder = "/proc/\(process)/fd"
            let numbers = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return numbers.filter { Int($0)! > 2 }.compactMap { number in
                try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
            }
        }
        return nil
    }

    @Test(.enabled(if: isInstalled)) func ffmpegInheritsNoSocket() throws {
        let aac = try Self.encoded("-f", "adts", "pipe:1")
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/aac")
            client.send(aac)
            client.waitForClient()
        }
        // A rate of its own tells this ffmpeg from those of other tests.
        let listener = try Listener(server.address(), in: AudioFormat(rate: 96_000, channels: 2))
        try #require(listener.listen { $0.frames > 10_000 })
        let inherited = try #require(inheritedDescriptors())
        #expect(!inherited.contains { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") })
    }

    /// Others would see the password among ffmpeg's arguments.
    @Test func streamOfHLSWithALoginIsRefused() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: application/vnd.apple.mpegurl")
            client.send("#EXTM3U\n#EXT-X-TARGETDURATION:3\npart.ts\n".utf8)
        }
        let failure = try Listener.failure(of: "http://me:secret@127.0.0.1:\(server.port)/live.m3u8")
        #expect(failure?.description.contains("HLS") == true && failure?.description.contains("secret") == false)
    }
}
