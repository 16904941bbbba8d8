import Foundation
import StreamTestSupport
import Testing

@testable import NetworkAudio

/// Formats that only ffmpeg decodes, if it is installed.
@Suite struct FFmpegTests {
    private static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// Returns three seconds of a tone, encoded by ffmpeg.
    private func encoded(_ arguments: String...) throws -> [UInt8] {
        let (process, output) = (Process(), Foundation.Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-nostdin", "-loglevel", "quiet", "-f", "lavfi", "-i", "sine=duration=3", "-ac", "2"] + arguments
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        return Array(output.fileHandleForReading.readDataToEndOfFile())
    }

    @Test(.enabled(if: isInstalled)) func streamOfAACIsPlayed() throws {
        let aac = try encoded("-f", "adts", "pipe:1")
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

    @Test(.enabled(if: isInstalled)) func streamOfHLSIsPlayed() throws {
        let part = try encoded("-f", "mpegts", "pipe:1")
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /live") {
                client.sendHead("Content-Type: application/vnd.apple.mpegurl")
                let list = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\npart.ts\n#EXT-X-ENDLIST\n"
                client.send(list.utf8)
            } else {
                client.sendHead("Content-Type: video/mp2t", "Content-Length: \(part.count)")
                client.send(part)
            }
        }
        #expect(try Listener(server.address("live.m3u8")).listen { $0.frames > 96_000 })
    }

    @Test(.enabled(if: isInstalled)) func garbageInAnotherFormatIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/aac", "Content-Length: 40000")
            client.send([UInt8](repeating: 0x55, count: 40_000))
        }
        let failure = try Listener.failure(of: server.address())
        #expect(failure == .notDecodable(format: "AAC", reason: "ffmpeg has ended"))
    }

    /// Others would see the password among ffmpeg's arguments.
    @Test func streamOfHLSWithALoginIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: application/vnd.apple.mpegurl")
            client.send("#EXTM3U\n#EXT-X-TARGETDURATION:3\npart.ts\n".utf8)
        }
        let failure = try Listener.failure(of: "http://me:secret@127.0.0.1:\(server.port)/live.m3u8")
        #expect(failure?.description.contains("HLS") == true && failure?.description.contains("secret") == false)
    }
}
