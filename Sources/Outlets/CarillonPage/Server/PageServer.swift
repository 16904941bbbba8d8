import CHardware
import CarillonRealTime
import CarillonScheduling

/// The server of a page: its files, the newest state for each browser, and the requests of the page.
///
///     GET /            index.html; GET /page.js, /page.css, /icon.svg     files, without a key
///     GET /next        the newest state, when there is one that the browser has not seen
///     GET, POST /api   whatever the content answers
///
/// A browser asks for the next state when it has drawn the last one. So nothing is ever on its way that is old, and a
/// browser that does not ask costs nothing.
///
/// Unchecked Sendable: mutable state is accessed on the queue only.
package final class PageServer: @unchecked Sendable {
    /// The source of the server's answers. Called on the queue.
    package protocol Content: AnyObject, Sendable {
        /// Returns a file of the page; nil if there is none. `name` has no slash.
        func file(_ name: String) -> HTTPReply?
        /// Returns the newest state as JSON; nil if the browser has seen it.
        ///
        /// - Parameter seen: The `seen` of the last state that the browser has drawn; nil if it has drawn none.
        func state(after seen: String?) -> [UInt8]?
        /// Answers a request below `/api/`, at once or later, on the queue.
        ///
        /// - Returns: Ends the work if the browser leaves before the answer; nil for short work.
        func answer(
            _ request: HTTPRequest, _ reply: @escaping @Sendable (HTTPReply) -> Void
        ) -> (@Sendable () -> Void)?
        /// Called with a request that has no right to an answer: without the key, or from another site.
        func refused(_ request: HTTPRequest, _ reply: HTTPReply)
        /// Called when the first browser begins to wait for news, and when the last one has ended.
        func isWatched(_ isWatched: Bool)
    }

    /// The number of browsers that wait for news. A browser opens up to six connections to a server, so with as many
    /// waiting, its next page would hang.
    private let mostWaiting: Int
    /// The time after which a browser that no longer asks has gone.
    private static let timeout = Duration.seconds(3)
    /// The polling interval for a browser that waits for long work.
    private static let workPollingInterval = Duration.milliseconds(200)

    private let queue: RealTimeQueue
    private let check: RequestCheck
    private unowned let content: any Content
    private var server: HTTPServer?
    private var waiting: [(exchange: HTTPExchange, seen: String?)] = []
    private var lastAsked = Duration.zero
    private var isWatched = false

    /// Starts to serve on `queue`.
    ///
    /// - Parameters:
    ///   - content: Not retained.
    ///   - limit: The number of connections.
    /// - Throws: `PageError`.
    init(
        _ socket: ListeningSocket, check: RequestCheck, on queue: RealTimeQueue, content: any Content,
        limit: ConnectionLimit = .present
    ) throws {
        self.queue = queue
        self.check = check
        self.content = content
        mostWaiting = min(4, limit.kept - 2)
        try queue.perform { server = try HTTPServer(socket, on: queue, for: self, limit: limit) }
    }

    /// Loads the library. Call before the first server.
    ///
    /// - Throws: `PageError.noLibrary`.
    package static func loadLibrary() throws(PageError) {
        if let reason = cmicrohttpd_load() { throw .noLibrary(reason: String(cString: reason)) }
    }

    /// Ends all connections.
    package func close() {
        queue.perform {
            waiting = []
            server?.close()
        }
    }

    /// Answers the browsers that wait for news, and have not seen the newest state. Call on the queue.
    func hasNews() {
        let all = waiting
        waiting = []
        var answers: [(HTTPExchange, [UInt8])] = []
        for (exchange, seen) in all {
            if let state = content.state(after: seen) {
                answers.append((exchange, state))
            } else {
                waiting.append((exchange, seen))
            }
        }
        for (exchange, state) in answers { exchange.answer(HTTPReply(state)) }
    }

    /// Reports to the content whether a browser watches. One that draws is between two requests.
    private func watch() {
        let now = queue.now
        let isWatchedNow = !waiting.isEmpty || now < lastAsked + Self.timeout
        guard isWatchedNow != isWatched else { return }
        isWatched = isWatchedNow
        content.isWatched(isWatched)
        // A browser that has gone is not noticed otherwise.
        if isWatched { watchLater() }
    }

    private func watchLater() {
        _ = queue.schedule(at: queue.now + Self.timeout) { [weak self] in
            guard let self else { return }
            watch()
            if isWatched { watchLater() }
        }
    }

    /// The library does not look at the connection of a request that waits, so the server does.
    private func watch(_ exchange: HTTPExchange, ifLeft endWork: @escaping @Sendable () -> Void) {
        guard exchange.reply == nil else { return }
        guard !exchange.hasLeft else { return endWork() }
        _ = queue.schedule(at: queue.now + Self.workPollingInterval) { [weak self] in
            self?.watch(exchange, ifLeft: endWork)
        }
    }

    private func next(_ exchange: HTTPExchange) {
        let seen = exchange.request.argument("seen")
        lastAsked = queue.now
        watch()
        if let state = content.state(after: seen) { return exchange.answer(HTTPReply(state)) }
        waiting.append((exchange, seen))
        if waiting.count > mostWaiting {
            waiting.removeFirst().exchange.answer(.refused(503, "too many pages are open; reload this one"))
        }
    }

    private func file(_ path: String) -> HTTPReply? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        return path.hasPrefix("/") && !name.hasPrefix(".") && !name.contains("/") ? content.file(name) : nil
    }

    // MARK: Requests of the HTTP server

    /// Returns the refusal of a request whose body has not been read; nil if it is accepted.
    func refusal(of head: HTTPRequest) -> HTTPReply? {
        let isFile = file(head.path) != nil
        if let refusal = check.refusal(of: head, isFile: isFile) {
            if [401, 403, 421].contains(refusal.status) { content.refused(head, refusal) }
            return refusal
        }
        if isFile || head.path == "/next" {
            return head.method == "GET" ? nil : .refused(405, "only GET is possible for \(head.path)")
        }
        return head.path.hasPrefix("/api/") ? nil : .refused(404, "there is no \(head.path)")
    }

    /// Returns whether a request that is not refused contains the key.
    func hasKey(_ head: HTTPRequest) -> Bool { check.hasKey(head) }

    /// Answers a request, at once or later.
    func answer(_ exchange: HTTPExchange) {
        if exchange.request.path == "/next" {
            next(exchange)
        } else if let file = file(exchange.request.path) {
            exchange.answer(file)
        } else {
            let endWork = content.answer(exchange.request) { reply in exchange.answer(reply) }
            if let endWork { watch(exchange, ifLeft: endWork) }
        }
    }

    /// Called when a request that has not been answered has lost its connection.
    func lost(_ exchange: HTTPExchange) {
        waiting.removeAll { $0.exchange === exchange }
    }
}
