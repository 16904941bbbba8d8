import CarillonRealTime
import CarillonScheduling

@testable import CarillonPage

/// A server on a free port, with a content of a test.
final class ServerBench: PageServer.Content, @unchecked Sendable {
    // Unchecked Sendable: the variables are locked.
    let key = PageKey()
    let queue: RealTimeQueue
    private let answered = Locked<[String]>([])
    private let newest = Locked(0)
    private(set) var server: PageServer!
    private(set) var port: UInt16 = 0

    init(limit: ConnectionLimit = .present) throws {
        queue = try RealTimeQueue(name: "page", priority: 0)
        try PageServer.loadLibrary()
        let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
        port = socket.port
        let check = RequestCheck(hosts: ["127.0.0.1", "localhost", "box.local"], key: key)
        server = try PageServer(socket, check: check, on: queue, content: self, limit: limit)
    }

    func close() {
        server.close()
        queue.stop()
    }

    func connect() -> RawClient { RawClient(port: port) }

    /// The requests that have come through, with their bodies.
    var requests: [String] { answered.withLock { $0 } }

    /// Makes a newer state.
    func change() {
        newest.withLock { $0 += 1 }
        queue.async { [self] in server.hasNews() }
    }

    func file(_ name: String) -> HTTPReply? {
        name == "index.html" ? HTTPReply(Array("<!DOCTYPE html>".utf8), type: "text/html; charset=utf-8") : nil
    }

    func state(after seen: String?) -> [UInt8]? {
        let state = newest.withLock { "\($0)" }
        return state == seen ? nil : Array(state.utf8)
    }

    func answer(
        _ request: HTTPRequest, _ reply: @escaping @Sendable (HTTPReply) -> Void
    ) -> (@Sendable () -> Void)? {
        answered.withLock {
            $0.append("\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))")
        }
        if request.path == "/api/later" {
            queue.async { reply(HTTPReply(Array("later".utf8))) }
        } else {
            reply(HTTPReply(Array("{}".utf8), status: 202))
        }
        return nil
    }

    func refused(_ request: HTTPRequest, _ reply: HTTPReply) {}

    func isWatched(_ isWatched: Bool) {}
}
