import TestSupport
import Testing

@testable import CarillonFleet

/// A session file in pieces: the requests, the answers, and the client that puts them together.
@Suite struct SessionFetchTests {
    /// A box whose answers may be lost, and whose file changes.
    private struct Box {
        var file: [UInt8]
        var answers = 0
        var isSilent = false

        mutating func answer(_ request: SessionRequest) -> [UInt8]? {
            answers += 1
            guard !isSilent else { return nil }
            let start = min(request.index * SessionPiece.size, file.count)
            let bytes = Array(file[start..<min(start + SessionPiece.size, file.count)])
            let count = (file.count + SessionPiece.size - 1) / SessionPiece.size
            if let known = request.known, SessionPiece(Self.payload(request.index, count, bytes)) != nil,
                Self.payload(request.index, count, bytes).starts(
                    with: "piece \(request.index) \(count) \(String(known, radix: 16))\n".utf8)
            {
                return SessionPiece.same(index: request.index, count: count).payload
            }
            return Self.payload(request.index, count, bytes)
        }

        private static func payload(_ index: Int, _ count: Int, _ bytes: [UInt8]) -> [UInt8] {
            SessionPiece.piece(index: index, count: count, bytes: bytes).payload
        }
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    }

    /// Fetches a file in virtual time.
    ///
    /// - Parameter isLost: Returns whether the answer of this number is lost.
    private static func fetch(
        _ box: inout Box, isLost: (Int) -> Bool = { _ in false }, change: (inout Box) -> Void = { _ in }
    ) throws -> (file: [UInt8], duration: Duration) {
        var now = Duration.zero
        var fetch = SessionFetch(token: "a1", at: now)
        while true {
            let requests = try fetch.requests(at: now)
            #expect(requests.count <= SessionFetch.window)
            for request in requests {
                guard let answer = box.answer(request), !isLost(box.answers) else { continue }
                try fetch.received(answer, at: now)
                change(&box)
            }
            if let file = fetch.file { return (file, now) }
            if requests.isEmpty { now = fetch.wakeUp }
        }
    }

    @Test(arguments: [0, 1, SessionPiece.size - 1, SessionPiece.size, SessionPiece.size + 1, 64 * SessionPiece.size])
    func fileArrivesUnchanged(size: Int) throws {
        var box = Box(file: Self.bytes(size))
        let (file, _) = try Self.fetch(&box)
        expectEqual(file, box.file)
        // Once to get the pieces, once to see that none has changed.
        expectEqual(box.answers, max(1, 2 * ((size + SessionPiece.size - 1) / SessionPiece.size)))
    }

    @Test func lostAnswersAreRequestedAgain() throws {
        var box = Box(file: Self.bytes(10 * SessionPiece.size))
        let (file, duration) = try Self.fetch(&box, isLost: { $0.isMultiple(of: 3) })
        expectEqual(file, box.file)
        #expect(duration >= SessionFetch.timeout)
    }

    /// The size of a file, and its change after so many answers. The size at the end is expected.
    private struct Change: Sendable {
        let size: Int
        let answers: Int
        let change: @Sendable (inout [UInt8]) -> Void
    }

    private static let changes: [Row<Change, Int>] = [
        // A block moves from a piece that has not been fetched to one that has.
        Row(
            "blocks that change are fetched again",
            Change(size: 5 * SessionPiece.size, answers: 3) { $0.swapAt(0, 4 * SessionPiece.size) },
            5 * SessionPiece.size),
        Row(
            "file that grows is complete",
            Change(size: 2 * SessionPiece.size + 100, answers: 2) { $0 += bytes(3 * SessionPiece.size) },
            5 * SessionPiece.size + 100),
        Row(
            "file that is begun again is complete",
            Change(size: 20 * SessionPiece.size, answers: 9) { $0 = bytes(2 * SessionPiece.size) },
            2 * SessionPiece.size),
    ]

    @Test(arguments: changes)
    private func fileThatChangesDuringItsFetchArrivesInItsLastState(row: Row<Change, Int>) throws {
        let change = row.given
        var box = Box(file: Self.bytes(change.size))
        let (file, _) = try Self.fetch(
            &box, change: { box in if box.answers == change.answers { change.change(&box.file) } })
        expectEqual(file, box.file, sourceLocation: row.place)
        expectEqual(file.count, row.expected, sourceLocation: row.place)
    }

    @Test func boxThatWritesConstantlyDoesNotDelayAFetch() throws {
        var box = Box(file: Self.bytes(3 * SessionPiece.size))
        _ = try Self.fetch(&box, change: { box in box.file[0] &+= 1 })
        expectEqual(box.answers, SessionFetch.mostPasses * 3)
    }

