import CarillonTest
import Testing

@testable import MusicBox

/// A session of 40.659 seconds, recorded by MusicBox on a bench.
@Suite struct MusicBoxSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("MusicBox", "music-box"), makeMusicBox)
        try bench.press("first")
        try bench.press("third")
        try bench.press("fourth")
        try bench.press("third")
        try bench.press("first")
        try bench.press("third")
        for _ in 1...2 { try bench.press("second") }
        for _ in 1...2 { try bench.press("fourth") }
        try bench.press("third")
        try bench.press("second")
        try bench.press("first")
        try bench.press("third")
        try bench.press("second")
        for _ in 1...2 { try bench.press("fourth") }
        try bench.press("second")
        for _ in 1...2 { try bench.press("first") }
        try bench.press("third")
        #expect(bench.model == 21)
    }
}
