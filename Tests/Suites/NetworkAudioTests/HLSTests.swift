import CarillonAudio
import CarillonScheduling
import Foundation
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Live and finite HLS streams, which ffmpeg decodes if it is installed.
@Suite(.enabled(if: FFmpegTests.isInstalled)) struct HLSTests {
    /// A second of a tone as a part of a stream, the `number`th of its parts.
    private static func part(_ number: Int) throws -> [UInt8] {
        try FFmpegTests.encoded(
            seconds: 1, "-output_ts_offset", "\(number)", "-f", "mpegts", "-muxdelay", "0", "pipe:1")
    }

    private static let parts = Result { try (0..<12).map(part) }

    private static func send(_ list: String, station: String = "", to client: ServedStream) {
        let fields = ["Content-Type: application/vnd.apple.mpegurl", "Content-Length: \(list.utf8.count)"]
        client.sendHead(fields[0], fields[1], "icy-name: \(station)")
        client.send(list.utf8)
    }

    private static func send(_ part: [UInt8], to client: ServedStream) {
        client.sendHead("Content-Type: video/mp2t", "Content-Length: \(part.count)")
        client.send(part)
    }

    private static func list(_ numbers: Range<Int>, ends: Bool) -> String {
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
            + numbers.map { "#EXTINF:1.0,\n\($0).ts\n" }.joined() + (ends ? "#EXT-X-ENDLIST\n" : "")
    }

    /// The number of the part that a request names.
    private static func number(_ request: String) -> Int {
        Int(request.split(separator: "/").dropFirst().first?.prefix { $0 != "." } ?? "") ?? 0
    }

    @Test func finiteStreamNamesItsStationAndEndsNormally() throws {
        let parts = try Self.parts.get()
        let server = StreamServer { client in
            let request = client.request()
            let list = Self.list(0..<3, ends: true)
            if request.hasPrefix("GET /list") { return Self.send(list, station: "Radio One", to: client) }
            Self.send(parts[Self.number(request)], to: client)
        }
        let listener = try Listener(server.address("list.m3u8"))
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && listener.interruptions.isEmpty)
        #expect(130_000...160_000 ~= listener.frames)
        expectEqual(listener.tags.title, "Radio One")
    }

    @Test func finiteStreamOfVariantsEndsNormally() throws {
        let parts = try Self.parts.get()
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /main") {
                return Self.send("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\nlist.m3u8\n", to: client)
            }
            if request.hasPrefix("GET /list") { return Self.send(Self.list(0..<2, ends: true), to: client) }
            Self.send(parts[Self.number(request)], to: client)
        }
        let listener = try Listener(server.address("main.m3u8"))
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && listener.interruptions.isEmpty)
        #expect(85_000...110_000 ~= listener.frames)
    }

    /// The list moves by a part with each request for it; the server answers 503 for some requests.
    @Test func liveStreamIsTriedAgainWhenItsServerRefuses() throws {
        let parts = try Self.parts.get()
        let lists = Locked(0)
        let server = StreamServer { client in
            let request = client.request()
            guard request.hasPrefix("GET /list") else { return Self.send(parts[Self.number(request)], to: client) }
            let number = lists.withLock { count in
                count += 1
                return count
            }
            if 4...7 ~= number { return client.sendHead(status: "HTTP/1.0 503 Busy") }
            Self.send(Self.list(min(number, 9)..<(min(number, 9) + 3), ends: false), to: client)
        }
        let listener = try Listener(server.address("list.m3u8"))
        #expect(listener.listen { $0.frames > 5 * 48_000 && !$0.interruptions.isEmpty })
        #expect(listener.failure == nil && listener.interruptions.first == "the server refuses with status 503")
    }

    @Test func missingPartsAreReported() throws {
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /list") { return Self.send(Self.list(0..<3, ends: true), to: client) }
            client.sendHead(status: "HTTP/1.0 404 Not Found")
        }
        expectEqual(try Listener.failure(of: server.address("list.m3u8")), .refused(status: 404))
    }

    @Test func interruptedFiniteStreamContinuesAtItsPosition() throws {
        let parts = try Self.parts.get()
        // ffmpeg leaves out the parts that it does not get.
        let wasCut = Locked(false)
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /list") { return Self.send(Self.list(0..<4, ends: true), to: client) }
            let number = Self.number(request)
            if number >= 2, !wasCut.withLock({ $0 }) {
                if number == 3 { wasCut.withLock { $0 = true } }
                return client.sendHead(status: "HTTP/1.0 503 Busy")
            }
            Self.send(parts[number], to: client)
        }
        let listener = try Listener(server.address("list.m3u8"))
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded)
        #expect(180_000...205_000 ~= listener.frames)
    }
}
