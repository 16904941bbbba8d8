import CarillonTest
import Testing

@testable import Metronome

/// A session of 39.783 seconds, recorded by Metronome on a bench.
@Suite struct MetronomeSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Metronome", "metronome"), makeMetronome)
        for _ in 1...2 { try bench.press("start") }
        try bench.turn("tempo", by: -2)
        try bench.turn("tempo")
        try bench.press("start")
        try bench.turn("tempo", by: 2)
        try bench.press("start")
        try bench.turn("tempo", by: -2)
        try bench.turn("tempo")
        for _ in 1...10 { try bench.press("start") }
        #expect("\(bench.model)" == "Model(beatsPerMinute: 100, isRunning: false)")
    }
}
