import CarillonBoard
import CarillonDevices
import CarillonSession
import CarillonTest
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonMemory

/// A session of a box that remembers.
@Suite struct SessionTests {
    private let wiring = try! Wiring(.button("plus", line: "A"))

    /// Gives a board a memory of the count.
    private static func remember(_ text: String, on board: Board) {
        _ = board.attachments.object { BoardMemories(of: board, in: TransientFolder(["count.json": Array(text.utf8)])) }
    }

    /// Records a session that begins with the count 41, and with a padding that needs several blocks.
    private func recorded() throws -> HostileSession {
        try HostileSession(of: wiring, seed: 3, lasting: .seconds(30)) { board in
            let padding = String(repeating: "-", count: 10_000)
            Self.remember(#"{"model": {"count": 41}, "padding": "\#(padding)"}"#, on: board)
            return try Counting().make(on: board)
        }
    }

    /// Returns the test of a session that begins with a memory.
    private func exported(_ memory: String, of counting: Counting = Counting()) throws -> ExportedTest {
        try ExportedTest(
            "counting", wiring: ("wiring", wiring), seed: 3,
            .seconds(30), preparing: { Self.remember(memory, on: $0) }, counting.make)
    }

    @Test func exportedTestContainsTheMemoryOfTheSession() throws {
        let memory = try String(
            decoding: MemoryText.encode(Counting.Model(count: 41), version: 1), as: UTF8.self)
        let test = try exported(memory)
        #expect(test.isInWords)
        let lines = test.text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        let literal = ##"["count": #"{ "model" : { "count" : 41 }, "version" : 1 }"#]"##
        #expect(lines.contains("let memory: BenchMemory = \(literal)"))
        #expect(lines.contains("let bench = try Bench(wiring: wiring, memory: memory, makeCounting)"))
    }

    @Test func exportedTestMigratesTheMemoryOfTheSession() throws {
        let test = try exported(
            ##"{"model": 41, "comment": "\"#"}"##,
            of: Counting { old in try Counting.Model(count: old.model(as: Int.self)) })
        #expect(test.isInWords)
        #expect(test.text.contains(###"["count": ##"{"model": 41, "comment": "\"#"}"##]"###))
    }

    @Test func replayStartsWithTheFirstModelOfTheSession() throws {
        let session = try recorded()
        let bench = try Bench(replaying: session.session, wiring: wiring, Counting().make)
        expectEqual(bench.divergence, nil)
        #expect(bench.model.count > 41)
        expectEqual(session.lastModel, "\(bench.model)")
        bench.close()
        expectEqual(try bench.memory.model("count", as: Counting.Model.self), bench.model)
    }

    @Test func newerProgramMigratesTheMemoryOfASession() throws {
        let counting = Counting(version: 2) { old in try old.model(as: Counting.Model.self) }
        let session = try recorded()
        let bench = try Bench(replaying: session.session, wiring: wiring, counting.make)
        expectEqual(session.lastModel, "\(bench.model)")
    }

    @Test func replayWithoutTheMemoryDiverges() throws {
        var session = try recorded().session
        session.entries.removeAll { if case .memory = $0.input { true } else { false } }
        #expect(try Bench(replaying: session, wiring: wiring, Counting().make).divergence != nil)
    }

    @Test func longMemoryFitsInTheBlocksOfAFile() throws {
        let session = try recorded().session
        var log = SessionLog(session.header, limit: nil)
        for entry in session.entries { log.append(entry) }
        log.flush()
        var bytes: [UInt8] = []
        while let write = log.nextWrite {
            bytes += [UInt8](repeating: 0, count: max(0, write.offset + write.bytes.count - bytes.count))
            bytes.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes)
            log.wrote()
        }
        expectEqual(SessionFile(bytes).session(1).entries, session.entries)
    }
}
