import CarillonTest
import Testing

@testable import ColourLight

/// A session of 38.944 seconds, recorded by ColourLight on a bench.
@Suite struct ColourLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("ColourLight", "colour-light"), makeColourLight)
        try bench.press("hold")
        try bench.press("hold", for: .milliseconds(200))
        bench.advance(by: .milliseconds(900))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .milliseconds(700))
        try bench.press("hold")
        try bench.press("hold", for: .milliseconds(2300))
        bench.advance(by: .seconds(2))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .seconds(1))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .seconds(1))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .milliseconds(700))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .seconds(2))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .seconds(2))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .seconds(1))
        for _ in 1...2 { try bench.press("hold") }
        bench.advance(by: .milliseconds(1600))
        try bench.press("hold")
        #expect("\(bench.model)" == "Model(place: 5, isMoving: false)")
    }
}
