import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession
import CarillonTest
import TestSupport
import Testing

/// Acts on the page are inputs of a recorded session.
@Suite struct PageSessionTests {
    @Test func sessionWithCommandsOfThePageIsReplayed() throws {
        let bench = try PageBench(isRecorded: true)
        defer { bench.close() }
        _ = bench.state()
        bench.press()
        // The program's first sound makes it known to the page, which then starts it, too.
        _ = bench.state { $0.contains(#""event":"ended(finished)""#) }
        expectEqual(bench.act(#"{"device":"speaker sound","do":"set","value":"chime"}"#), 202)
        expectEqual(bench.act(#"{"device":"led lamp","do":"set","value":1}"#), 202)
        // The model drives the number.
        expectEqual(bench.act(#"{"device":"number count","do":"set","value":3}"#), 409)
        expectEqual(bench.act(#"{"device":"encoder volume","do":"turn","value":2}"#), 202)
        bench.press()
        _ = bench.state { $0.contains(#""number count":{"":202}"#) }

        let session = bench.finishSession()
        expectEqual(session.eventLog.count, 5)
        let program = SessionProgram(wiring: bench.placed) { board in
            try PageBench.makeController(on: board, chimes: true, told: Locked([]))
        }
        let outcome = try program.replay(session)
        expectEqual(outcome.divergence, nil)
        expectEqual(outcome.eventLog.map(\.text), session.eventLog.map(\.text))
    }

    @Test func replayShowsTheOutputsThatThePageSet() throws {
        let page = try PageBench(isRecorded: true)
        defer { page.close() }
        expectEqual(page.act(#"{"device":"led lamp","do":"set","value":0.5}"#), 202)
        expectEqual(page.act(##"{"device":"rgb mood","do":"set","value":"#ff0000"}"##), 202)
        page.press()
        _ = page.state { $0.contains(#""number count":{"":1}"#) }
        let session = page.finishSession()
        let commands = session.entries.compactMap { entry in
            if case .command(let path, let text) = entry.input { "\(path) \(text)" } else { nil }
        }
        expectEqual(commands, ["page:led/lamp 50", "page:rgb/mood #ff0000"])
        let bench = try Bench(replaying: session, wiring: page.placed) { board in
            try PageBench.makeController(on: board, chimes: true, told: Locked([]))
        }
        expectEqual(bench.divergence, nil)
        let changes = bench.changes.filter { $0.name != "count" }
        expectEqual(changes.map { "\($0)" }, ["led lamp 50 %", "rgb mood #ff0000", "sound chime"])
    }

    @Test func valueThatThePageSetsIsInTheSession() throws {
        let page = try PageBench(isRecorded: true)
        defer { page.close() }
        expectEqual(page.act(#"{"device":"app-number start","do":"set","value":3}"#), 202)
        _ = page.state { $0.contains(#""number count":{"":3}"#) }
        let session = page.finishSession()
        #expect(session.entries.contains { $0.input == .command(path: "page:app-number/start", payload: "3") })
        let bench = try Bench(replaying: session, wiring: page.placed) { board in
            try PageBench.makeController(on: board, chimes: true, told: Locked([]))
        }
        expectEqual(bench.divergence, nil)
        #expect(try bench.model == 3 && bench.text("state") == "at 3")
    }

    @Test func sessionStoresEachDotOfAPictureThatThePageSets() throws {
        let bench = try Bench(wiring: Wiring(.display("status", bus: "i2c-1")))
        var picture = try bench.picture("status")
        picture.draw("Hello")
        let text = try #require(Feature.Value.picture(picture).command)
        #expect(bench.board.replay("page:display/status/picture", text))
        expectEqual(try bench.picture("status"), picture)
    }
}
