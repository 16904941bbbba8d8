import TestSupport
import Testing

@testable import CarillonPage

/// Requests of other sites' pages, of proxies that read a request otherwise, and of programs without the key.
@Suite struct RefusedRequestTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: String
        let status: Int

        init(_ what: String, _ request: String, _ status: Int) {
            (testDescription, self.request, self.status) = (what, request, status)
        }
    }

    /// `KEY` stands for the header with the key, `HOST` for the right host.
    static let cases = [
        Case("an act without the key", "POST /api/act HTTP/1.1\nHOST\nContent-Length: 2\n\n{}", 401),
        Case(
            "a wrong key", "GET /next HTTP/1.1\nHOST\nAuthorization: Carillon 00000000000000000000000000000000\n\n", 401
        ),
        Case("the beginning of a key", "GET /next HTTP/1.1\nHOST\nAuthorization: Carillon 0\n\n", 401),
        Case("the key under another scheme", "GET /next HTTP/1.1\nHOST\nAuthorization: Bearer SECRET\n\n", 401),
        Case("the key in the address", "GET /next?key=SECRET HTTP/1.1\nHOST\n\n", 401),
        Case("an unknown path without the key", "GET /secret HTTP/1.1\nHOST\n\n", 401),
        Case("an unknown path", "GET /secret HTTP/1.1\nHOST\nKEY\n\n", 404),
        Case("a file above", "GET /../Package.swift HTTP/1.1\nHOST\nKEY\n\n", 404),
        Case("a file above, encoded", "GET /%2e%2e%2fPackage.swift HTTP/1.1\nHOST\nKEY\n\n", 404),
        Case("a hidden file", "GET /.git HTTP/1.1\nHOST\nKEY\n\n", 404),
        Case("another name of the machine", "GET / HTTP/1.1\nHost: evil.example\n\n", 421),
        Case("another name with the key", "GET /next HTTP/1.1\nHost: evil.example:80\nKEY\n\n", 421),
        Case("a name that begins like ours", "GET / HTTP/1.1\nHost: localhost.evil.example\n\n", 421),
        Case("a host with a user", "GET / HTTP/1.1\nHost: localhost@evil.example\n\n", 421),
        Case("a port that is no number", "GET / HTTP/1.1\nHost: localhost:x\n\n", 421),
        Case("no host", "GET / HTTP/1.1\n\n", 400),
        Case("no host in HTTP/1.0", "GET / HTTP/1.0\n\n", 400),
        Case("two hosts", "GET / HTTP/1.1\nHOST\nHost: evil.example\n\n", 400),
        Case("two hosts in other letters", "GET / HTTP/1.1\nHOST\nhOST: localhost\n\n", 400),
        Case("two keys", "GET /next HTTP/1.1\nHOST\nKEY\nKEY\n\n", 400),
        Case("two lengths", "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: 2\nContent-Length: 0\n\n{}", 400),
        Case("two equal lengths", "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: 2\nContent-Length: 2\n\n{}", 400),
        Case(
            "a length and chunks",
            "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n", 400),
        Case("chunks", "POST /api/act HTTP/1.1\nHOST\nKEY\nTransfer-Encoding: chunked\n\n2\n{}\n0\n\n", 411),
        Case("an act without a length", "POST /api/act HTTP/1.1\nHOST\nKEY\n\n", 411),
        Case("a length with a sign", "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: +2\n\n{}", 400),
        Case("a negative length", "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: -1\n\n", 400),
        Case("a body that is too long", "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: 65537\n\n", 413),
        Case(
            "a body of 10^30 bytes",
            "POST /api/act HTTP/1.1\nHOST\nKEY\nContent-Length: 1\(String(repeating: "0", count: 30))\n\n", 413),
        Case("a GET with a body", "GET /next HTTP/1.1\nHOST\nKEY\nContent-Length: 2\n\n{}", 400),
        Case("a head that is too long", "GET / HTTP/1.1\nHOST\nX: \(String(repeating: "x", count: 20_000))\n\n", 431),
        Case(
            "another origin", "POST /api/act HTTP/1.1\nHOST\nKEY\nOrigin: http://evil.example\nContent-Length: 2\n\n{}",
            403),
        Case("a sandboxed frame", "POST /api/act HTTP/1.1\nHOST\nKEY\nOrigin: null\nContent-Length: 2\n\n{}", 403),
        Case("this machine's other port", "GET /next HTTP/1.1\nHOST\nKEY\nOrigin: http://127.0.0.1:1\n\n", 403),
        Case("our name over HTTPS", "GET /next HTTP/1.1\nHost: 127.0.0.1\nKEY\nOrigin: https://127.0.0.1\n\n", 403),
        Case(
            "a form of another site",
            "POST /api/act HTTP/1.1\nHOST\nSec-Fetch-Site: cross-site\nContent-Length: 2\n\n{}", 403),
        Case(
            "a picture on another site",
            "GET /api/trace HTTP/1.1\nHOST\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\n\n", 403),
        Case("a frame of another site", "GET /page.js HTTP/1.1\nHOST\nSec-Fetch-Site: same-site\n\n", 403),
        Case(
            "an act from the address bar",
            "POST /api/act HTTP/1.1\nHOST\nKEY\nSec-Fetch-Site: none\nContent-Length: 2\n\n{}", 403),
        Case(
            "the announcement of another site's request",
            "OPTIONS /api/act HTTP/1.1\nHOST\nOrigin: http://evil.example\nAccess-Control-Request-Method: POST\n"
                + "Access-Control-Request-Headers: authorization\n\n", 403),
        Case("another method", "DELETE /api/act HTTP/1.1\nHOST\nKEY\n\n", 405),
        Case("TRACE", "TRACE / HTTP/1.1\nHOST\nKEY\n\n", 405),
        Case("a proxy's method", "CONNECT evil.example:443 HTTP/1.1\nHOST\nKEY\n\n", 405),
        Case("a POST to a file", "POST / HTTP/1.1\nHOST\nKEY\nContent-Length: 0\n\n", 405),
        Case("a POST for the state", "POST /next HTTP/1.1\nHOST\nKEY\nContent-Length: 0\n\n", 405),
        Case("Expect", "POST /api/act HTTP/1.1\nHOST\nKEY\nExpect: 100-continue\nContent-Length: 2\n\n", 417),
        Case("another protocol", "GET / HTTP/3.0\nHOST\n\n", 505),
    ]

    @Test(arguments: cases)
    func invalidOrForbiddenRequestIsRefused(_ refused: Case) throws {
        let bench = try ServerBench()
        defer { bench.close() }
        let request = refused.request.replacing("HOST", with: "Host: 127.0.0.1:\(bench.port)")
            .replacing("KEY", with: "Authorization: Carillon \(bench.key)").replacing("SECRET", with: "\(bench.key)")
        let client = bench.connect()
        let answer = client.ask(request)
        expectEqual(answer.status, refused.status, "\(answer.head)")
        #expect(bench.requests.isEmpty)
        // Another request of the same site is not affected.
        expectEqual(bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\n").status, 200)
    }

    /// Bytes that follow a refused request on its connection could be its body.
    @Test func nothingFollowsARefusedRequest() throws {
        let bench = try ServerBench()
        defer { bench.close() }
        let key = "Host: localhost\r\nAuthorization: Carillon \(bench.key)\r\n"
        let inner = "POST /api/act HTTP/1.1\r\n\(key)Content-Length: 2\r\n\r\n{}"
        let client = bench.connect()
        client.send(
            Array(
                "POST /api/act HTTP/1.1\r\n\(key)Content-Length: \(inner.utf8.count)\r\nContent-Length: 0\r\n\r\n\(inner)"
                    .utf8))
        client.finish()
        let answers = String(decoding: client.readToEnd(), as: UTF8.self)
        #expect(answers.hasPrefix("HTTP/1.1 400"))
        expectEqual(answers.components(of: "HTTP/1.1"), 1)
        #expect(bench.requests.isEmpty)
    }

    @Test func responsesHaveHeadersThatExcludeOtherSites() throws {
        let bench = try ServerBench()
        defer { bench.close() }
        let head = bench.connect().ask("GET / HTTP/1.1\nHost: box.local:8080\n\n").head
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'", "frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
            "Referrer-Policy: no-referrer",
        ] {
            #expect(head.contains(header))
        }
        #expect(!head.contains("Access-Control-Allow"))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
