import CarillonTest
import Testing

@testable import HallLight

/// A session of 40.087 seconds, recorded by HallLight on a bench.
@Suite struct HallLightSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("HallLight", "hall-light", kinds: [LatchingRelay.self]), makeHallLight)
        try bench.press("front")
        try bench.press("back")
        for _ in 1...3 { try bench.press("front") }
        try bench.press("back")
        for _ in 1...2 { try bench.press("front") }
        try bench.press("back")
        try bench.press("front")
        try bench.press("back")
        try bench.press("front")
        try bench.press("back")
        for _ in 1...2 { try bench.press("front") }
        for _ in 1...2 { try bench.press("back") }
        try bench.press("front")
        try bench.press("back")
        for _ in 1...2 { try bench.press("front") }
        try bench.press("back")
        #expect(bench.model == false)
    }
}
