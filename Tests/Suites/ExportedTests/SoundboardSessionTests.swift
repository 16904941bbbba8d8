import CarillonTest
import Testing

@testable import Soundboard

/// A session of 37.869 seconds, recorded by Soundboard on a bench.
@Suite struct SoundboardSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Soundboard", "soundboard"), makeSoundboard)
        try bench.press("pad1")
        try bench.turn("bank")
        for _ in 1...2 { try bench.press("bank") }
        try bench.turn("bank", by: -1)
        for _ in 1...2 { try bench.press("pad4") }
        try bench.press("pad1")
        try bench.press("pad2")
        try bench.press("bank")
        try bench.press("pad3")
        try bench.press("pad2")
        try bench.press("bank")
        try bench.press("pad2")
        try bench.press("bank")
        try bench.press("pad3")
        try bench.turn("bank", by: -1)
        try bench.press("bank")
        try bench.press("pad1")
        try bench.press("pad4")
        try bench.press("pad1")
        try bench.turn("bank")
        try bench.press("pad1")
        #expect(bench.model == 1)
    }
}
