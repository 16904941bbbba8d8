import StreamTestSupport

/// The answer of a hostile server: damaged sounds, heads, tags, titles and lists, and connections that end anywhere.
struct HostileStream {
    private let number: Int
    private let seeds: [[UInt8]]
    private let port: Int
    private var state: UInt64

    init(number: Int, seeds: [[UInt8]], port: Int) {
        (self.number, self.seeds, self.port) = (number, seeds, port)
        state = UInt64(bitPattern: Int64(number)) &* 0x2545_F491_4F6C_DD1D
    }

    mutating func answer(_ client: ServedStream) {
        var body = damaged(seeds[number % seeds.count])
        var (type, interval) = (String?.none, Int?.none)
        switch random(18) {
        case 0:
            client.send(garbage(random(300_000)))
            return
        case 1:
            client.sendHead("Location: \(target)", status: "HTTP/1.1 30\(random(9)) Moved")
            return
        case 2: body = Array("#EXTM3U\n\(target)\n".utf8) + garbage(random(100))
        case 3: body = garbage(random(400_000))
        case 4...6:
            if random(3) == 0 { body.insert(contentsOf: tags, at: random(body.count)) }
            body = tags + body
        case 7...8:
            interval = 1 + random([8, 200, 4_000][random(3)])
            body = withTitles(body, interval: interval!)
        case 9...10: (type, body) = playlist((0..<(1 + random(4))).map { _ in target })
        case 11:
            // ffmpeg asks for the list again, and so does the player.
            if (client.number + number) % 3 == 0 { return client.sendHead(status: "HTTP/1.0 503 Busy") }
            (type, body) = ("application/vnd.apple.mpegurl", hls())
        default: break
        }
        client.send(head(for: body, type: type, interval: interval))
        let end = random(4) == 0 ? random(body.count + 1) : body.count
        var start = 0
        while start < end {
            let piece = min(random(20) == 0 ? 1 + random(8) : 1 + random(30_000), end - start)
            guard client.send(body[start..<(start + piece)]) else { return }
            start += piece
            if random(200) == 0 { client.wait(milliseconds: random(30)) }
        }
        if random(3) == 0 { client.waitForClient() }
    }

    /// An address in a redirection or a list.
    var target: String {
        mutating get {
            let targets = [
                "http://me:secret@127.0.0.1:\(port)/\(number)", "/\(number + 1)", "file:///etc/passwd", "//", "http://",
                "ftp://127.0.0.1/", "http://127.0.0.1:1/", String(repeating: "x", count: 1 + random(9_000)),
                "\(number + 2)", "../\(number + 3)?%zz#\u{e9} ", "..\\\(number + 4)", "\\\\x\\y",
            ]
            return targets[random(targets.count)]
        }
    }

    private mutating func head(for body: [UInt8], type: String?, interval: Int?) -> [UInt8] {
        let status = [
            "HTTP/1.0 200 OK", "HTTP/1.1 200 OK", "ICY 200 OK", "HTTP/1.1 206 Part", "HTTP/9 200", "HTTP/1.1 100 Go",
        ]
        let types = [
            "audio/mpeg", "application/ogg", "audio/flac", "text/html", "audio/x-scpls", "", "\u{1}", "audio/mpeg;;",
        ]
        var lines = [status[random(10) < 7 ? random(3) : random(status.count)]]
        lines.append("Content-Type: \(type ?? types[random(10) < 7 ? random(3) : random(types.count)])")
        if random(3) == 0 { lines.append("Content-Length: \(random(2) == 0 ? "\(body.count)" : odd())") }
        if let interval { lines.append("icy-metaint: \(interval)") }
        if random(3) == 0 { lines.append("icy-metaint: \(random(2) == 0 ? "\(1 + random(2_000))" : odd())") }
        if random(6) == 0 { lines.append("Transfer-Encoding: \(random(2) == 0 ? "chunked" : "gzip, x")") }
        if random(6) == 0 { lines.append("Content-Encoding: gzip") }
        if random(4) == 0 { lines.append("icy-name: " + String(repeating: "n\u{7}\u{e9}", count: random(2_000))) }
        if random(20) == 0 {
            for _ in 0..<random(200) { lines.append("X: " + String(repeating: "y", count: random(1_500))) }
        }
        var bytes = Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
        if random(8) == 0 { bytes[random(bytes.count)] = UInt8(random(256)) }
        return bytes
    }

    private mutating func damaged(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0..<random(6) {
            let place = random(random(2) == 0 ? bytes.count : min(bytes.count, 200))
            switch random(6) {
            case 0: bytes.removeSubrange(place..<min(place + random(3_000), bytes.count))
            case 1: bytes.insert(contentsOf: garbage(random(3_000)), at: place)
            case 2:
                let other = seeds[random(seeds.count)]
                bytes.insert(contentsOf: other.prefix(random(other.count)), at: place)
            case 3: bytes += damagedLink
            default: if !bytes.isEmpty { bytes[place] = UInt8(random(256)) }
            }
            if bytes.isEmpty { bytes = seed }
        }
        return bytes
    }

    /// Another seed behind, as the next link of a chain.
    private var damagedLink: [UInt8] {
        mutating get {
            var link = seeds[random(seeds.count)]
            link[random(link.count)] ^= UInt8(1 << random(8))
            return link
        }
    }

    private mutating func odd() -> String {
        ["0", "-1", "1", "16", "4294967296", "18446744073709551616", "x", ""][random(8)]
    }

    mutating func garbage(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random(256)) } }

    mutating func random(_ bound: Int) -> Int {
        // SplitMix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) >> 33) % max(bound, 1)
    }
}
