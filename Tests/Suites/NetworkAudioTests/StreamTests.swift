import CarillonAudio
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Streams of servers on the loopback device that do what they should.
@Suite struct StreamTests {
    static let mp3 = EncodedSound.mp3()
    static let opus = EncodedSound.opus()

    /// Frames at 48 kHz of three seconds, as far as encoders and resampling are exact about their number.
    private let threeSeconds = 3 * 48_000 - 6_000...3 * 48_000 + 9_000

    struct Stream: Sendable {
        let type: String
        let bytes: [UInt8]

        init(_ type: String, _ bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
    }

    /// Streams, and the range of their loudest sample.
    static let formats: [Row<Stream, ClosedRange<Float>>] = [
        // The encoder overshoots at the beginning.
        Row("MP3 is played to its end", Stream("audio/mpeg", mp3), 0.15...1.5),
        Row("Vorbis is played to its end", Stream("application/ogg", EncodedSound.vorbis()), 0.15...0.5),
        Row("Opus is played to its end", Stream("application/ogg", opus), 0.15...0.5),
        Row("FLAC is played to its end", Stream("application/ogg", EncodedSound.flac()), 0.15...0.5),
    ]

    @Test(arguments: formats) func fileIsPlayedToItsEnd(row: Row<Stream, ClosedRange<Float>>) throws {
        let stream = row.given
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: \(stream.type)", "Content-Length: \(stream.bytes.count)")
            client.send(stream.bytes)
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded, sourceLocation: row.place)
        #expect(threeSeconds ~= listener.frames, sourceLocation: row.place)
        #expect(row.expected ~= listener.loudest, sourceLocation: row.place)
        expectEqual(server.connections, 1, sourceLocation: row.place)
    }

    /// Each title of an Ogg stream is a link of the chain.
    @Test func chainedLinksFollowEachOtherWithTheirTitles() throws {
        let links =
            EncodedSound.vorbis(title: "one") + EncodedSound.vorbis(title: "two") + EncodedSound.opus(title: "three")
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: application/ogg", "Content-Length: \(links.count)")
            client.send(links)
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded)
        #expect(listener.frames > 8 * 48_000)
        expectEqual(listener.titles.map(\.title), ["one", "two", "three"])
        #expect(listener.titles.allSatisfy { abs($0.frame % 144_000) < 9_000 || $0.frame % 144_000 > 135_000 })
    }

    @Test func titlesAreReportedWhenTheirSoundPlays() throws {
        let server = StreamServer { client in
            let request = client.request()
            guard request.contains("Icy-MetaData: 1\r\n") else { return }
            client.sendHead("icy-name: Radio", "icy-metaint: 4000", "content-type: audio/mpeg", status: "ICY 200 OK")
            for (number, start) in stride(from: 0, to: Self.mp3.count, by: 4_000).enumerated() {
                client.send(Self.mp3[start...].prefix(4_000))
                guard start + 4_000 <= Self.mp3.count else { return }
                let text = Array("StreamTitle='It''s \(number / 3)';StreamUrl='';".utf8)
                let units = number % 3 == 0 ? (text.count + 15) / 16 : 0
                client.send([UInt8(units)])
                client.send((text + [UInt8](repeating: 0, count: 16)).prefix(units * 16))
            }
        }
        let listener = try Listener(server.address())
        #expect(listener.listen { $0.titles.count >= 3 })
        expectEqual(listener.tags.title, "Radio")
        expectEqual(listener.titles.map(\.title).prefix(3), ["It''s 0", "It''s 1", "It''s 2"])
        // 4000 bytes are the first tenth of a second at 320 kbit/s.
        #expect(listener.titles[0].frame > 2_000 && listener.titles[0].frame < listener.titles[1].frame)
    }

    @Test func loginIsSentToTheServerAndShownNowhere() throws {
        let server = StreamServer { client in
            // me:secret
            guard client.request().contains("Authorization: Basic bWU6c2VjcmV0") else {
                return client.sendHead(status: "HTTP/1.0 401 Unauthorized")
            }
            client.sendHead("Content-Type: audio/mpeg")
            client.send(Self.mp3)
            client.waitForClient()
        }
        let address = "http://me:secret@127.0.0.1:\(server.port)/stream"
        #expect(try Listener(address).listen { $0.frames > 48_000 })
        expectEqual(try Listener.failure(of: server.address()), .refused(status: 401))
        expectEqual(StreamAddress.withoutLogin(address), server.address())
        #expect(!"\(PlayerCommand.play(Playlist(address)))".contains("secret"))
    }
}
