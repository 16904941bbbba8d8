import CarillonAudio
import Glibc
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Servers that fail, lie or attack. Documentation/Streams.md lists the cases.
@Suite struct FaultyServerTests {
    private static let mp3 = StreamTests.mp3

    @Test func stalledStreamWaitsAndResumes() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3.prefix(16_000))
            client.wait(milliseconds: 300)
            client.send(Self.mp3.dropFirst(16_000))
            client.waitForClient()
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 120_000 })
        #expect(listener.interruptions.isEmpty && server.connections == 1)
    }

    /// The player does not notice, because the pause is 0, and what has come is heard meanwhile.
    @Test func interruptedStreamIsReconnectedAtOnce() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3)
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 8 * 48_000 })
        #expect(server.connections >= 3 && listener.interruptions.isEmpty)
    }

    @Test func interruptedFileContinuesAtItsPosition() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg", "Content-Length: \(Self.mp3.count)")
            client.send(client.number == 0 ? Self.mp3.prefix(24_000) : Self.mp3[...])
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && server.connections == 2)
        #expect(3 * 48_000 - 6_000...3 * 48_000 + 9_000 ~= listener.frames)
    }

    @Test func overloadedServerIsTriedAgainAndReportedOnce() throws {
        let server = StreamServer { client in
            client.request()
            guard client.number >= 4 else { return client.sendHead(status: "HTTP/1.0 503 Busy") }
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3)
            client.waitForClient()
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 48_000 })
        expectEqual(listener.interruptions, ["the server refuses with status 503"])
    }

    @Test func absentServerIsTriedAgain() throws {
        // A port that was free a moment ago
        let port = StreamServer { _ in }.port
        let listener = try Listener("http://127.0.0.1:\(port)/")
        #expect(listener.listen { !$0.interruptions.isEmpty })
        expectEqual(listener.failure, nil)
    }

    typealias Answer = @Sendable (ServedStream) -> Void

    /// Returns an answer that consists of a head without a content.
    private static func head(_ status: String, _ fields: String...) -> Answer {
        { client in
            client.request()
            client.send(([status] + fields + ["", ""]).joined(separator: "\r\n").utf8)
        }
    }

    /// Returns an answer of a media type.
    private static func content(_ type: String, _ text: String) -> Answer {
        { client in
            client.request()
            client.sendHead("Content-Type: \(type)")
            client.send(text.utf8)
        }
    }

    /// Returns an endless answer of a media type.
    private static func endless(
        _ type: String, _ fields: String..., start: [UInt8] = [], next: @escaping @Sendable (Int) -> [UInt8]
    ) -> Answer {
        { client in
            client.request()
            client.send(
                (["HTTP/1.0 200 OK", "Content-Type: \(type)"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
            client.send(start)
            var number = 0
            while client.send(next(number)) { number += 1 }
        }
    }

    private static let garbage: [UInt8] = {
        var state: UInt32 = 1
        return (0..<4_096).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24) & 0x7F
        }
    }()

    /// Returns pieces of sound with the longest titles between them, which have more bytes than the sound.
    private static func titles(interval: Int) -> Answer {
        endless("audio/mpeg", "icy-metaint: \(interval)") { piece in
            (0..<100).flatMap { part -> [UInt8] in
                let number = piece * 100 + part
                var bytes = Array(mp3[(number * interval % 10_000)...].prefix(interval))
                bytes.append(255)
                bytes += Array("StreamTitle='\(number + 1_000_000)';".utf8)
                bytes += [UInt8](repeating: 0, count: 4_058)
                return bytes
            }
        }
    }

    struct Failure: Sendable {
        let failure: StreamFailure
        let connections: Int

        init(_ failure: StreamFailure, connections: Int = 1) {
            (self.failure, self.connections) = (failure, connections)
        }
    }

    static let failures: [Row<Answer, Failure>] = [
        Row("status 404 is a failure", head("HTTP/1.1 404 No"), Failure(.refused(status: 404))),
        Row("status 410 is a failure", head("HTTP/1.1 410 No"), Failure(.refused(status: 410))),
        Row("status 401 is a failure", head("HTTP/1.1 401 No"), Failure(.refused(status: 401))),
        Row(
            "circle of redirections is a failure", head("HTTP/1.0 302 Found", "Location: /stream"),
            Failure(.tooManyRedirections, connections: 6)),
        Row(
            "redirection to a file is a failure", head("HTTP/1.0 302 Found", "Location: file:///etc/passwd"),
            Failure(.badAddress)),
        Row(
            "redirection to FTP is a failure", head("HTTP/1.0 302 Found", "Location: ftp://127.0.0.1/"),
            Failure(.badAddress)),
        Row(
            "redirection to Gopher is a failure", head("HTTP/1.0 302 Found", "Location: gopher://127.0.0.1:1/"),
            Failure(.badAddress)),
        Row(
            "redirection to a dictionary is a failure", head("HTTP/1.0 302 Found", "Location: dict://127.0.0.1/"),
            Failure(.badAddress)),
        Row("head without an end is a failure", Failure(.headTooLong)) { client in
            client.request()
            client.send("HTTP/1.0 200 OK\r\n".utf8)
            while client.send("X-Field: \(String(repeating: "x", count: 900))\r\n".utf8) {}
        },
        Row(
            "page is a failure", content("text/html; charset=utf-8", "<html>"),
            Failure(.notASound(type: "text/html"))),
        Row(
            "page with an address is a failure", content("text/html", "<html><body>http://127.0.0.1/</body>"),
            Failure(.notASound(type: "text/html"))),
        Row(
            "document is a failure", content("application/json; charset=utf-8", "<html>"),
            Failure(.notASound(type: "application/json"))),
        Row(
            "film is a failure", content("video/mp4; charset=utf-8", "<html>"),
            Failure(.notASound(type: "video/mp4"))),
        Row(
            "text is a failure", content("text/plain", "Hello, world!\nThis is no list.\n"),
            Failure(.notASound(type: "text/plain"))),
        Row(
            "feed is a failure",
            content("application/rss+xml", "<?xml version=\"1.0\"?><rss><channel/></rss>"),
            Failure(.notASound(type: "application/rss+xml"))),
        Row(
            "garbage instead of MP3 is a failure", endless("audio/mpeg") { _ in garbage },
            Failure(.notASound(type: nil))),
        Row(
            "garbage after the beginning of Ogg is a failure",
            endless("application/ogg", start: Array(EncodedSound.vorbis().prefix(64))) { _ in garbage },
            Failure(.notASound(type: nil))),
        Row(
            "garbage after the beginning of FLAC is a failure",
            endless("audio/flac", start: Array("fLaC".utf8)) { _ in garbage }, Failure(.notASound(type: nil))),
        Row(
            "tag that is too long is a failure",
            endless("audio/mpeg", start: TagTests.tag([], declared: 200 << 20)) { _ in
                [UInt8](repeating: 1, count: 65_536)
            }, Failure(.tagTooLong)),
        Row("titles after each byte are a failure", titles(interval: 1), Failure(.tooManyTitles)),
        Row("titles after each 8 bytes are a failure", titles(interval: 8), Failure(.tooManyTitles)),
        Row("titles after each 100 bytes are a failure", titles(interval: 100), Failure(.tooManyTitles)),
        Row(
            "playlist of playlists is a failure",
            Failure(.badPlaylist(reason: "it names another playlist"), connections: 2)
        ) { client in
            client.request()
            client.sendHead("Content-Type: audio/x-mpegurl")
            client.send("#EXTM3U\nhttp://127.0.0.1:\(client.serverPort)/\n".utf8)
        },
        Row(
            "playlist of files is a failure",
            content(
                "audio/x-mpegurl", "#EXTM3U\nfile:///etc/passwd\nftp://127.0.0.1/\n\\\\127.0.0.1\\x\nC:\\x.mp3\n"),
            Failure(.badPlaylist(reason: "it has no address of http or https"))),
    ]

    @Test(arguments: failures) func faultOfAServerIsReported(row: Row<Answer, Failure>) throws {
        let server = StreamServer(row.given)
        let failure = try Listener.failure(of: server.address())
        expectEqual(failure, row.expected.failure, sourceLocation: row.place)
        expectEqual(server.connections, row.expected.connections, sourceLocation: row.place)
    }

    static let slowServers: [Row<Answer, Void>] = [
        Row("head that arrives forever in small pieces is too slow", ()) { client in
            client.request()
            client.send("HTTP/1.0 200 OK\r\n".utf8)
            while client.send("X: \(String(repeating: "x", count: 100))\r\n".utf8) { client.wait(milliseconds: 20) }
        },
        Row("server that sends nothing is too slow", ()) { client in client.waitForClient() },
        Row("server that sends a byte now and then is too slow", ()) { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            for byte in mp3 {
                guard client.send([byte]) else { return }
                client.wait(milliseconds: 100)
            }
        },
    ]

    @Test(arguments: slowServers) func slowServerIsTriedAgain(row: Row<Answer, Void>) throws {
        let server = StreamServer(row.given)
        let listener = try Listener(server.address(), .impatient)
        #expect(listener.listen { !$0.interruptions.isEmpty }, sourceLocation: row.place)
        expectEqual(listener.interruptions, ["\(StreamFailure.tooSlow)"], sourceLocation: row.place)
        expectEqual(listener.frames, 0, sourceLocation: row.place)
    }

    /// Oddities of servers, with the number of connections.
    static let oddities: [Row<Answer, Int>] = [
        Row("stream that begins within a frame is played", 1) { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            client.send(mp3.dropFirst(1_000))
            client.waitForClient()
        },
        Row("five redirections are followed", 6) { client in
            client.request()
            guard client.number < 5 else {
                client.sendHead("Content-Type: audio/mpeg")
                client.send(mp3)
                return client.waitForClient()
            }
            client.sendHead("Location: /\(client.number)", status: "HTTP/1.0 302 Found")
        },
        Row("stream of another type than declared is played", 1) { client in
            client.request()
            client.sendHead("Content-Type: text/html")
            client.send(StreamTests.opus)
            client.waitForClient()
        },
        // Sound is lost where it is taken for texts; then it goes on. Between two texts there are several frames, of up to
        // 1045 bytes.
        Row(
            "wrong interval of titles does not end the stream", endless("audio/mpeg", "icy-metaint: 7777") { _ in mp3 },
            1),
    ]

    @Test(arguments: oddities) func unusualStreamIsPlayed(row: Row<Answer, Int>) throws {
        let server = StreamServer(row.given)
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 96_000 }, sourceLocation: row.place)
        expectEqual(listener.failure, nil, sourceLocation: row.place)
        expectEqual(server.connections, row.expected, sourceLocation: row.place)
    }

    @Test func emptyAnswerIsTriedAgainOrReported() throws {
        let closing = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
        }
        let listener = try Listener(closing.address())
        #expect(listener.listen { !$0.interruptions.isEmpty })
        let empty = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg", "Content-Length: 0")
        }
        expectEqual(try Listener.failure(of: empty.address()), .notASound(type: nil))
    }

    @Test(arguments: ["http://", "http://[::1", "https://127.0.0.1:99999/"]) func badAddressIsReported(
        address: String
    ) throws {
        expectEqual(try Listener.failure(of: address), .badAddress)
    }

    @Test func unreferencedStreamIsClosed() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            while client.send(Self.mp3) {}
        }
        var listener: Listener? = try Listener(server.address())
        expectEqual(listener?.listen { $0.frames > 48_000 }, true)
        let frames = Weak(object: listener?.buffered)
        listener = nil
        let deadline = ContinuousClock.now + .seconds(20)
        while frames.object != nil, ContinuousClock.now < deadline { poll(nil, 0, 5) }
        #expect(frames.object == nil)
    }

    private struct Weak { weak var object: AnyObject? }
}
