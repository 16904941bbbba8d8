import CarillonTest
import Testing

@testable import RunningLight

@Suite struct RunningLightTests {
    @Test func lightRunsAndReverses() throws {
        let bench = try Bench(makeRunningLight)
        var lit: [Set<String>] = []
        for _ in 1...5 {
            lit.append(bench.lit)
            bench.advance(by: .milliseconds(200))
        }
        #expect(lit == [["first"], ["second"], ["third"], ["fourth"], ["first"]])
        try bench.press("turn")
        #expect(bench.lit == ["fourth"])
        bench.advance(by: .milliseconds(200))
        #expect(bench.lit == ["third"])
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "running-light", makeRunningLight)
    }
}
