import CarillonBoard

/// A request to the page's server.
package struct HTTPRequest: Sendable {
    /// A header or an argument.
    package struct Field: Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `GET`, `POST` or any other.
    package let method: String
    /// The path, decoded, without arguments.
    package let path: String
    /// The headers, in order, as they were sent.
    package let headers: [Field]
    /// The arguments after the path, decoded.
    package let arguments: [Field]
    /// The body; empty until all of it is there.
    package var body: [UInt8] = []

    package init(_ method: String, _ path: String, headers: [Field], arguments: [Field] = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.arguments = arguments
    }

    /// Returns the values of all headers with this name, which is in small letters.
    func values(of name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Returns the first argument with this name.
    func argument(_ name: String) -> String? { arguments.first { $0.name == name }?.value }

    /// Returns the first argument with this name as a number.
    func number(_ name: String) -> Int? { argument(name).flatMap { Int($0) } }
}

/// An answer of the page's server.
package struct HTTPReply: Sendable {
    package let status: Int
    package let type: String
    package let body: [UInt8]
    /// The reason of a refusal; nil for other answers.
    package private(set) var refusal: String?

    package init(_ body: [UInt8], type: String = "application/json", status: Int = 200) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// The answer to a request that has been carried out.
    static let accepted = HTTPReply(Array("{}".utf8), status: 202)

    /// Returns a refusal, with its reason as JSON: `{"error": "..."}`.
    package static func refused(_ status: Int, _ reason: String) -> HTTPReply {
        var reply = HTTPReply(JSONText.object { $0.field("error", reason) }, status: status)
        reply.refusal = reason
        return reply
    }

    /// The headers of the answer, as pairs of name and value.
    ///
    /// A page of another site can neither read an answer nor show it in a frame, and the page itself can load nothing
    /// from elsewhere.
    var headers: [(name: String, value: String)] {
        var headers = [
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if type.hasPrefix("text/html") {
            headers += [
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Content-Security-Policy", Self.contentSecurityPolicy),
            ]
        }
        if status == 405 { headers.append(("Allow", "GET, POST")) }
        // A refused request may have a body that nobody reads. It must not be taken for the next request.
        if status >= 400 { headers.append(("Connection", "close")) }
        return headers
    }

    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "connect-src 'self'",
        "media-src 'self' blob:", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
}
