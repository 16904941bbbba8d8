import Glibc
import Testing

@testable import CarillonPage

/// Damaged requests. `make check LANE=sanitize` sends a hundred thousand under AddressSanitizer, `make test` some thousand.
@Suite struct RequestFuzzTests {
    private static let count = getenv("CARILLON_FUZZED_REQUESTS").flatMap { Int(String(cString: $0)) } ?? 3000

    @Test func damagedRequestsWithoutTheKeyAreRefused() throws {
        let bench = try ServerBench()
        defer { bench.close() }
        var damage = Damage(seed: 1)
        for round in 1...Self.count {
            let request = damage.apply(to: Self.seeds[round % Self.seeds.count])
            let client = bench.connect()
            // The server sees some of them in two pieces.
            let half = round % 3 == 0 ? request.count / 2 : request.count
            client.send(Array(request[..<half]))
            client.send(Array(request[half...]))
            // The server accepts the connection, reads the request and answers it. Not every request gets an answer.
            for _ in 1...3 { bench.queue.sync {} }
            if round % 500 == 0 { #expect(Self.isAlive(bench)) }
        }
        #expect(bench.requests.isEmpty)
    }

    @Test func damagedRequestsWithTheKeyDoNoHarm() throws {
        let bench = try PageBench()
        defer { bench.close() }
        var damage = Damage(seed: 2)
        let bodies = [
            #"{"device":"button ring","do":"press"}"#, #"{"device":"led lamp","do":"set","value":0.5}"#,
            #"{"device":"encoder volume","do":"turn","value":-2}"#, #"{"event":1,"value":"\u00e4\ud83d\ude00"}"#,
        ]
        for round in 1...(Self.count / 10) {
            let body = damage.apply(to: Array(bodies[round % bodies.count].utf8))
            #expect(bench.post(["/api/act", "/api/go-on"][round % 2], body) >= 200)
            let number = damage.number
            for path in [
                "/api/rows?after=\(number)&most=\(number)", "/api/event?n=\(number)", "/next?seen=\(number).0.-1",
            ] {
                #expect(bench.get(path).status >= 200)
            }
        }
    }

    private static func isAlive(_ bench: ServerBench) -> Bool {
        bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\n").status == 200
    }

    private static let seeds =
        (RefusedRequestTests.cases.map(\.request) + [
            "GET / HTTP/1.1\nHOST\nConnection: keep-alive\n\nGET / HTTP/1.1\nHOST\n\n",
            "POST /api/act?a=b&c=%20%zz&=&&d HTTP/1.1\nHOST\nAuthorization: Carillon x\nContent-Length: 5\n\n{\"a\":1}",
        ]).map { request in
            Array(
                request.replacing("HOST", with: "Host: localhost").replacing(
                    "KEY", with: "Authorization: Carillon 0123"
                )
                .replacing("\n", with: "\r\n").utf8)
        }
}

/// Random damage, the same in each run.
private struct Damage {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Numbers, some of which are at the limits.
    var number: Int {
        mutating get { [0, 1, -1, .max, .min, Int(truncatingIfNeeded: next())][below(6)] }
    }

    mutating func apply(to request: [UInt8]) -> [UInt8] {
        var bytes = request
        for _ in 0...below(3) {
            let place = below(bytes.count + 1)
            switch below(6) {
            case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
            case 1: bytes.removeSubrange(place..<min(place + below(20), bytes.count))
            case 2: bytes.insert(contentsOf: Self.snippets[below(Self.snippets.count)].utf8, at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<min(place + below(60), bytes.count)], at: place)
            case 4: bytes.insert(UInt8(below(256)), at: place)
            default: bytes = Array(bytes[..<place])
            }
        }
        return bytes
    }

    private static let snippets = [
        "\0", "\r\n", "\r", "\n", "\r\n ", "\r\n\t", ": ", "HTTP/1.1", "HTTP/1.0", "%00", "%", "?a=%", "&=",
        "Host: localhost\r\n", "Content-Length: 4\r\n", "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n",
        "Authorization: Carillon \r\n", "Connection: close\r\n", "Connection: upgrade\r\n", "Expect: 100-continue\r\n",
        "Cookie: a=\"b; c\r\n", "ffffffffffffffff\r\n", "0\r\n\r\n", String(repeating: "x", count: 17_000), "{\"a\":",
        "\\u",
    ]

    private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
