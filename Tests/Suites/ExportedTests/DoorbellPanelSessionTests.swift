import CarillonTest
import Testing

@testable import DoorbellPanel

/// A session of 38.412 seconds, recorded by DoorbellPanel on a bench.
@Suite struct DoorbellPanelSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("DoorbellPanel", "doorbell-panel"), makeDoorbellPanel)
        try bench.press("bell")
        for _ in 1...2 { try bench.press("quiet") }
        try bench.press("bell")
        for _ in 1...3 { try bench.press("quiet") }
        for _ in 1...3 { try bench.press("bell") }
        for _ in 1...2 { try bench.press("quiet") }
        for _ in 1...4 { try bench.press("bell") }
        for _ in 1...2 { try bench.press("quiet") }
        try bench.press("bell")
        try bench.press("quiet")
        for _ in 1...3 { try bench.press("bell") }
        try bench.press("quiet")
        #expect(bench.model == true)
    }
}
