import CarillonScheduling
import Glibc
import Testing

@testable import CarillonPage

@Suite struct PageServerTests {
    private let bench: ServerBench

    init() throws { bench = try ServerBench() }

    @Test func fileNeedsNoKey() {
        defer { bench.close() }
        let answer = bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\n")
        #expect(answer.status == 200)
        #expect(answer.body == "<!DOCTYPE html>")
    }

    @Test func linkOfAnotherSiteMayLeadToThePage() {
        defer { bench.close() }
        let link = "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\n\n"
        #expect(bench.connect().ask(link).status == 200)
    }

    @Test func contentAnswersAtOnceOrLater() {
        defer { bench.close() }
        let client = bench.connect()
        #expect(client.ask(request("POST /api/act", body: "{\"do\": 1}")).status == 202)
        #expect(client.ask(request("GET /api/later")).body == "later")
        #expect(bench.requests == ["POST /api/act {\"do\": 1}", "GET /api/later "])
    }

    @Test func stateIsSentWhenThereIsANewerOne() {
        defer { bench.close() }
        let client = bench.connect()
        #expect(client.ask(request("GET /next")).body == "0")
        client.send(bytes(request("GET /next?seen=0")))
        // A request on another connection is answered meanwhile.
        #expect(bench.connect().ask(request("GET /api/act")).status == 202)
        bench.change()
        #expect(client.answer().body == "1")
    }

    @Test func fourPagesWaitAndTheOldestMakesRoomForAFifth() {
        defer { bench.close() }
        let clients = (1...5).map { _ in bench.connect() }
        for client in clients {
            client.send(bytes(request("GET /next?seen=0")))
            // The order of the connections is that of their requests.
            bench.queue.sync {}
            _ = bench.connect().ask(request("GET /api/act"))
        }
        #expect(clients[0].answer().status == 503)
        bench.change()
        #expect(clients.dropFirst().map { $0.answer().body } == ["1", "1", "1", "1"])
    }

    @Test func hundredIdleConnectionsDoNotKeepANewOneOut() {
        defer { bench.close() }
        let waiting = bench.connect()
        waiting.send(bytes(request("GET /next?seen=0")))
        _ = bench.connect().ask(request("GET /api/act"))
        let idle = (1...100).map { _ in bench.connect() }
        // Some have sent a part of a request.
        for client in idle.suffix(50) { client.send(bytes("GET / HTTP/1.1\nHost: ")) }
        let clients = (1...20).map { _ in bench.connect() }
        for client in clients { #expect(client.ask("GET / HTTP/1.1\nHost: localhost\n\n").status == 200) }
        bench.change()
        #expect(waiting.answer().body == "1")
        withExtendedLifetime(idle) {}
    }

    @Test func connectionThatEndsWhileItWaitsIsForgotten() {
        defer { bench.close() }
        for _ in 1...20 {
            let client = bench.connect()
            client.send(bytes(request("GET /next?seen=0")))
            client.finish()
        }
        bench.change()
        #expect(bench.connect().ask(request("GET /next?seen=0")).body == "1")
    }

    @Test func endingServerNeitherAnswersNorWaits() {
        let client = bench.connect()
        client.send(bytes(request("GET /next?seen=0")))
        _ = bench.connect().ask(request("GET /api/act"))
        bench.close()
        #expect(client.answer().status == 0)
    }

    @Test func portInUseIsReported() throws {
        defer { bench.close() }
        #expect(
            failure(address: "127.0.0.1", port: bench.port)
                == "the page cannot listen on 127.0.0.1:\(bench.port): Address already in use")
    }

    @Test func addressOfAnotherMachineIsReported() throws {
        defer { bench.close() }
        #expect(
            failure(address: "192.0.2.1", port: 0)
                == "the page cannot listen on 192.0.2.1:0: Cannot assign requested address")
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
