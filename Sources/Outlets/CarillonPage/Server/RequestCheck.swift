/// The decision whether the page's server accepts a request.
///
/// A page of another site can make a browser send requests here. It can neither know the key nor send it, because a
/// request with an `Authorization` header is announced to the server first, and refused. The other checks hold even if
/// the key has leaked: the name by which the server is asked for, against DNS rebinding, and the origin.
///
/// The port in `Host` is not checked, because an ssh tunnel may have any. Another program on the same computer is
/// another origin, whose `Origin` differs.
package struct RequestCheck: Sendable {
    /// The largest body in bytes.
    static let mostBytes = 64 * 1024
    /// The headers that may occur only once: a proxy could use one of them, and this server the other.
    private static let single = [
        "host", "content-length", "transfer-encoding", "authorization", "origin", "content-type", "sec-fetch-site",
        "sec-fetch-mode", "connection", "expect",
    ]

    private let hosts: Set<String>
    private let key: PageKey

    /// - Parameters:
    ///   - hosts: The names and addresses of the server, without a port.
    ///   - key: The key that all requests need, except those for files.
    package init(hosts: [String], key: PageKey) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.key = key
    }

    /// Returns the refusal of a request; nil if it is accepted.
    ///
    /// - Parameter isFile: Whether it is for a file of the page, which is no secret.
    package func refusal(of request: HTTPRequest, isFile: Bool) -> HTTPReply? {
        for name in Self.single where request.values(of: name).count > 1 {
            return .refused(400, "two \(name) headers")
        }
        return refusalOfOrigin(of: request) ?? refusalOfBody(of: request)
            ?? (isFile && request.method == "GET" ? nil : refusalOfKey(of: request))
    }

    private func refusalOfOrigin(of request: HTTPRequest) -> HTTPReply? {
        guard let host = request.values(of: "host").first else { return .refused(400, "no Host header") }
        guard let name = Self.name(ofHost: host), hosts.contains(name.lowercased()) else {
            return .refused(
                421,
                "this is not \(host); --page-address takes the names of the page: \(hosts.sorted().joined(separator: ", "))"
            )
        }
        if let origin = request.values(of: "origin").first, origin.lowercased() != "http://\(host.lowercased())" {
            return .refused(403, "a page of another site has no access")
        }
        guard let site = request.values(of: "sec-fetch-site").first else { return nil }
        let isNavigation = request.values(of: "sec-fetch-mode").first == "navigate" && request.path == "/"
        let isAllowed = site == "same-origin" || request.method == "GET" && (site == "none" || isNavigation)
        return isAllowed ? nil : .refused(403, "a page of another site has no access")
    }

    private func refusalOfBody(of request: HTTPRequest) -> HTTPReply? {
        guard ["GET", "POST"].contains(request.method) else { return .refused(405, "only GET and POST are possible") }
        let length = request.values(of: "content-length").first
        if request.values(of: "transfer-encoding").first != nil {
            return length == nil
                ? .refused(411, "a body needs a Content-Length") : .refused(400, "two lengths of the body")
        }
        if request.values(of: "expect").first != nil { return .refused(417, "Expect is not possible") }
        guard let length else {
            return request.method == "POST" ? .refused(411, "a body needs a Content-Length") : nil
        }
        guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .refused(400, "a Content-Length is a number")
        }
        // A longer number does not fit into Int.
        guard let count = Int(length), count <= Self.mostBytes else {
            return .refused(413, "the body has more than \(Self.mostBytes) bytes")
        }
        return request.method == "GET" && count > 0 ? .refused(400, "a GET has no body") : nil
    }

    /// Returns whether a request contains the key.
    func hasKey(_ request: HTTPRequest) -> Bool {
        let scheme = "Carillon "
        guard let given = request.values(of: "authorization").first, given.hasPrefix(scheme) else { return false }
        return key.matches(given.dropFirst(scheme.count))
    }

    private func refusalOfKey(of request: HTTPRequest) -> HTTPReply? {
        hasKey(request)
            ? nil : .refused(401, "the key is missing or wrong; open the address that the program has printed")
    }

    /// Returns the name in a `Host` header, without the port: `box.local`, `127.0.0.1`, `[::1]`; nil if it is malformed.
    private static func name(ofHost host: String) -> Substring? {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        guard let end else { return host.hasPrefix("[") ? nil : host[...] }
        let rest = host[end...]
        guard rest.isEmpty || rest.first == ":" && UInt16(rest.dropFirst()) != nil else { return nil }
        return host[..<end]
    }
}
