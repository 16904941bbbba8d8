import CarillonTest
import Testing

@testable import Metronome

@Suite struct MetronomeTests {
    @Test func metronomeBeatsAtTheTempoOfTheKnob() throws {
        let bench = try Bench(makeMetronome)
        try bench.turn("tempo", by: 20)
        try bench.press("start")
        let beats = try bench.draw("click", for: .seconds(60), each: .milliseconds(20)).split(separator: "_")
        #expect(abs(beats.count - 120) <= 1)
        try bench.press("start")
        #expect(try bench.buzzer("click").pattern == .off)
    }

    @Test func pageSetsTheTempo() throws {
        let bench = try Bench(makeMetronome)
        try bench.set("beats", to: .level(60))
        try bench.press("start")
        #expect(try bench.draw("beat", for: .seconds(4), each: .milliseconds(20)).split(separator: "_").count == 4)
        try bench.turn("tempo", by: 5)
        #expect(try bench.level("beats") == 65)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "metronome", makeMetronome)
    }
}
