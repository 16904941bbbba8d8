import CarillonAudio
import Glibc
import StreamTestSupport
import TestSupport
import Testing

@testable import NetworkAudio

/// Servers that fail, lie or attack. Documentation/Streams.md lists the cases.
@Suite struct FaultyServerTests {
    private static let mp3 = StreamTests.mp3

    @Test func stalledStreamWaitsAndGoesOn() throws {
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
    @Test func streamThatIsCutIsConnectedAgainAtOnce() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3)
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 8 * 48_000 })
        #expect(server.connections >= 3 && listener.interruptions.isEmpty)
    }

    @Test func fileThatIsCutIsContinuedWhereItWasHeard() throws {
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

    @Test func serverThatIsOverloadedIsTriedAgainAndReportedOnce() throws {
        let server = StreamServer { client in
            client.request()
            guard client.number >= 4 else { return client.sendHead(status: "HTTP/1.0 503 Busy") }
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3)
            client.waitForClient()
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 48_000 })
        #expect(listener.interruptions == ["the server refuses with status 503"])
    }

    @Test func serverThatIsAbsentIsTriedAgain() throws {
        // A port that was free a moment ago
        let port = StreamServer { _ in }.port
        let listener = try Listener("http://127.0.0.1:\(port)/")
        #expect(listener.listen { !$0.interruptions.isEmpty })
        #expect(listener.failure == nil)
    }

    @Test(arguments: [404, 410, 401]) func refusalIsAFailure(status: Int) throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead(status: "HTTP/1.1 \(status) No")
        }
        #expect(try Listener.failure(of: server.address()) == .refused(status: status))
        #expect(server.connections == 1)
    }

    @Test func circleOfRedirectionsIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Location: /stream", status: "HTTP/1.0 302 Found")
        }
        #expect(try Listener.failure(of: server.address()) == .tooManyRedirections)
        #expect(server.connections == 6)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:1/", "dict://127.0.0.1/"])
    func redirectionToAnotherProtocolIsAFailure(target: String) throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Location: \(target)", status: "HTTP/1.0 302 Found")
        }
        #expect(try Listener.failure(of: server.address()) == .badAddress)
        #expect(server.connections == 1)
    }

    @Test func headThatDoesNotEndIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.send("HTTP/1.0 200 OK\r\n".utf8)
            while client.send("X-Field: \(String(repeating: "x", count: 900))\r\n".utf8) {}
        }
        #expect(try Listener.failure(of: server.address()) == .headTooLong)
    }

    @Test func headThatComesForeverInSmallPiecesIsTooSlow() throws {
        let server = StreamServer { client in
            client.request()
            client.send("HTTP/1.0 200 OK\r\n".utf8)
            while client.send("X: \(String(repeating: "x", count: 100))\r\n".utf8) { client.wait(milliseconds: 20) }
        }
        let listener = try Listener(server.address(), .impatient)
        #expect(listener.listen { !$0.interruptions.isEmpty })
        #expect(listener.interruptions == ["\(StreamFailure.tooSlow)"])
    }

    @Test func serverThatSaysNothingIsTooSlow() throws {
        let server = StreamServer { client in client.waitForClient() }
        let listener = try Listener(server.address(), .impatient)
        #expect(listener.listen { !$0.interruptions.isEmpty })
        #expect(listener.interruptions == ["\(StreamFailure.tooSlow)"])
    }

    @Test func serverWithAByteNowAndThenIsTooSlow() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            for byte in Self.mp3 {
                guard client.send([byte]) else { return }
                client.wait(milliseconds: 100)
            }
        }
        let listener = try Listener(server.address(), .impatient)
        #expect(listener.listen { !$0.interruptions.isEmpty })
        #expect(listener.frames == 0 && listener.interruptions == ["\(StreamFailure.tooSlow)"])
    }

    @Test(arguments: ["text/html", "application/json", "video/mp4"]) func anotherMediaTypeIsAFailure(type: String)
        throws
    {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: \(type); charset=utf-8")
            client.send("<html>".utf8)
        }
        #expect(try Listener.failure(of: server.address()) == .notASound(type: type))
    }

    @Test(arguments: ["audio/mpeg", "application/ogg", "audio/flac"]) func garbageIsAFailure(type: String) throws {
        let start =
            switch type {
            case "application/ogg": Array(EncodedSound.vorbis().prefix(64))
            case "audio/flac": Array("fLaC".utf8)
            default: [UInt8]()
            }
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: \(type)")
            client.send(start)
            var state: UInt32 = 1
            let garbage = (0..<4_096).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24) & 0x7F
            }
            while client.send(garbage) {}
        }
        #expect(try Listener.failure(of: server.address()) == .notASound(type: nil))
    }

    @Test func streamOfAnotherTypeThanDeclaredIsPlayed() throws {
        let bytes = EncodedSound.opus()
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: text/html")
            client.send(bytes)
            client.waitForClient()
        }
        #expect(try Listener(server.address()).listen { $0.frames > 96_000 })
    }

    /// Sound is lost where it is taken for texts; then it goes on. Between two texts there are several frames, of up to
    /// 1045 bytes.
    @Test func wrongIntervalOfTitlesDoesNotEndTheStream() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("icy-metaint: 7777", "content-type: audio/mpeg")
            while client.send(Self.mp3) {}
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.frames > 48_000 })
        #expect(listener.failure == nil)
    }

    @Test func emptyAnswerIsTriedAgainOrAFailure() throws {
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
        #expect(try Listener.failure(of: empty.address()) == .notASound(type: nil))
    }

    @Test func playlistOfPlaylistsIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/x-mpegurl")
            client.send("#EXTM3U\nhttp://127.0.0.1:\(client.serverPort)/\n".utf8)
        }
        #expect(
            try Listener.failure(of: server.address()) == .badPlaylist(reason: "it names another playlist"))
        #expect(server.connections == 2)
    }

    @Test func playlistOfFilesIsAFailure() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/x-mpegurl")
            client.send("#EXTM3U\nfile:///etc/passwd\n/etc/passwd\n".utf8)
        }
        #expect(
            try Listener.failure(of: server.address())
                == .badPlaylist(reason: "it has no address of http or https"))
    }

    @Test(arguments: ["http://", "http://[::1", "https://127.0.0.1:99999/"]) func badAddressIsAFailure(
        address: String
    ) throws {
        #expect(try Listener.failure(of: address) == .badAddress)
    }

    @Test func streamThatIsNotWantedAnyMoreIsClosed() throws {
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            while client.send(Self.mp3) {}
        }
        var listener: Listener? = try Listener(server.address())
        #expect(listener?.listen { $0.frames > 48_000 } == true)
        let frames = Weak(object: listener?.buffered)
        listener = nil
        let deadline = ContinuousClock.now + .seconds(20)
        while frames.object != nil, ContinuousClock.now < deadline { poll(nil, 0, 5) }
        #expect(frames.object == nil)
    }

    private struct Weak { weak var object: AnyObject? }
}
