import CarillonTest
import Testing

@testable import Jukebox

/// A session of 38.267 seconds, recorded by Jukebox on a bench.
@Suite struct JukeboxSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let memory: BenchMemory = ["jukebox": #"{"model": {"card": "0007", "volume": 35}}"#]
        let bench = try Bench(wiring: .example("Jukebox", "jukebox"), memory: memory, makeJukebox)
        try bench.hold("pause")
        try bench.press("pause", for: .milliseconds(2510))
        try bench.hold("next")
        bench.advance(by: .milliseconds(1400))
        try bench.press("next")
        try bench.hold("next")
        bench.advance(by: .milliseconds(2300))
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .milliseconds(800))
        try bench.press("next")
        try bench.hold("next")
        bench.advance(by: .seconds(2))
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .seconds(2))
        try bench.press("next", for: .milliseconds(160))
        bench.advance(by: .seconds(2))
        try bench.press("pause", for: .milliseconds(70))
        bench.advance(by: .seconds(2))
        try bench.turn("volume", by: -1)
        bench.advance(by: .seconds(2))
        try bench.hold("pause")
        bench.advance(by: .seconds(2))
        try bench.turn("volume")
        bench.advance(by: .seconds(2))
        try bench.turn("volume", by: -1)
        bench.advance(by: .seconds(2))
        try bench.enter("0012345678", at: "cards")
        try bench.hold("pause")
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .seconds(2))
        for _ in 1...2 { try bench.press("next") }
        let model = [
            "Jukebox(memory: Jukebox.Jukebox.Memory(card: \"0012345678\", place: ",
            "CarillonAudio.Bookmark(track: 0, time: 0.0 seconds, landmark: nil), ",
            "volume: 30), title: \"0012345678\", isLoaded: false, isPlaying: false)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
