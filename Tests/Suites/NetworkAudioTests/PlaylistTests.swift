import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Playlists of servers, as people and programs write them.
@Suite struct PlaylistTests {
    struct List: Sendable, CustomTestStringConvertible {
        let text: [UInt8]
        let type: String
        let path: String
        var testDescription: String { "\(type) \(path) \(String(decoding: text, as: UTF8.self))" }

        init(_ text: String, _ type: String = "audio/x-mpegurl", path: String = "lists/list") {
            self.init(Array(text.utf8), type, path: path)
        }

        init(_ text: [UInt8], _ type: String = "audio/x-mpegurl", path: String = "lists/list") {
            (self.text, self.type, self.path) = (text, type, path)
        }
    }

    private static let xspf =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- A list -->\n"
        + "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><title>R&amp;B</title><trackList>\n"
        + "<track><title>x</title><location>  ok.mp3?a=1&amp;b=2 </location></track></trackList></playlist>"

    private static let utf16: [UInt8] =
        [0xFF, 0xFE] + "#EXTM3U\r\nok.mp3\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    /// Lists whose first entry is `ok.mp3` in the folder `lists`; % is the address of the server.
    static let lists: [List] = [
        List("\u{FEFF}#EXTM3U\r\n%/lists/ok.mp3\r\n", "text/plain"), List("\u{FEFF}%/lists/ok.mp3", "text/plain"),
        List("\u{FEFF}[playlist]\nFile1=%/lists/ok.mp3\n", "audio/x-scpls"),
        List("\n\n# A list\n#EXTM3U\n%/lists/ok.mp3\n", "text/plain"),
        List("# mine\n\n   \n%/lists/ok.mp3\n", "text/plain"), List("  \r\n#EXTM3U\rok.mp3\r", "text/plain"),
        List("; mine\n\n[PLAYLIST]\nNUMBEROFENTRIES=1\nFILE1=%/lists/ok.mp3\nTITLE1=x\n", "text/plain"),
        List("\n[Playlist]\r\nnumberofentries = 1\r\nFile1 = ok.mp3\r\n", "application/octet-stream"),
        List("[playlist]\nFile2=/wrong.mp3\nFile1=ok.mp3\n", "audio/x-scpls"),
        List("%/lists/ok.mp3", "application/octet-stream"), List("%/lists/ok.mp3\n", "binary/octet-stream"),
        List("#EXTM3U\nok.mp3\n"), List("#EXTM3U\n./ok.mp3\n"), List("#EXTM3U\n../lists/ok.mp3\n"),
        List("#EXTM3U\n/lists/ok.mp3\n"), List("ok.mp3\n"), List("#EXTM3U\n..\\lists\\ok.mp3\n"),
        List("ok.mp3\n", "application/octet-stream", path: "lists/a.M3U"),
        List("ok.mp3", "text/plain", path: "lists/a.m3u?x=1"),
        List("#EXTM3U\n#EXTINF:-1,äöü\nok.mp3", "audio/mpegurl"), List(utf16, "text/plain"),
        List(xspf, "application/xspf+xml"), List(xspf, "text/xml"),
        List("\u{FEFF}\n" + xspf, "application/octet-stream"),
        List(xspf, "text/plain"), List(xspf, "application/xml", path: "lists/a.xspf"),
    ]

    @Test(arguments: lists.indices) func listsInEachFormatArePlayed(number: Int) throws {
        let list = Self.lists[number]
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /\(list.path) ") {
                let address = Array("http://127.0.0.1:\(client.serverPort)".utf8)
                let text = list.text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
                client.sendHead("Content-Type: \(list.type)")
                client.send(text.joined(separator: address))
            } else if request.hasPrefix("GET /lists/ok.mp3 ") || request.hasPrefix("GET /lists/ok.mp3?a=1&b=2 ") {
                client.sendHead("Content-Type: audio/mpeg")
                client.send(StreamTests.mp3)
                client.waitForClient()
            } else {
                client.sendHead(status: "HTTP/1.0 404 Not Found")
            }
        }
        let listener = try Listener(server.address(list.path))
        #expect(listener.listen { $0.frames > 10_000 }, "\(String(describing: listener.failure))")
    }

    @Test func relativeEntryIsResolvedAfterARedirection() throws {
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /go ") {
                client.sendHead("Location: /lists/list.m3u", status: "HTTP/1.0 302 Found")
            } else if request.hasPrefix("GET /lists/list.m3u ") {
                client.sendHead("Content-Type: audio/x-mpegurl")
                client.send("#EXTM3U\nmy song é.mp3\n".utf8)
            } else if request.lowercased().hasPrefix("get /lists/my%20song%20%c3%a9.mp3 ") {
                client.sendHead("Content-Type: audio/mpeg")
                client.send(StreamTests.mp3)
                client.waitForClient()
            } else {
                client.sendHead(status: "HTTP/1.0 404 Not Found")
            }
        }
        #expect(try Listener(server.address("go")).listen { $0.frames > 10_000 })
    }

    @Test func nextEntryIsPlayedIfOneFails() throws {
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /list") {
                client.sendHead("Content-Type: audio/x-mpegurl")
                let entries = [
                    "http://127.0.0.1:1/", "file:///etc/passwd", "missing.mp3", "busy.mp3", "page", "list", "ok.mp3",
                ]
                client.send("#EXTM3U\n\(entries.joined(separator: "\n"))\n".utf8)
            } else if request.hasPrefix("GET /busy") {
                client.sendHead(status: "HTTP/1.0 503 Busy")
            } else if request.hasPrefix("GET /page") {
                client.sendHead("Content-Type: text/html")
                client.send("<html>".utf8)
            } else if request.hasPrefix("GET /ok") {
                client.sendHead("Content-Type: audio/mpeg", "Content-Length: \(StreamTests.mp3.count)")
                client.send(StreamTests.mp3)
            } else {
                client.sendHead(status: "HTTP/1.0 404 Not Found")
            }
        }
        let listener = try Listener(server.address("list"))
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && listener.frames > 130_000)
        #expect(listener.interruptions.isEmpty)
    }

    /// The list is fetched again, because its first server may be back.
    @Test func listWhoseEntriesAllFailIsTriedAgainIfOneMayPass() throws {
        let server = StreamServer { client in
            let request = client.request()
            if request.hasPrefix("GET /list") {
                client.sendHead("Content-Type: audio/x-mpegurl")
                client.send("#EXTM3U\nmissing.mp3\nbusy.mp3\nmissing.mp3\n".utf8)
            } else if request.hasPrefix("GET /busy"), client.number > 8 {
                client.sendHead("Content-Type: audio/mpeg")
                client.send(StreamTests.mp3)
                client.waitForClient()
            } else {
                client.sendHead(status: request.hasPrefix("GET /busy") ? "HTTP/1.0 503 Busy" : "HTTP/1.0 404 Not Found")
            }
        }
        let listener = try Listener(server.address("list"))
        #expect(listener.listen { $0.frames > 10_000 })
        expectEqual(listener.interruptions, ["the server refuses with status 503"])
    }
}
