import CarillonBoard

/// The decisions of a client that fetches the session file of a box, piece by piece.
///
/// The box goes on recording meanwhile. Therefore the client asks for all pieces once more with their checksums, until
/// none has changed: then the pieces are those of one moment.
package struct SessionFetch: Sendable {
    /// The reason that a file cannot be fetched.
    package enum Failure: Error, Equatable {
        case refused(reason: String)
        case noAnswer
        /// The number of pieces has decreased too often.
        case unsteady
    }

    /// The number of requests under way.
    static let window = 4
    /// The time after which a request is repeated.
    static let timeout = Duration.seconds(1)
    /// The longest time without an answer.
    static let mostSilence = Duration.seconds(15)
    /// The largest number of passes. Of a box that writes all the time, the last pass is taken as it is.
    static let mostPasses = 4
    /// The largest number of times that the file may shrink. A file shrinks when the box begins another session. A box
    /// whose count went up and down would be asked for the same pieces for ever.
    static let mostShrinks = 4

    package let token: String
    private var pieces: [Int: [UInt8]] = [:]
    private var count = 1
    private var pass = 1
    private var hasChanged = false
    private var shrinks = 0
    private var waiting: [Int] = [0]
    private var asked: [Int: Duration] = [:]
    private var lastAnswer: Duration

    /// - Parameter token: Distinguishes this client's answers: 1 to 16 random hexadecimal digits.
    package init(token: String, at now: Duration) {
        (self.token, lastAnswer) = (token, now)
    }

    /// The whole file; nil as long as pieces are missing.
    package private(set) var file: [UInt8]?

    /// The number of pieces that have arrived, and of all.
    package var progress: (arrived: Int, count: Int) { (pieces.count, count) }

    /// The time of the next call of `requests(at:)`.
    package var wakeUp: Duration { (asked.values.min() ?? lastAnswer) + Self.timeout }

    /// Returns whether an answer has come lately.
    package func isAlive(at now: Duration) -> Bool { now - lastAnswer < Self.mostSilence }

    /// Returns the requests to send now.
    ///
    /// - Throws: `Failure.noAnswer`.
    package mutating func requests(at now: Duration) throws(Failure) -> [SessionRequest] {
        guard file == nil else { return [] }
        guard isAlive(at: now) else { throw .noAnswer }
        var due = asked.filter { now - $0.value >= Self.timeout }.map(\.key).sorted()
        while asked.count < Self.window, !waiting.isEmpty {
            let index = waiting.removeFirst()
            asked[index] = now
            due.append(index)
        }
        for index in due { asked[index] = now }
        return due.map { SessionRequest(token: token, index: $0, known: pass > 1 ? pieces[$0].map(CRC32.of) : nil) }
    }

    /// Takes over an answer. Malformed and repeated answers are ignored.
    ///
    /// - Throws: `Failure.refused` or `.unsteady`.
    package mutating func received(_ payload: [UInt8], at now: Duration) throws(Failure) {
        guard file == nil, let piece = SessionPiece(payload) else { return }
        switch piece {
        case .refused(let reason): throw .refused(reason: reason)
        case .same(let index, let count):
            guard asked.removeValue(forKey: index) != nil else { return }
            try resize(to: count)
        case .piece(let index, let count, let bytes):
            guard asked.removeValue(forKey: index) != nil else { return }
            pieces[index] = bytes
            hasChanged = true
            try resize(to: count)
        }
        lastAnswer = now
        if asked.isEmpty, waiting.isEmpty { endPass() }
    }

    /// Takes over the number of pieces, which grows with a file that is no ring.
    private mutating func resize(to count: Int) throws(Failure) {
        if count < self.count { shrinks += 1 }
        guard shrinks <= Self.mostShrinks else { throw .unsteady }
        if count > self.count { waiting += self.count..<count }
        for index in min(count, self.count)..<self.count {
            pieces[index] = nil
            asked[index] = nil
        }
        waiting.removeAll { $0 >= count }
        self.count = count
    }

    private mutating func endPass() {
        guard count > 0, hasChanged, pass < Self.mostPasses else {
            file = (0..<count).flatMap { pieces[$0] ?? [] }
            return
        }
        (pass, hasChanged) = (pass + 1, false)
        waiting = Array(0..<count)
    }
}

extension SessionFetch.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let reason): reason
        case .unsteady: "the size of its session goes up and down"
        case .noAnswer: "the box does not answer; is its program older, or may this user not ask it?"
        }
    }
}
