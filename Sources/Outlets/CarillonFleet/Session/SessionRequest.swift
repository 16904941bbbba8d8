/// A request for a piece of a box's session file: `TOKEN INDEX`, or `TOKEN INDEX CHECKSUM` if the client has the piece.
package struct SessionRequest: Equatable, Sendable {
    /// The client's part of the topic of the answers: 1 to 16 hexadecimal digits.
    package let token: String
    /// The number of the piece, from 0.
    package let index: Int
    /// The checksum of the piece that the client has, which is not sent again if it is the same.
    package let known: UInt32?

    package init(token: String, index: Int, known: UInt32? = nil) {
        (self.token, self.index, self.known) = (token, index, known)
    }

    /// Reads a request; nil if it is malformed.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 || words.count == 3, (1...16).contains(words[0].utf8.count),
            words[0].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }), let index = Int(words[1]),
            (0..<SessionPiece.mostPieces).contains(index)
        else { return nil }
        let known = words.count == 3 ? UInt32(words[2], radix: 16) : nil
        guard words.count == 2 || known != nil else { return nil }
        self.init(token: String(words[0]), index: index, known: known)
    }

    package var text: String { "\(token) \(index)\(known.map { " \(String($0, radix: 16))" } ?? "")" }
}
