import CarillonTest
import Testing

@testable import Jukebox

/// A session of 39.461 s, recorded by Jukebox on a bench.
@Suite struct JukeboxSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let memory: BenchMemory = ["jukebox": #"{"model": {"card": "0007", "volume": 35}}"#]
        let bench = try Bench(wiring: .example("Jukebox", "jukebox"), memory: memory, makeJukebox)
        try bench.press("pause")
        bench.advance(by: .seconds(2))
        for _ in 1...3 { try bench.enter("0012345678", at: "cards") }
        bench.advance(by: .seconds(2))
        try bench.turn("volume", by: -1)
        bench.advance(by: .seconds(2))
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .seconds(1))
        try bench.press("pause")
        bench.advance(by: .milliseconds(600))
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .milliseconds(500))
        try bench.enter("0012345678", at: "cards")
        bench.advance(by: .seconds(2))
        try bench.hold("pause")
        bench.advance(by: .seconds(2))
        try bench.press("pause")
        bench.advance(by: .seconds(2))
        try bench.press("next", for: .milliseconds(2150))
        bench.advance(by: .milliseconds(800))
        try bench.hold("next")
        bench.advance(by: .seconds(2))
        try bench.press("pause", for: .milliseconds(3130))
        bench.advance(by: .seconds(2))
        try bench.press("pause")
        try bench.hold("next")
        bench.advance(by: .seconds(1))
        try bench.hold("next")
        bench.advance(by: .milliseconds(800))
        try bench.turn("volume")
        bench.advance(by: .milliseconds(400))
        try bench.hold("pause")
        bench.advance(by: .milliseconds(800))
        try bench.turn("volume", by: 3)
        try bench.press("pause")
        try bench.enter("0012345678", at: "cards")
        try bench.turn("volume", by: 2)
        for _ in 1...2 { try bench.press("next") }
        let model = [
            "Jukebox(memory: Jukebox.Jukebox.Memory(card: \"0012345678\", places: ",
            "[\"0007\": CarillonAudio.Bookmark(track: 0, time: 2.0 seconds, landmark: ",
            "nil)], volume: 60), title: \"0012345678\", loading: nil, isLoaded: ",
            "false, isPlaying: false)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
