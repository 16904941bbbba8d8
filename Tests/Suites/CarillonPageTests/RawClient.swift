import Glibc

/// A connection on which a test sends bytes, not only requests.
final class RawClient {
    private let socket: Int32
    private var rest: [UInt8] = []

    /// Connects to a port of this machine.
    init(port: UInt16) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A server that does not answer fails the test, in place of blocking it.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(socket) }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the sending, so that the server closes the connection after its answers.
    func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// Returns all that the server sends until it closes the connection.
    func readToEnd() -> [UInt8] {
        while receive() {}
        return rest
    }

    /// Returns the next answer: its status, and its body. The status is 0 if the connection has been closed.
    func answer() -> (status: Int, head: String, body: String) {
        while true {
            let text = String(decoding: rest, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound])
                let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                let count = length.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
                let body = rest.dropFirst(head.utf8.count + 4)
                if body.count >= count {
                    rest = Array(body.dropFirst(count))
                    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                    return (status, head, String(decoding: body.prefix(count), as: UTF8.self))
                }
            }
            if !receive() { return (0, "", "") }
        }
    }

    /// Sends a request, in which line ends are `\n`, and returns its answer.
    func ask(_ request: String) -> (status: Int, head: String, body: String) {
        send(Array(request.replacing("\n", with: "\r\n").utf8))
        return answer()
    }

    private func receive() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { piece in
            let count = recv(socket, piece.baseAddress, piece.count, 0)
            if count > 0 { rest += piece.prefix(count) }
            return count > 0
        }
    }
}

extension String {
    fileprivate func range(of other: String) -> Range<String.Index>? { firstRange(of: other) }
}
