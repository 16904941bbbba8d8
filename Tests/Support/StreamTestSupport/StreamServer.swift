import CarillonScheduling
import Dispatch
import Glibc

/// A server on the loopback device that answers each connection as a test says. It ends with its object.
package final class StreamServer: Sendable {
    package let port: Int
    private let listener: Int32
    private let open = Locked<Set<Int32>>([])
    private let isClosed = Locked(false)
    private let count = Locked(0)

    /// - Parameter answer: Answers a connection, on a thread of its own, with the number of the connection, from 0. The
    ///   connection is closed afterwards.
    package init(_ answer: @escaping @Sendable (ServedStream) -> Void) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, size) == 0, listen(listener, 64) == 0,
                    getsockname(listener, address, &size) == 0
                else { fatalError("no socket on the loopback device") }
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        let (open, isClosed, count, port) = (open, isClosed, count, port)
        let connections = DispatchQueue(label: "connections", attributes: .concurrent)
        DispatchQueue(label: "server").async {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                var timeout = timeval(tv_sec: 20, tv_usec: 0)
                for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
                    setsockopt(connection, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
                }
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                let isWanted = isClosed.withLock { isClosed in
                    if !isClosed { _ = open.withLock { $0.insert(connection) } }
                    return !isClosed
                }
                guard isWanted else {
                    close(connection)
                    break
                }
                connections.async {
                    answer(ServedStream(descriptor: connection, number: number, serverPort: port))
                    _ = open.withLock { $0.remove(connection) }
                    shutdown(connection, Int32(SHUT_RDWR))
                    close(connection)
                }
            }
            close(listener)
        }
    }

    deinit {
        isClosed.withLock { $0 = true }
        shutdown(listener, Int32(SHUT_RDWR))
        open.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    /// The address of a stream on the server.
    package func address(_ path: String = "stream") -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// The number of connections so far.
    package var connections: Int { count.withLock { $0 } }
}

/// A connection of a `StreamServer`.
package struct ServedStream: Sendable {
    let descriptor: Int32
    /// The number of the connection, from 0.
    package let number: Int
    package let serverPort: Int

    /// Reads the request up to the empty line.
    @discardableResult package func request() -> String {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while !text.suffix(4).elementsEqual("\r\n\r\n".utf8), text.count < 16_384, recv(descriptor, &byte, 1, 0) == 1 {
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Sends a head of an answer.
    package func sendHead(_ fields: String..., status: String = "HTTP/1.0 200 OK") {
        send(Array(([status] + fields + ["", ""]).joined(separator: "\r\n").utf8))
    }

    /// Sends bytes. Returns false if the client has gone.
    @discardableResult package func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits until the client has gone, at most 20 s.
    package func waitForClient() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }

    /// Waits for some time, or until the client has gone.
    package func wait(milliseconds: Int) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wanted, 1, Int32(milliseconds))
    }
}
