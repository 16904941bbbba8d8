import CarillonScheduling
import Glibc
import TestSupport
import Testing

@testable import CarillonPage

@Suite struct PageServerTests {
    private let bench: ServerBench

    init() throws { bench = try ServerBench() }

    @Test func fileNeedsNoKeyAndOtherSitesMayLinkToIt() {
        defer { bench.close() }
        for source in ["", "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\n"] {
            let answer = bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\(source)\n")
            expectEqual(answer.status, 200)
            expectEqual(answer.body, "<!DOCTYPE html>")
        }
    }

    @Test func contentMayAnswerAtOnceOrLater() {
        defer { bench.close() }
        let client = bench.connect()
        expectEqual(client.ask(request("POST /api/act", body: "{\"do\": 1}")).status, 202)
        expectEqual(client.ask(request("GET /api/later")).body, "later")
        expectEqual(bench.requests, ["POST /api/act {\"do\": 1}", "GET /api/later "])
    }

    @Test func stateIsSentWhenItHasChanged() {
        defer { bench.close() }
        let client = bench.connect()
        expectEqual(client.ask(request("GET /next")).body, "0")
        client.send(bytes(request("GET /next?seen=0")))
        // A request on another connection is answered meanwhile.
        expectEqual(bench.connect().ask(request("GET /api/act")).status, 202)
        bench.change()
        expectEqual(client.answer().body, "1")
    }

    @Test func fifthWaitingPageReplacesTheOldestOne() {
        defer { bench.close() }
        let clients = (1...5).map { _ in bench.connect() }
        for client in clients {
            client.send(bytes(request("GET /next?seen=0")))
            // The order of the connections is that of their requests.
            bench.queue.sync {}
            _ = bench.connect().ask(request("GET /api/act"))
        }
        expectEqual(clients[0].answer().status, 503)
        bench.change()
        expectEqual(clients.dropFirst().map { $0.answer().body }, ["1", "1", "1", "1"])
    }

    @Test func hundredIdleConnectionsDoNotBlockANewOne() {
        defer { bench.close() }
        let waiting = bench.connect()
        waiting.send(bytes(request("GET /next?seen=0")))
        _ = bench.connect().ask(request("GET /api/act"))
        let idle = (1...100).map { _ in bench.connect() }
        // Some have sent a part of a request.
        for client in idle.suffix(50) { client.send(bytes("GET / HTTP/1.1\nHost: ")) }
        let clients = (1...20).map { _ in bench.connect() }
        for client in clients { expectEqual(client.ask("GET / HTTP/1.1\nHost: localhost\n\n").status, 200) }
        bench.change()
        expectEqual(waiting.answer().body, "1")
        withExtendedLifetime(idle) {}
    }

    @Test func waitingConnectionIsRemovedWhenItEnds() {
        defer { bench.close() }
        for _ in 1...20 {
            let client = bench.connect()
            client.send(bytes(request("GET /next?seen=0")))
            client.finish()
        }
        bench.change()
        expectEqual(bench.connect().ask(request("GET /next?seen=0")).body, "1")
    }

    @Test func closingServerNeitherAnswersNorWaits() {
        let client = bench.connect()
        client.send(bytes(request("GET /next?seen=0")))
        _ = bench.connect().ask(request("GET /api/act"))
        bench.close()
        expectEqual(client.answer().status, 0)
    }

    @Test func portInUseOrAddressOfAnotherMachineIsReported() throws {
        defer { bench.close() }
        expectEqual(
            failure(address: "127.0.0.1", port: bench.port),
            "the page cannot listen on 127.0.0.1:\(bench.port): Address already in use")
        expectEqual(
            failure(address: "192.0.2.1", port: 0),
            "the page cannot listen on 192.0.2.1:0: Cannot assign requested address")
        #expect(throws: PageError.self) { try ListeningSocket(address: "box", port: 0) }
    }

    /// Returns the description of the error; nil if the address can be listened on.
    private func failure(address: String, port: UInt16) -> String? {
        do {
            _ = try ListeningSocket(address: address, port: port)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func request(_ line: String, body: String? = nil) -> String {
        let length = body.map { "Content-Length: \($0.utf8.count)\n" } ?? ""
        return "\(line) HTTP/1.1\nHost: localhost\nAuthorization: Carillon \(bench.key)\n\(length)\n\(body ?? "")"
    }

    private func bytes(_ request: String) -> [UInt8] { Array(request.replacing("\n", with: "\r\n").utf8) }
}
