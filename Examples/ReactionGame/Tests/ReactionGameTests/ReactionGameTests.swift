import CarillonTest
import Testing

@testable import ReactionGame

@Suite struct ReactionGameTests {
    @Test func firstPressAfterTheLampWins() throws {
        let bench = try Bench(makeReactionGame)
        try bench.press("start")
        let start = bench.now
        #expect(bench.advance(atMost: .seconds(6)) { bench.lit == ["lamp"] })
        #expect(bench.now - start > .milliseconds(1800))
        try bench.press("right")
        try bench.press("left")
        #expect(bench.model == .won(.right))
        #expect(bench.lit == ["right"])
    }

    @Test func pressBeforeTheLampLoses() throws {
        let bench = try Bench(makeReactionGame)
        try bench.press("start")
        try bench.press("left")
        bench.advance(by: .seconds(60))
        #expect(bench.model == .won(.right))
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "reaction-game", makeReactionGame)
    }
}
