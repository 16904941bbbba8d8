import CHardware
import CarillonRealTime
import CarillonScheduling
import Glibc

/// An HTTP server on a queue, without a thread of its own. GNU libmicrohttpd speaks HTTP; the queue watches the library's
/// epoll descriptor.
///
/// The number of connections is limited. When it is reached, the oldest connection that waits for no answer is closed,
/// so that idle connections never keep a new one out. Connections that have not shown the key are closed first, and
/// sooner when they are idle.
///
/// Unchecked Sendable: mutable state is accessed on the queue only.
final class HTTPServer: @unchecked Sendable {
    /// The memory of a connection, which limits the head of a request.
    private static let memory = 16 * 1024
    /// The times in seconds after which an idle connection is closed, without the key and with it.
    private static let (timeout, timeoutWithKey): (UInt32, UInt32) = (2, 10)

    private struct Connection {
        let socket: Int32
        var hasKey = false
    }

    let port: UInt16
    private let queue: RealTimeQueue
    private unowned let page: PageServer
    private let limit: ConnectionLimit
    private var daemon: OpaquePointer?
    private var watch: (any Disposable)?
    private var timer: (any Disposable)?
    private var isRunning = false
    /// Whether a connection has been opened or closed since the last run.
    private var hasMoved = false
    /// The requests that wait for an answer.
    private var waiting: [ObjectIdentifier: HTTPExchange] = [:]
    /// The connections, the oldest first.
    private var connections: [Connection] = []

    /// Starts to serve. Call on the queue.
    ///
    /// - Parameters:
    ///   - socket: The server takes it over.
    ///   - queue: A queue whose work can wait, not the board's.
    ///   - page: The server that answers the requests. Not retained.
    ///   - limit: The number of connections.
    /// - Throws: `PageError`.
    init(
        _ socket: ListeningSocket, on queue: RealTimeQueue, for page: PageServer, limit: ConnectionLimit
    ) throws {
        self.limit = limit
        self.queue = queue
        self.page = page
        port = socket.port
        var callbacks = cmicrohttpd_callbacks(
            take: { context, connection, path, method, _, piece, size, request in
                HTTPServer.from(context).take(connection, path, method, piece, size, request)
            },
            completed: { context, _, request, _ in HTTPServer.from(context).completed(request) },
            connected: { context, connection, _, reason in
                HTTPServer.from(context).follow(connection, isOpen: reason == 0)
            })
        let daemon = cmicrohttpd_start(
            socket.descriptor, &callbacks, Unmanaged.passUnretained(self).toOpaque(),
            cmicrohttpd_limits(
                connections: UInt32(limit.accepted), memory: Self.memory, timeout: Self.timeout))
        guard let daemon else {
            let error = errno
            Glibc.close(socket.descriptor)
            throw PageError.cannotListen(at: "port \(socket.port)", errno: error)
        }
        self.daemon = daemon
        watch = try queue.watch(descriptor: cmicrohttpd_descriptor(daemon)) { [unowned self] in run() }
        run()
    }

    /// Closes all connections. Call on the queue; a second call has no effect.
    func close() {
        guard let daemon else { return }
        timer?.dispose()
        watch?.dispose()
        // The library does not stop with suspended connections.
        for exchange in waiting.values { cmicrohttpd_resume(exchange.connection) }
        cmicrohttpd_run(daemon)
        self.daemon = nil
        cmicrohttpd_stop(daemon)
    }

