import CarillonTest
import Testing

@testable import Metronome

@Suite struct MetronomeTests {
    @Test func itBeatsAsOftenAsTheKnobSays() throws {
        let bench = try Bench(makeMetronome)
        try bench.turn("tempo", by: 20)
        try bench.press("start")
        let beats = try bench.draw("click", for: .seconds(60), each: .milliseconds(20)).split(separator: "_")
        #expect(abs(beats.count - 120) <= 1)
        try bench.press("start")
        #expect(try bench.buzzer("click").pattern == .off)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "metronome", makeMetronome)
    }
}
