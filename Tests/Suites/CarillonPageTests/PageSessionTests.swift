import CarillonReplay
import CarillonScheduling
import CarillonSession
import Testing

/// Acts on the page are inputs of a recorded session, as far as the program learns of them.
@Suite struct PageSessionTests {
    @Test func aSessionThatWasWorkedOnThePageIsReplayed() throws {
        let bench = try PageBench(isRecorded: true)
        defer { bench.close() }
        _ = bench.state()
        bench.press()
        // The program's first sound makes it known to the page, which then starts it, too.
        _ = bench.state { $0.contains(#""event":"ended(finished)""#) }
        #expect(bench.act(#"{"device":"speaker sound","do":"set","value":"chime"}"#) == 202)
        #expect(bench.act(#"{"device":"led lamp","do":"set","value":1}"#) == 202)
        #expect(bench.act(#"{"device":"number count","do":"set","value":3}"#) == 202)
        #expect(bench.act(#"{"device":"encoder volume","do":"turn","value":2}"#) == 202)
        bench.press()
        _ = bench.state { $0.contains(#""number count":{"":202}"#) }

        let session = bench.finishSession()
        #expect(session.story.count == 5)
        let program = SessionProgram(wiring: bench.placed) { board in
            try PageBench.makeController(on: board, chimes: true, told: Locked([]))
        }
        let outcome = try program.replay(session)
        #expect(outcome.divergence == nil)
        #expect(outcome.story.map(\.text) == session.story.map(\.text))
    }
}
