import CarillonTest
import Testing

@testable import ReactionGame

/// A session of 41.901 s, recorded by ReactionGame on a bench.
@Suite struct ReactionGameSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("ReactionGame", "reaction-game"), seed: 3, makeReactionGame)
        try bench.hold("start")
        bench.advance(by: .seconds(2))
        try bench.press("right")
        try bench.press("start")
        for _ in 1...2 { try bench.press("right") }
        try bench.press("left")
        try bench.press("right")
        for _ in 1...2 { try bench.press("left") }
        for _ in 1...2 { try bench.press("start") }
        try bench.press("left")
        try bench.press("start")
        bench.advance(by: .milliseconds(2500))
        try bench.press("left")
        try bench.press("start")
        for _ in 1...2 { try bench.press("left") }
        for _ in 1...2 { try bench.press("right") }
        for _ in 1...2 { try bench.press("left") }
        try bench.press("right")
        try bench.hold("start")
        bench.advance(by: .seconds(2))
        try bench.press("start", for: .milliseconds(2470))
        #expect("\(bench.model)" == "lit")
    }
}