    /// The box answers the last request under way. It shrinks the file to lose the others, and then lets it grow again.
    @Test func fetchFromABoxWhosePieceCountAlternatesFails() throws {
        var fetch = SessionFetch(token: "a1", at: .zero)
        var (asked, answers, count): ([Int], Int, Int) = ([], 0, 1)
        #expect(throws: SessionFetch.Failure.unsteady) {
            while fetch.file == nil, answers < 10_000 {
                asked += try fetch.requests(at: .zero).map(\.index)
                asked.sort()
                let index = asked.removeLast()
                count = count == 60 ? (asked.last ?? 59) + 1 : 60
                asked.removeAll { $0 >= count }
                answers += 1
                try fetch.received(SessionPiece.piece(index: index, count: count, bytes: [7]).payload, at: .zero)
            }
        }
        #expect(answers < 100)
    }

    @Test func fetchFromABoxThatDoesNotAnswerFails() throws {
        var box = Box(file: [1], isSilent: true)
        #expect(throws: SessionFetch.Failure.noAnswer) { try Self.fetch(&box) }
        expectEqual(box.answers, 15)
    }

    @Test func refusedFetchFailsWithTheReason() throws {
        var fetch = SessionFetch(token: "a1", at: .zero)
        _ = try fetch.requests(at: .zero)
        let refusal = SessionPiece.refused(reason: "the box records no session")
        #expect(throws: SessionFetch.Failure.refused(reason: "the box records no session")) {
            try fetch.received(refusal.payload, at: .zero)
        }
    }

    @Test func unrequestedAnswersAreIgnored() throws {
        var fetch = SessionFetch(token: "a1", at: .zero)
        _ = try fetch.requests(at: .zero)
        for index in 1..<4 {
            try fetch.received(SessionPiece.piece(index: index, count: 9, bytes: [7]).payload, at: .zero)
        }
        #expect(fetch.progress == (0, 1))
    }

    @Test func pieceIsReadAsItWasWritten() {
        for piece in [
            SessionPiece.piece(index: 3, count: 64, bytes: Array("a\nb".utf8)), .piece(index: 0, count: 0, bytes: []),
            .same(index: 3, count: 64), .refused(reason: "no, never"),
        ] {
            expectEqual(SessionPiece(piece.payload), piece)
        }
    }

    @Test func damagedPieceIsRefused() {
        let payload = SessionPiece.piece(index: 3, count: 64, bytes: Self.bytes(100)).payload
        for byte in payload.indices {
            var damaged = payload
            damaged[byte] ^= 1
            if let piece = SessionPiece(damaged), case .piece(let index, let count, let bytes) = piece {
                // The line tells which piece it is; the checksum is that of the bytes.
                expectEqual(bytes, Self.bytes(100))
                #expect((index, count) != (3, 64) || damaged == payload)
            }
        }
        expectEqual(SessionPiece([]), nil)
        expectEqual(SessionPiece(Array(payload.dropLast())), nil)
    }

    @Test func requestIsReadAsItWasWritten() {
        for request in [
            SessionRequest(token: "0123456789abcdef", index: 0),
            SessionRequest(token: "a", index: 63, known: 0xDEAD_BEEF),
        ] {
            expectEqual(SessionRequest(request.text), request)
        }
    }

    @Test(arguments: [
        "", "a", "a 1 2 3", "A 1", "get 1", "+ 1", "a/b 1", "0123456789abcdef0 1", "a -1", "a 16385", "a 1 xyz", "a 1 ",
        " 1",
    ])
    func malformedRequestIsRefused(text: String) { expectEqual(SessionRequest(text), nil) }

    // MARK: The box

    @Test func boxSendsOnePieceAtATimeWithPauses() {
        var share = SessionShare()
        for index in 0..<3 { share.add(SessionRequest(token: "a", index: index)) }
        expectEqual(share.next(at: .zero)?.index, 0)
        expectEqual(share.next(at: .seconds(1)), nil)
        share.delivered()
        expectEqual(share.wakeUp, SessionShare.pause)
        expectEqual(share.next(at: .milliseconds(1)), nil)
        expectEqual(share.next(at: SessionShare.pause)?.index, 1)
        share.lost()
        expectEqual(share.wakeUp, nil)
        expectEqual(share.next(at: .seconds(9)), nil)
    }

    @Test func requestsBeyondTheLimitAreIgnored() {
        var share = SessionShare()
        for index in 0..<1000 { share.add(SessionRequest(token: "a", index: index)) }
        for _ in 0..<1000 { share.add(SessionRequest(token: "a", index: 0)) }
        var answered = 0
        for second in 0..<1000 {
            if share.next(at: .seconds(second)) != nil { answered += 1 }
            share.delivered()
        }
        expectEqual(answered, SessionShare.mostWaiting)
    }
}
