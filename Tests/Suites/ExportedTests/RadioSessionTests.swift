import CarillonTest
import Testing

@testable import Radio

/// A session of 39.219 seconds, recorded by Radio on a bench.
@Suite struct RadioSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("Radio", "radio"), makeRadio)
        try bench.turn("station")
        for _ in 1...2 { try bench.press("station") }
        try bench.turn("volume", by: -4)
        for _ in 1...4 { try bench.press("station") }
        try bench.turn("volume", by: -7)
        try bench.turn("station", by: 2)
        for _ in 1...2 { try bench.press("station") }
        try bench.turn("volume", by: 2)
        for _ in 1...4 { try bench.press("station") }
        try bench.turn("station", by: 3)
        try bench.press("station")
        let model = [
            "Model(settings: Radio.Settings(station: 0, volume: 8, isOn: true), ",
            "isHeard: true, title: nil)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