    /// Sends a reply to a request that waits for one.
    fileprivate func resume(_ exchange: HTTPExchange) {
        guard waiting.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return }
        cmicrohttpd_resume(exchange.connection)
        run()
    }

    private func run() {
        guard let daemon, !isRunning else { return }
        isRunning = true
        timer?.dispose()
        // Twice, because before version 1.0.3 a connection that is being resumed hides others that are ready.
        cmicrohttpd_run(daemon)
        cmicrohttpd_run(daemon)
        // The library looks for new connections again only after one has been closed, and in its next run.
        let timeout = hasMoved ? 0 : cmicrohttpd_timeout(daemon)
        hasMoved = false
        if timeout >= 0 {
            timer = queue.schedule(at: queue.now + .milliseconds(max(timeout, 1))) { [weak self] in self?.run() }
        }
        isRunning = false
    }

    // MARK: Callbacks

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
        Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
    }

    private func follow(_ connection: OpaquePointer, isOpen: Bool) {
        let socket = cmicrohttpd_socket(connection)
        hasMoved = true
        guard isOpen else { return connections.removeAll { $0.socket == socket } }
        connections.append(Connection(socket: socket))
        guard connections.count > limit.kept else { return }
        let busy = Set(waiting.values.map { cmicrohttpd_socket($0.connection) })
        let idle = connections.indices.filter { !busy.contains(connections[$0].socket) }
        // The library sees the end of the connection, and closes it.
        if let oldest = idle.first(where: { !connections[$0].hasKey }) ?? idle.first {
            shutdown(connections.remove(at: oldest).socket, Int32(SHUT_RDWR))
        }
    }

    /// Keeps a connection for longer because its owner has the key.
    private func trust(_ connection: OpaquePointer) {
        let socket = cmicrohttpd_socket(connection)
        guard let index = connections.firstIndex(where: { $0.socket == socket && !$0.hasKey }) else { return }
        connections[index].hasKey = true
        cmicrohttpd_set_idle_timeout(connection, Self.timeoutWithKey)
    }

    private func take(
        _ connection: OpaquePointer, _ path: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
        _ piece: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
        _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> UInt32 {
        guard let pointer = request.pointee else {
            let head = HTTPRequest(
                String(cString: method), String(cString: path), headers: Self.fields(of: connection, isArgument: 0),
                arguments: Self.fields(of: connection, isArgument: 1))
            let exchange = HTTPExchange(head, on: connection, of: self)
            request.pointee = Unmanaged.passRetained(exchange).toOpaque()
            if let refusal = page.refusal(of: head) {
                exchange.isAnswered = true
                return exchange.send(refusal)
            }
            if page.hasKey(head) { trust(connection) }
            return 1
        }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue()
        if size.pointee > 0 {
            let bytes = UnsafeRawBufferPointer(start: piece, count: size.pointee)
            size.pointee = 0
            // The announced length has been checked, so this is a fault of the library.
            guard exchange.request.body.count + bytes.count <= RequestCheck.mostBytes else { return 0 }
            exchange.request.body += bytes
            return 1
        }
        if !exchange.isAnswered {
            exchange.isAnswered = true
            page.answer(exchange)
            if exchange.reply == nil {
                waiting[ObjectIdentifier(exchange)] = exchange
                cmicrohttpd_suspend(connection)
                return 1
            }
        }
        return exchange.reply.map(exchange.send) ?? 1
    }

    private func completed(_ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        guard let pointer = request.pointee else { return }
        request.pointee = nil
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue()
        exchange.isOver = true
        waiting[ObjectIdentifier(exchange)] = nil
        if exchange.reply == nil { page.lost(exchange) }
    }

    private static func fields(of connection: OpaquePointer, isArgument: Int32) -> [HTTPRequest.Field] {
        var fields: [HTTPRequest.Field] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            cmicrohttpd_values(
                connection, isArgument,
                { context, _, name, value in
                    let field = HTTPRequest.Field(String(cString: name), value.map { String(cString: $0) } ?? "")
                    context!.assumingMemoryBound(to: [HTTPRequest.Field].self).pointee.append(field)
                    return 1
                }, fields)
        }
        return fields
    }
}

/// A request that waits for its reply, on its connection.
///
/// Unchecked Sendable: used on the server's queue only.
final class HTTPExchange: @unchecked Sendable {
    fileprivate(set) var request: HTTPRequest
    fileprivate let connection: OpaquePointer
    private(set) var reply: HTTPReply?
    fileprivate var isAnswered = false
    fileprivate var isOver = false
    private unowned let server: HTTPServer

    fileprivate init(_ request: HTTPRequest, on connection: OpaquePointer, of server: HTTPServer) {
        self.request = request
        self.connection = connection
        self.server = server
    }

    /// Sends the reply. Without an effect if there is one already, or if the connection has been closed.
    func answer(_ reply: HTTPReply) {
        guard self.reply == nil, !isOver else { return }
        self.reply = reply
        server.resume(self)
    }

    /// Whether the browser has closed the connection.
    var hasLeft: Bool {
        guard !isOver else { return true }
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        let count = recv(cmicrohttpd_socket(connection), &byte, 1, flags)
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    fileprivate func send(_ reply: HTTPReply) -> UInt32 {
        let texts = reply.headers.flatMap { [strdup($0.name), strdup($0.value)] }
        defer { for text in texts { free(text) } }
        let pointers = texts.map { UnsafePointer($0) } + [nil]
        return reply.body.withUnsafeBytes { body in
            cmicrohttpd_answer(connection, UInt32(reply.status), body.baseAddress, body.count, pointers)
        }
    }
}
